#!/usr/bin/env bash
# Plays the whole games of tests/mail/post.rs through real programs: msmtp sends the messages to OpenSMTPD on loopback, which delivers them to
# Maildirs. Needs Debian's packages msmtp and opensmtpd, and root, as mail servers do. If one is missing, the test says so and stops.
set -euo pipefail
cd "$(dirname "$0")/.."

skip() {
    printf 'tests/smtp.sh: skipped: %s\n' "$1"
    exit 0
}
command -v msmtp > /dev/null || skip 'there is no msmtp (apt-get install msmtp)'
command -v smtpd > /dev/null || skip 'there is no OpenSMTPD (apt-get install opensmtpd)'
[ "$(id -u)" = 0 ] || skip 'a mail server needs root'

port=${PBEM_TEST_PORT:-2525}
root=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2> /dev/null || true; rm -rf "$root"' EXIT
chmod 755 "$root"

cat > "$root/smtpd.conf" << EOF
table people { "@" = "nobody" }
listen on 127.0.0.1 port $port
action "in" maildir "$root/mail/%{rcpt.user}" virtual <people>
match from any for domain "example.org" action "in"
EOF
cat > "$root/msmtprc" << EOF
account default
host 127.0.0.1
port $port
from games@example.org
EOF
for name in alice bob carol dave; do
    mkdir -p "$root/mail/$name/new" "$root/mail/$name/cur" "$root/mail/$name/tmp"
done
chown -R nobody "$root/mail"

smtpd -d -f "$root/smtpd.conf" > "$root/log" 2>&1 &
server=$!
for _ in $(seq 100); do
    if (exec 3<> "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then break; fi
    kill -0 "$server" 2> /dev/null || { cat "$root/log"; exit 1; }
    sleep 0.1
done

export PBEM_TEST_SENDMAIL="msmtp -C $root/msmtprc" PBEM_TEST_MAILDIRS="$root/mail"
# One test at a time, because they share one mail server.
cargo test --workspace --test mail "$@" -- post:: --test-threads=1 || { cat "$root/log"; exit 1; }
printf 'tests/smtp.sh: %s messages went through the server\n' "$(grep -c 'result="*Ok' "$root/log" || true)"
