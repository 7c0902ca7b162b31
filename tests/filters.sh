#!/usr/bin/env bash
# The filters of docs/mail.md, as they stand there, in the real programs: procmail, maildrop and Sieve (Pigeonhole). A mail with a turn goes
# through each; the game is taken in and the mail stays in the mailbox; and the Checker of Game Box answers by himself. What is not installed is
# skipped. As root, all of it runs as nobody, since mail programs refuse to work for root.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --quiet "$@"
case " $* " in *" --release "*) built=target/release ;; *) built=target/debug ;; esac
page=$PWD/docs/mail.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/home/.cargo/bin" "$work/pipes" "$work/mail" "$work/games"
cp "$built/pbem" "$work/home/.cargo/bin/"
export HOME=$work/home TMPDIR=$work
unset PBEM_HOME XDG_DATA_HOME
pbem=$HOME/.cargo/bin/pbem
as=()
if [ "$(id -u)" = 0 ]; then
    chown -R nobody "$work"
    as=(setpriv --reuid=nobody --regid="$(id -g nobody)" --clear-groups)
fi
cd "$work"

fail() {
    printf 'tests/filters.sh: %s\n' "$1"
    exit 1
}

# The lines that are set in after the line of the page that begins so: block BEGINNING [WHICH]
block() {
    awk -v begin="$1" -v which="${2:-1}" '
        index($0, begin) == 1 { found = 1 }
        found && /^    / { if (!within) { within = 1; count++ } if (count == which) print substr($0, 5); next }
        found && within && !/^$/ { within = 0; if (count >= which) exit }
    ' "$page"
}

# A file of nobody, from standard input.
put() {
    "${as[@]}" tee "$1" > /dev/null
    "${as[@]}" chmod "${2:-600}" "$1"
}

alice() { "${as[@]}" "$pbem" "$@"; }
bob() { "${as[@]}" "$pbem" --home "$work/bob" "$@"; }

# A mail through one of the programs.
procmail_() { "${as[@]}" procmail HOME="$HOME" LOGFILE="$work/log" DEFAULT="$work/inbox" MAILDIR="$work/mail" "$work/procmailrc" < "$1"; }
maildrop_() { "${as[@]}" maildrop "$work/mailfilter" < "$1" > "$work/log" 2>&1; }
sieve_() { "${as[@]}" sieve-test -c "$work/dovecot.conf" -e -l "maildir:$work/Maildir" "$work/filter.sieve" "$1" > "$work/log" 2>&1; }

# Whether there is a mail in a mailbox.
kept() {
    case $1 in
        sieve) grep -rqs '^Subject: \[pbem ' "$work/Maildir" ;;
        *) grep -qs '^Subject: \[pbem ' "$work/inbox" ;;
    esac
}

# A word of the object that a command prints.
said() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }
# How many turns alice's game has.
turns() { alice show "$1" --json | grep -o '"turns":[0-9]*' | head -1 | cut -d: -f2; }

alice config name alice > /dev/null
alice config mail alice@example.org > /dev/null
alice config games-dir "$work/games" > /dev/null
bob config name bob > /dev/null
bob config mail bob@example.org > /dev/null

block '**procmail**' | put procmailrc
{ printf 'DEFAULT="%s/inbox"\nHOME="%s"\nSHELL=/bin/sh\n' "$work" "$HOME"; block '**maildrop**'; } | put mailfilter
block '**Sieve**' | put filter.sieve
block '**Sieve**' 2 | sed "s|\$HOME|$HOME|" | put pipes/pbem-receive 755
put dovecot.conf << EOF
protocols =
ssl = no
mail_uid = $("${as[@]}" id -u)
mail_gid = $("${as[@]}" id -g)
first_valid_uid = 1
plugin {
  sieve_plugins = sieve_extprograms
  sieve_extensions = +vnd.dovecot.pipe
  sieve_pipe_bin_dir = $work/pipes
}
EOF

for filter in procmail maildrop sieve; do
    program=$filter
    [ "$filter" != sieve ] || program=sieve-test
    command -v "$program" > /dev/null || { echo "tests/filters.sh: $filter skipped: there is no $program"; continue; }
    rm -rf inbox Maildir

    # Bob's turn comes, and then an old mail and one that was damaged on the way, which harm nothing.
    name=$(alice new checkpoint-danger "$work/games/$filter.toml" --with bob --random --json | said name)
    "${as[@]}" cp "games/$filter.toml" "bob-$filter.toml"
    bob join "bob-$filter.toml" --random > /dev/null
    bob send "bob-$filter.toml" -o "$filter.eml" --to alice=alice@example.org > /dev/null 2>&1
    [ "$(turns "$name")" = 1 ] || fail "$filter: the game does not begin"
    "${filter}_" "$filter.eml" || fail "$filter: it fails: $(cat log 2> /dev/null)"
    [ "$(turns "$name")" = 2 ] || fail "$filter: the turn has not been taken in: $(cat log 2> /dev/null)"
    kept "$filter" || fail "$filter: the mail is not in the mailbox"
    "${filter}_" "$filter.eml" || fail "$filter: the same mail once more does harm"
    awk '/^Content-Transfer-Encoding: base64/ { at = NR } at && NR == at + 40 { $0 = "AAAA" substr($0, 5) } { print }' "$filter.eml" | put damaged.eml
    rm -rf inbox Maildir
    # Sieve reports that the program put something aside, and keeps the mail; of the others a mail server sees the exit code.
    "${filter}_" damaged.eml || [ "$filter" = sieve ] || fail "$filter: a damaged mail is thrown back"
    kept "$filter" || fail "$filter: the damaged mail is not in the mailbox"
    ls games/aside/damaged-* > /dev/null || fail "$filter: the damaged file is not kept aside"
    rm games/aside/damaged-*
    [ "$(turns "$name")" = 2 ] || fail "$filter: the game is no longer what it was"
    echo "tests/filters.sh: $filter takes a turn in"
done

command -v procmail > /dev/null || exit 0
# The Checker: alice answers bob's call by her filter alone, and the answer is mailed.
block "So the Checker's whole job" | put procmailrc
put postman 755 << EOF
#!/bin/sh
cat > "$work/answer.eml"
EOF
alice config sendmail "$work/postman" > /dev/null
name=$(alice new game-box "$work/games/club.toml" --with bob,carol --random --json | said name)
alice send "$name" --to bob=bob@example.org --to carol=carol@example.org > /dev/null
invitation=$(bob receive answer.eml --json | said file)
bob join "$invitation" B5 > /dev/null
bob send "$invitation" -o call.eml --to alice=alice@example.org > /dev/null 2>&1
rm answer.eml
procmail_ call.eml || fail "procmail: the Checker fails: $(cat log)"
[ -s answer.eml ] || fail "procmail: the Checker has not answered: $(cat log)"
grep -q '^Subject: \[pbem box [0-9a-f]*\] turn 3: carol to join' answer.eml || fail "procmail: this is no answer: $(grep Subject answer.eml)"
echo 'tests/filters.sh: procmail answers for the Checker'
