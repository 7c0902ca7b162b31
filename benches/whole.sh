#!/usr/bin/env bash
# Times whole processes, files synced to the disk: `pbem move` beside `git commit`, `pbem verify` of one game and of many.
# Prints the median of so many runs of each, taken in turn. Needs git, and nothing else that Rust does not bring.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-21}

cargo build --release --quiet
pbem=$PWD/target/release/pbem
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Milliseconds that a command takes; what it prints is thrown away.
milliseconds() {
    local from to
    from=$(date +%s%N)
    "$@" > /dev/null 2>&1
    to=$(date +%s%N)
    echo $(((to - from) / 10000)) | sed 's/..$/.&/'
}
median() { sort -n | awk '{ value[NR] = $1 } END { print value[int((NR + 1) / 2)] }'; }

alice() { "$pbem" --home "$work/alice" "$@"; }
bob() { "$pbem" --home "$work/bob" "$@"; }
# A square without an agent of the caller, so that every turn is a plain call.
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

for run in $(seq "$runs"); do
    milliseconds call alice A1 >> "$work/move"
    echo "run $run" >> "$work/repository/game.toml"
    git -C "$work/repository" add game.toml
    milliseconds git -C "$work/repository" commit --quiet --message "run $run" >> "$work/commit"
    call bob A1 > /dev/null
done
for _ in $(seq "$runs"); do
    milliseconds "$pbem" verify "$work/game.toml" >> "$work/verify" || true
    milliseconds alice show "$work/game.toml" >> "$work/show"
done
mkdir "$work/many"
for number in $(seq 1000); do cp examples/checkpoint-danger.toml "$work/many/$number.toml"; done
milliseconds "$pbem" verify "$work/many" > "$work/thousand"

row() { printf '%-58s %9s ms\n' "$1" "$2"; }
row "pbem move, a file of 200 turns" "$(median < "$work/move")"
row "git commit, a history of 200 (core.fsync=all)" "$(median < "$work/commit")"
row "pbem verify, the same file" "$(median < "$work/verify")"
row "pbem show, the same file" "$(median < "$work/show")"
row "pbem verify, a folder of 1,000 finished games" "$(cat "$work/thousand")"
