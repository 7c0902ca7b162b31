#!/usr/bin/env bash
# Builds the page: target/page/pbem.html and target/page/pbem.xdc. It takes the Rust that is there,
# if it has the target wasm32-unknown-unknown, or Debian's rustc-web with a standard library that
# is built on the way. Gives 3 if neither is there.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
common=(build --locked --profile page -p pbem-page --target "$target")
# The same bytes wherever it is built. The linker pads every address in the code to five bytes,
# unless it is told not to.
flags="-Clink-arg=--compress-relocations --remap-path-prefix=$PWD=/pbem --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"

if [ -d "$(rustc --print target-libdir --target "$target" 2> /dev/null)" ]; then
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$flags" cargo "${common[@]}"
    core=target/$target/page/pbem_page.wasm
elif [ -x /usr/bin/rustc ] && [ -x /usr/bin/cargo ] && [ -d /usr/lib/rustlib/src ] && command -v wasm-ld > /dev/null; then
    # A folder of its own, so that two compilers do not undo each other's work.
    # `-Zlocation-detail=none`: panics don't need to name lines of the source.
    PATH=/usr/bin:$PATH RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="-Clinker-flavor=wasm-ld -Zlocation-detail=none $flags" \
        /usr/bin/cargo "${common[@]}" -Zbuild-std=std,panic_abort --target-dir target/debian
    core=target/debian/$target/page/pbem_page.wasm
else
    echo "No $target here: rustup target add $target" >&2
    exit 3
fi
# Compressing is too slow without optimization. In Cargo.toml this would make `cargo install` warn,
# because pbem itself doesn't use zopfli.
cargo run --locked --quiet --config profile.dev.package.zopfli.opt-level=3 -p pbem-pack -- "$core" target/page
