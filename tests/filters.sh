#!/usr/bin/env bash
# Runs the filters of docs/mail.md in the real programs: procmail, maildrop and Sieve (Pigeonhole). Each filters an email with a turn; pbem must
# receive the turn, and the email must stay in the mailbox. Then the Checker of Game Box answers automatically. Programs that aren't installed are
# skipped. If started as root, everything runs as the user nobody, because mail programs refuse to work for root.
set -euo pipefail
cd "$(dirname "$0")/.."

# With the same features as in `cargo test --workspace`, so that cargo does not build everything again.
cargo test --quiet --workspace --test mail --no-run "$@"
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

# Prints the nth code block (default: first) after the first line of the page that contains TEXT: block TEXT [N]
block() {
    grep -qF -- "$1" "$page" || { echo "tests/filters.sh: no line of docs/mail.md contains '$1'" >&2; exit 1; }
    awk -v text="$1" -v which="${2:-1}" '
        index($0, text) { found = 1 }
        found && /^    / { if (!within) { within = 1; count++ } if (count == which) print substr($0, 5); next }
        found && within && !/^$/ { within = 0; if (count >= which) exit }
    ' "$page"
}

# Writes standard input to a file that belongs to nobody: put FILE [MODE]
put() {
    "${as[@]}" tee "$1" > /dev/null
    "${as[@]}" chmod "${2:-600}" "$1"
}

alice() { "${as[@]}" "$pbem" "$@"; }
bob() { "${as[@]}" "$pbem" --home "$work/bob" "$@"; }

# Pipes an email through one of the programs.
procmail_() { "${as[@]}" procmail HOME="$HOME" LOGFILE="$work/log" DEFAULT="$work/inbox" MAILDIR="$work/mail" "$work/procmailrc" < "$1"; }
maildrop_() { "${as[@]}" maildrop "$work/mailfilter" < "$1" > "$work/log" 2>&1; }
sieve_() { "${as[@]}" sieve-test -c "$work/dovecot.conf" -e -l "maildir:$work/Maildir" "$work/filter.sieve" "$1" > "$work/log" 2>&1; }

# Whether the email is in the mailbox.
kept() {
    case $1 in
        sieve) grep -rqs '^Subject: .*\[pbem ' "$work/Maildir" ;;
        *) grep -qs '^Subject: .*\[pbem ' "$work/inbox" ;;
    esac
}

# Reads JSON from standard input and prints a value: said KEY
said() { grep -o "\"$1\":\"[^\"]*\"" | head -1 | cut -d'"' -f4; }
# Prints the number of turns in alice's game.
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
    command -v "$program" > /dev/null || { echo "tests/filters.sh: $filter skipped: $program is not installed"; continue; }
    rm -rf inbox Maildir

    # Bob's turn arrives. After that, an old email and a damaged one must do no harm.
    name=$(alice new checkpoint-danger "$work/games/$filter.toml" --with bob --random --json | said name)
    "${as[@]}" cp "games/$filter.toml" "bob-$filter.toml"
    bob join "bob-$filter.toml" --random > /dev/null
    bob send "bob-$filter.toml" -o "$filter.eml" --to alice=alice@example.org > /dev/null 2>&1
    [ "$(turns "$name")" = 1 ] || fail "$filter: the game does not start"
    "${filter}_" "$filter.eml" || fail "$filter: it fails: $(cat log 2> /dev/null)"
    [ "$(turns "$name")" = 2 ] || fail "$filter: pbem did not receive the turn: $(cat log 2> /dev/null)"
    kept "$filter" || fail "$filter: the email is not in the mailbox"
    "${filter}_" "$filter.eml" || fail "$filter: receiving the same email again fails"
    awk '/^Content-Transfer-Encoding: base64/ { at = NR } at && NR == at + 40 { $0 = "AAAA" substr($0, 5) } { print }' "$filter.eml" | put damaged.eml
    rm -rf inbox Maildir
    # Sieve reports that pbem set something aside, and keeps the email. For the other two, the mail server sees the exit code.
    "${filter}_" damaged.eml || [ "$filter" = sieve ] || fail "$filter: the mail server bounces a damaged email"
    kept "$filter" || fail "$filter: the damaged email is not in the mailbox"
    ls games/aside/damaged-* > /dev/null || fail "$filter: the damaged file is not set aside"
    rm games/aside/damaged-*
    [ "$(turns "$name")" = 2 ] || fail "$filter: the game has changed"
    echo "tests/filters.sh: $filter receives a turn"
done

command -v procmail > /dev/null || exit 0
# Alice, the Checker, answers bob's call with nothing but her filter, which mails the answer.
block "the Checker's whole job" | put procmailrc
put postman 755 << EOF
#!/bin/sh
tee -a "$work/sent.eml" > "$work/answer.eml"
EOF
alice config sendmail "$work/postman" > /dev/null
name=$(alice new game-box "$work/games/club.toml" --with bob,carol --random --json | said name)
alice send "$name" --to bob=bob@example.org --to carol=carol@example.org > /dev/null
invitation=$(bob receive answer.eml --json | said file)
bob join "$invitation" B5 > /dev/null
bob send "$invitation" -o call.eml --to alice=alice@example.org > /dev/null 2>&1
rm sent.eml answer.eml
procmail_ call.eml || fail "procmail: the Checker fails: $(cat log)"
# `--answer` also answers the games above in which bob begins.
[ -s sent.eml ] || fail "procmail: the Checker has not answered: $(cat log)"
grep -q '^Subject: For carol: alice invites you to a game of Game Box' sent.eml || fail "procmail: this is no answer: $(grep Subject sent.eml)"
echo 'tests/filters.sh: procmail answers for the Checker'
