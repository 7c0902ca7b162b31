#!/usr/bin/env bash
# Measures the time and memory of `pbem receive` for large mailboxes: 10,000 emails (234 MB) in a Maildir and in an mbox, an mbox of 1 GB,
# 28 MB of empty lines. Each contains a new turn. Needs GNU time and awk.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
pbem=${CARGO_TARGET_DIR:-$PWD/target}/release/pbem
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

alice() { "$pbem" --home "$work/alice" "$@"; }
bob() { "$pbem" --home "$work/bob" "$@"; }
alice new checkpoint-danger "$work/game.toml" --as alice --with bob --first alice --random > /dev/null
cp "$work/game.toml" "$work/bob.toml"
bob join "$work/bob.toml" --random > /dev/null
cp "$work/bob.toml" "$work/old.toml"
cp "$work/old.toml" "$work/game.toml"
alice move "$work/game.toml" A1 > /dev/null 2>&1 || alice move "$work/game.toml" A2 > /dev/null

# Prints an mbox of emails of about 23 KB, some with the old file, and one with the new turn at the end: mails COUNT
mails() {
    awk -v count="$1" -v file="$work/old.toml" '
        BEGIN {
            while ((getline line < file) > 0) game = game line "\n"
            for (n = 0; n < 220; n++) words = words sprintf("%04d What else is new? The weather is fine, the days are short, and so are the nights.\n", n)
            for (n = 0; n < count; n++)
                printf "From bob@example.org Fri Nov 20 12:%02d:%02d 2026\nFrom: bob@example.org\nSubject: mail %d\nContent-Type: text/plain\n\n%s%s\n\n", \
                    n / 60 % 60, n % 60, n, words, n % 7 ? "" : game
        }'
    printf 'From alice@example.org Sat Nov 21 12:00:00 2026\nFrom: alice@example.org\nSubject: your move\nContent-Type: text/plain\n\n'
    cat "$work/game.toml"
}
# Prints seconds and memory of one search, with a vault that doesn't know the turn: search LABEL MAILBOX
search() {
    cp -r "$work/bob" "$work/copy"
    cp "$work/old.toml" "$work/bob.toml"
    mkdir -p "$work/here"
    local said
    said=$(cd "$work/here" && command time -f '%e s, %M KB' "$pbem" --home "$work/copy" receive "$2" 2> "$work/time" || true)
    printf '%-44s %s   %s\n' "$1" "$(tail -n 1 "$work/time")" "$(grep -o 'YOUR TURN\|Nothing new\|no turn file' <<< "$said$(cat "$work/time")" | head -n 1)"
    rm -rf "$work/copy" "$work/here"
}

mails 10000 > "$work/mbox"
search "10,000 mails, mbox, $(($(stat -c %s "$work/mbox") / 1000000)) MB" "$work/mbox"
mkdir -p "$work/Maildir/cur" "$work/Maildir/new" "$work/Maildir/tmp"
(cd "$work/Maildir/cur" && awk '/^From [a-z]/ { close(name); name = sprintf("%05d", ++n); next } { print > name }' "$work/mbox")
search "10,000 mails, Maildir" "$work/Maildir"
rm -rf "$work/Maildir" "$work/mbox"
mails 45000 > "$work/mbox"
search "mbox of $(($(stat -c %s "$work/mbox") / 1000000)) MB" "$work/mbox"
rm "$work/mbox"
head -c 28000000 /dev/zero | tr '\0' '\n' > "$work/blank"
search "28 MB of blank lines" "$work/blank"
{ head -c 28000000 /dev/zero | tr '\0' '\n'; cat "$work/game.toml"; } > "$work/blank"
search "28 MB of blank lines, and the turn" "$work/blank"
