# Shortcuts; `just` lists them. Each one is only a cargo command or two.

default:
    @just --list

# Run everything that must pass
ci:
    .ci/run

# Run the tests whose names contain a word, such as `just test checkpoint`
test part="":
    cargo test {{part}}

# Run every test with full counts; the default is a seeded sample
long: (standing "1000000" "1")
    PBEM_HOUSE_RULES=9000 PBEM_POSITIONS=20000 PBEM_GAMES=200 PBEM_DESKS=300 PBEM_BOT_GAMES=100 PBEM_KILLS=500 PBEM_RACES=500 PBEM_KEYS=10000 cargo test --release --workspace
    PBEM_KIT=1 cargo test --release --test library kit::

# Attack pbem: kill it, interrupt disk writes, damage inputs, run every command on a full disk, read huge mailboxes
attack kills="10000" images="1000" inputs="100000":
    PBEM_KILLS={{kills}} cargo test --release --test cli kills -- --nocapture
    PBEM_IMAGES={{images}} cargo test --release --test cli disasters -- --nocapture
    PBEM_FUZZ={{inputs}} cargo test --release --test library hostile -- --nocapture
    cargo test --release --test mail
    benches/mailboxes.sh

# Check the model of which version counts: number of states of each game, additional turns of depth
standing states="1000000" depth="0":
    PBEM_STATES={{states}} PBEM_DEPTH={{depth}} cargo test --release --test standing -- --nocapture

# Play, verify and cheat in a sample game
demo kind="checkpoint-danger":
    cargo run --release -- demo {{kind}}

# Write the example games again
examples:
    rm -f examples/*.toml
    for kind in $(cargo run --quiet --release -- rules | awk '$1 > 0 { print $2 }'); do cargo run --release -- demo $kind --fast --keep examples > /dev/null; done

# Build the page and the messenger app: target/page/pbem.html and pbem.xdc
page:
    page/build.sh

# Test the page in a real browser, by touch, against the program
try-page: page
    cargo test --release -p pbem-page -p pbem-pack
    cargo test --release --test page -- --nocapture

# Take the pictures in docs/page.md
page-pictures: page
    cargo test --release --test page pictures_for_the_docs -- --ignored

# Install webxdc-dev, the simulator of the webxdc project, for the tests of the messenger app
webxdc-dev:
    npm install --prefix target/webxdc-dev --ignore-scripts --no-audit --no-fund webxdc-dev@0.17.0

# Draw every screen of the page at four sizes, light and dark: target/tmp/page/sheet-*.png
sheets part="": page
    PBEM_SHEET={{part}} cargo test --release --test page contact_sheets -- --ignored

# Build a release in target/dist/out: static programs, .deb, Homebrew formula, checksums (docs/install.md)
dist *targets:
    packaging/dist.sh {{targets}}

# Write completions and manual pages, for packagers
share folder="target/share":
    cargo run --release -- generate {{folder}}

# Take the pictures in docs/pictures with Chromium, from the example games: game, turn, height
pictures: (picture "checkpoint-danger" "20" "720") (picture "game-box" "30" "860") (picture "enemy-agent" "30" "860") (picture "spy" "14" "760") (picture "espionage" "50" "900")

picture kind turn height:
    cargo run --release -- replay examples/{{kind}}.toml -o target/{{kind}}-{{turn}}.html
    chromium --headless --no-sandbox --disable-gpu --no-first-run --hide-scrollbars --user-data-dir="$(mktemp -d)" --window-size=1100,{{height}} \
        --screenshot=docs/pictures/{{kind}}.png "file://$PWD/target/{{kind}}-{{turn}}.html#{{turn}}"
    rm target/{{kind}}-{{turn}}.html

# Write the conformance kit (docs/kit.md) to tests/kit again
kit:
    UPDATE_KIT=1 cargo test --release --test library kit_is_written_by_its_generators

# Print the test vectors, with the second implementation
vectors:
    python3 docs/reference/vectors.py

# Mutation testing of the core (docs/mutants.md). A part can have a count, such as `just mutants table:200`
mutants *parts="crypto turnfile table audit games":
    python3 tests/mutants/switches.py target/mutants
    python3 tests/mutants/run.py target/mutants build
    python3 tests/mutants/run.py target/mutants trace
    python3 tests/mutants/run.py target/mutants kit {{parts}}
    python3 tests/mutants/run.py target/mutants test {{parts}}
