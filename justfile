# `just` lists these. None of them is needed: each is a command or two of cargo.

default:
    @just --list

# Everything that must pass
ci:
    .ci/run

# The tests of one part, such as `just test checkpoint`
test part="":
    cargo test {{part}}

# A game played, checked and cheated in
demo kind="checkpoint-danger":
    cargo run --release -- demo {{kind}}

# The finished games of examples/, made anew
examples:
    rm -f examples/*.toml
    for kind in checkpoint-danger game-box enemy-agent spy espionage; do cargo run --release -- demo $kind --fast --keep examples > /dev/null; done

# The test vectors, by the second implementation
vectors:
    python3 docs/reference/vectors.py
