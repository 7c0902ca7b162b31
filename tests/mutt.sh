#!/usr/bin/env bash
# Opens the draft of a message of each game in a real mail program: mutt, in a tmux terminal. mutt must show the news and whose move it
# is, and the attachment saved from mutt must be the turn file, byte for byte. If mutt or tmux is missing, the test says so and stops.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in mutt tmux; do
    command -v "$tool" > /dev/null || { echo "tests/mutt.sh: skipped: there is no $tool (apt-get install $tool)"; exit 0; }
done
# With the same features as in `cargo test --workspace`, so that cargo does not build everything again.
cargo test --quiet --workspace --test mail --no-run "$@"
case " $* " in *" --release "*) pbem=$PWD/target/release/pbem ;; *) pbem=$PWD/target/debug/pbem ;; esac
work=$(mktemp -d)
tmux="tmux -L pbem-$$"
trap '$tmux kill-server 2> /dev/null || true; rm -rf "$work"' EXIT
cd "$work"
printf 'set mail_check=0 sleep_time=0 read_only=yes confirmappend=no wait_key=no\nset folder="%s" mbox_type=Maildir move=no quit=yes\n' "$work" > muttrc

# Waits until the screen shows the given text.
shows() {
    for _ in $(seq 100); do
        if $tmux capture-pane -p -t reader | grep -qF -- "$1"; then return 0; fi
        sleep 0.1
    done
    $tmux capture-pane -p -t reader
    echo "tests/mutt.sh: the reader does not show: $1"
    exit 1
}

for kind in $("$pbem" rules | awk '$1 ~ /^[0-9]+$/ { print $2 }'); do
    file=$kind.toml
    # The number of players, and the last word of the suggested command: a first move, or --random.
    if [ "$("$pbem" rules | awk -v kind="$kind" '$2 == kind { print $4 }')" = 2 ]; then with=bob; else with=bob,carol; fi
    "$pbem" --home "alice-$kind" new "$kind" "$file" --as alice --with "$with" --random > /dev/null
    joining=$("$pbem" --home "bob-$kind" join "$file" --as bob | tail -1)
    "$pbem" --home "bob-$kind" join "$file" --as bob "${joining##* }" > /dev/null
    "$pbem" --home "bob-$kind" send "$file" -o "$kind.eml" --to alice=alice@example.org > /dev/null 2>&1
    mkdir -p "$kind/new" "$kind/cur" "$kind/tmp"
    cp "$kind.eml" "$kind/cur/1.letter:2,S"

    $tmux new-session -d -s reader -x 100 -y 60 "mutt -n -F muttrc -f $work/$kind"
    shows "turn 2"
    $tmux send-keys -t reader Enter
    shows "save the attached file and type:"
    $tmux send-keys -t reader v
    shows ".toml"
    # The attachment is the last part; save it under a different name.
    $tmux send-keys -t reader End
    $tmux send-keys -t reader s
    shows "Save to file"
    $tmux send-keys -t reader C-u
    $tmux send-keys -t reader "$work/$kind.saved" Enter
    for _ in $(seq 50); do [ -s "$kind.saved" ] && break; sleep 0.1; done
    $tmux kill-session -t reader
    cmp "$file" "$kind.saved"
    echo "tests/mutt.sh: $kind opens, and its attachment is the file"
done
