# `just` lists these. None of them is needed: each is a command or two of cargo.

default:
    @just --list

# Everything that must pass
ci:
    .ci/run

# The tests of one part, such as `just test checkpoint`
test part="":
    cargo test {{part}}

# Every test with the full counts of what the usual run takes a seeded sample of
long: (stands "1000000" "1")
    PBEM_HOUSE_RULES=2000 PBEM_POSITIONS=20000 PBEM_GAMES=200 PBEM_DESKS=300 PBEM_BOT_GAMES=100 PBEM_KILLS=500 PBEM_RACES=500 PBEM_KEYS=10000 cargo test --release --workspace
    PBEM_KIT=1 cargo test --release --test library kit::

# An attack of a day: so many kills, half-written disks and inputs, every command on a full disk, mailboxes as large as they come
attack kills="10000" images="1000" inputs="100000":
    PBEM_KILLS={{kills}} cargo test --release --test cli kills -- --nocapture
    PBEM_IMAGES={{images}} cargo test --release --test cli disasters -- --nocapture
    PBEM_FUZZ={{inputs}} cargo test --release --test library hostile -- --nocapture
    cargo test --release --test mail
    benches/mailboxes.sh

# The model of which file stands: so many states of each game, so many turns deeper than usual
stands states="1000000" deeper="0":
    PBEM_STATES={{states}} PBEM_DEPTH={{deeper}} cargo test --release --test standing -- --nocapture

# A game played, checked and cheated in
demo kind="checkpoint-danger":
    cargo run --release -- demo {{kind}}

# The finished games of examples/, made anew
examples:
    rm -f examples/*.toml
    for kind in checkpoint-danger game-box enemy-agent spy espionage; do cargo run --release -- demo $kind --fast --keep examples > /dev/null; done

# The page and the messenger app: target/page/pbem.html and pbem.xdc
page:
    page/build.sh

# The page in a real browser, touched like a phone, against the program
try-page: page
    cargo test --release -p pbem-page -p pbem-pack
    cargo test --release --test page -- --nocapture

# Everything that is handed out: static programs, .deb, formula, sums, into target/dist/out (docs/install.md)
dist *targets:
    packaging/dist.sh {{targets}}

# Completions and manual pages, for who packs pbem for a system
share folder="target/share":
    cargo run --release -- generate {{folder}}

# The pictures of docs/pictures, by Chromium, out of the finished games of examples/: a game, the turn that is shown, the height of the picture
pictures: (picture "checkpoint-danger" "20" "720") (picture "game-box" "30" "860") (picture "enemy-agent" "30" "860") (picture "spy" "14" "760") (picture "espionage" "50" "900")

picture kind turn height:
    cargo run --release -- replay examples/{{kind}}.toml -o target/{{kind}}-{{turn}}.html
    chromium --headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars --user-data-dir="$(mktemp -d)" --window-size=1100,{{height}} \
        --screenshot=docs/pictures/{{kind}}.png "file://$PWD/target/{{kind}}-{{turn}}.html#{{turn}}"
    rm target/{{kind}}-{{turn}}.html

# The conformance kit of docs/kit.md, tests/kit, written again
kit:
    UPDATE_KIT=1 cargo test --release --test library kit_is_written_by_its_generators

# The test vectors, by the second implementation
vectors:
    python3 docs/reference/vectors.py
