#!/usr/bin/env bash
# Prints ratios and sizes (`benches/ratios.rs`), then times of whole processes, with files synced to the disk: `pbem move` compared with
# `git commit`, `pbem verify` compared with its bare cost and with `git log --show-signature`, and `pbem verify` on many games.
# Each time is a median over several runs, which alternate. Besides Rust it needs git and ssh-keygen.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-21}

cargo build --release --quiet
pbem=${CARGO_TARGET_DIR:-$PWD/target}/release/pbem
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Prints the milliseconds that a command takes, and discards its output. Reading the time starts no process, which would add
# milliseconds to each time.
milliseconds() {
    local from to
    from=${EPOCHREALTIME//[!0-9]/}
    "$@" > /dev/null 2>&1
    to=${EPOCHREALTIME//[!0-9]/}
    printf '%d.%02d\n' $(((to - from) / 1000)) $(((to - from) % 1000 / 10))
}
median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

alice() { "$pbem" --home "$work/alice" "$@"; }
bob() { "$pbem" --home "$work/bob" "$@"; }
# A square without the caller's own agent, so that every turn is an ordinary call.
call() { "$1" move "$work/game.toml" "$2"; }

alice new checkpoint-danger "$work/game.toml" --as alice --with bob --first alice --set allow-repeat-calls=true --setup "B8 D4 E2 G6" > /dev/null
bob join "$work/game.toml" --setup "B2 C7 F1 F3" > /dev/null
for _ in $(seq 99); do
    call alice A1 > /dev/null
    call bob A1 > /dev/null
done

git init --quiet "$work/repository"
git -C "$work/repository" config user.name bench
git -C "$work/repository" config user.email bench@example.org
git -C "$work/repository" config core.fsync all
for turn in $(seq 200); do
    echo "turn $turn" >> "$work/repository/game.toml"
    git -C "$work/repository" add game.toml
    git -C "$work/repository" commit --quiet --message "turn $turn"
done

# The same history again, with every commit signed, like every turn.
ssh-keygen -q -t ed25519 -N "" -C bench@example.org -f "$work/key"
printf 'bench@example.org %s\n' "$(cut -d' ' -f1,2 "$work/key.pub")" > "$work/signers"
signed() { git -C "$work/signed" -c gpg.format=ssh -c user.signingkey="$work/key" -c gpg.ssh.allowedSignersFile="$work/signers" "$@"; }
git clone --quiet "$work/repository" "$work/signed"
signed -c user.name=bench -c user.email=bench@example.org rebase --quiet --root --force-rebase --gpg-sign

cp -r "$work/alice" "$work/alice-ends"
cp -r "$work/bob" "$work/bob-ends"
finished=$work/finished.toml
cp "$work/game.toml" "$finished"
"$pbem" --home "$work/alice-ends" resign "$finished" --yes > /dev/null
"$pbem" --home "$work/bob-ends" reveal "$finished" > /dev/null
"$pbem" --home "$work/alice-ends" reveal "$finished" > /dev/null 2>&1 || true

for run in $(seq "$runs"); do
    milliseconds call alice A1 >> "$work/move"
    echo "run $run" >> "$work/repository/game.toml"
    git -C "$work/repository" add game.toml
    milliseconds git -C "$work/repository" commit --quiet --message "run $run" >> "$work/commit"
    call bob A1 > /dev/null
done
for _ in $(seq "$runs"); do
    milliseconds "$pbem" verify "$finished" >> "$work/verify"
    milliseconds alice show "$work/game.toml" >> "$work/show"
done
for _ in 1 2 3; do milliseconds signed log --show-signature >> "$work/log"; done
club=$work/club
cargo bench --quiet --bench ratios -- club "$club" 1000
many=$club/games
milliseconds "$pbem" verify "$many" > "$work/thousand"
milliseconds env RAYON_NUM_THREADS=1 "$pbem" verify "$many" > "$work/thousand-alone"
export XDG_STATE_HOME=$work/state
milliseconds "$pbem" club table --club "$club" > "$work/table"
milliseconds "$pbem" club table --club "$club" > "$work/table-again"

row() { printf '%-72s %9s ms\n' "$1" "$2"; }
cargo bench --quiet --bench ratios
row "pbem move, a file of 200 turns" "$(median < "$work/move")"
row "  git commit, a history of 200 (core.fsync=all)" "$(median < "$work/commit")"
row "pbem verify, a finished game of 200 turns" "$(median < "$work/verify")"
row "  the bare cost of its signatures, hashes and seals" "$(cargo bench --quiet --bench ratios -- bare "$finished")"
row "  git log --show-signature, a history of 200" "$(median < "$work/log")"
row "pbem show, a file of 200 turns" "$(median < "$work/show")"
row "pbem verify, a folder of 1,000 finished games of $(grep -c '^\[\[turn' "$many/00000.toml") turns" "$(cat "$work/thousand")"
row "  the same on one core" "$(cat "$work/thousand-alone")"
row "pbem club table, the same games" "$(cat "$work/table")"
row "  a second time" "$(cat "$work/table-again")"
