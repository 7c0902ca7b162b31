#!/bin/sh
# Builds everything for a release: archives, a .deb, a Homebrew formula and checksums, in
# target/dist/out. If a target's tools are missing, the script says so and skips the target.
#
#   packaging/dist.sh                                  all targets
#   packaging/dist.sh x86_64-unknown-linux-musl        these
#
# PBEM_RELEASES is the base URL of releases, for the formula.
set -eu
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
releases=${PBEM_RELEASES:-https://pbem.example/releases}
out=$PWD/target/dist/out
stage=$PWD/target/dist/stage
# Every file gets the date of the last commit, so that builds are reproducible.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || echo 0)}
export SOURCE_DATE_EPOCH

say() { printf '%s\n' "$*"; }
have() { command -v "$1" > /dev/null 2>&1; }
skip() { say "skipped  $target: $*"; }

# Includes the page if `just page` has built it.
features=
[ -f target/page/pbem.html ] && features="--features page"

# Whether there is a standard library for this target.
has_target() { [ -d "$(rustc --print target-libdir --target "$1" 2> /dev/null)" ]; }

# Completions and manual pages, from the program just built if it runs on this machine.
share() {
    [ -d "$stage/share" ] && return
    program=target/$target/dist/pbem
    if "$program" --version > /dev/null 2>&1; then
        "$program" generate "$stage/share" > /dev/null
    else
        cargo run --quiet --locked -- generate "$stage/share" > /dev/null
    fi
}

build() {
    # Keeps paths of this machine out of the program.
    flags="--remap-path-prefix=$PWD=/pbem --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
    flags="$flags --remap-path-prefix=$(rustc --print sysroot)=/rust"
    # shellcheck disable=SC2086
    RUSTFLAGS="$flags ${linker:-}" cargo build --quiet --locked --profile dist --target "$target" --bin pbem $features
}

# Makes a folder with the program and its files.
fill() {
    name=pbem-$version-$target
    rm -rf "${stage:?}/$name"
    mkdir -p "$stage/$name"
    cp "target/$target/dist/pbem$1" "$stage/$name/"
    cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE docs/install.md "$stage/$name/"
    cp -r "$stage/share/man" "$stage/share/completions" "$stage/$name/"
    find "$stage/$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
}

pack_tar() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
        -C "$stage" -cf - "$name" | xz -9e -T1 > "$out/$name.tar.xz"
    say "packed   $name.tar.xz"
}

linux() {
    target=$1 compiler=$2 linker=${3:-}
    if ! has_target "$target"; then skip "rustup target add $target"; return; fi
    # Only ring, for TLS, has C code.
    if ! have "$compiler"; then skip "no $compiler here ($4)"; return; fi
    variable=CC_$(echo "$target" | tr - _)
    export "$variable=$compiler"
    build && share && fill "" && pack_tar
}

windows() {
    target=x86_64-pc-windows-gnu linker=
    if ! has_target "$target"; then skip "rustup target add $target"; return; fi
    if ! have x86_64-w64-mingw32-gcc; then skip "no x86_64-w64-mingw32-gcc here (gcc-mingw-w64-x86-64)"; return; fi
    if ! have zip; then skip "no zip here"; return; fi
    build && share && fill .exe
    rm -f "$out/$name.zip"
    (cd "$stage" && find "$name" | LC_ALL=C sort | TZ=UTC zip -X -q -9 "$out/$name.zip" -@)
    say "packed   $name.zip"
}

debian() {
    target="pbem_${version}_amd64.deb"
    program=target/x86_64-unknown-linux-musl/dist/pbem
    if [ ! -f "$program" ]; then skip "no static program for it"; return; fi
    if ! have dpkg-deb; then skip "no dpkg-deb here"; return; fi
    root=$stage/deb
    rm -rf "$root"
    mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/man/man1" "$root/usr/share/doc/pbem" \
        "$root/usr/share/bash-completion/completions" "$root/usr/share/zsh/vendor-completions" \
        "$root/usr/share/fish/vendor_completions.d"
    cp "$program" "$root/usr/bin/"
    cp "$stage"/share/man/man1/*.1 "$root/usr/share/man/man1/"
    gzip -9n "$root"/usr/share/man/man1/*.1
    cp "$stage/share/completions/pbem.bash" "$root/usr/share/bash-completion/completions/pbem"
    cp "$stage/share/completions/_pbem" "$root/usr/share/zsh/vendor-completions/"
    cp "$stage/share/completions/pbem.fish" "$root/usr/share/fish/vendor_completions.d/"
    cp README.md docs/install.md "$root/usr/share/doc/pbem/"
    cat LICENSE-MIT LICENSE-APACHE > "$root/usr/share/doc/pbem/copyright"
    cat > "$root/DEBIAN/control" <<CONTROL
Package: pbem
Version: $version
Architecture: amd64
Maintainer: the authors of pbem <pbem@pbem.example>
Section: games
Priority: optional
Description: board games with hidden information, played by email
 You hide four agents on a map, your friend hides his. One small text file goes
 to and fro; there is no server, no account and no referee, and when the game
 is over anybody can check whether everybody was honest.
CONTROL
    find "$root" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
    dpkg-deb --root-owner-group -Zxz --build "$root" "$out/$target" > /dev/null
    say "packed   $target"
}

sum() { sha256sum "$1" | cut -d ' ' -f 1; }

homebrew() {
    for target in x86_64-unknown-linux-musl aarch64-unknown-linux-musl; do
        if [ ! -f "$out/pbem-$version-$target.tar.xz" ]; then
            target=pbem.rb; skip "it needs both Linux programs"; return
        fi
    done
    cat > "$out/pbem.rb" <<FORMULA
class Pbem < Formula
  desc "Board games with hidden information, played by email"
  homepage "${releases%/releases}"
  version "$version"
  license any_of: ["MIT", "Apache-2.0"]

  on_linux do
    on_intel do
      url "$releases/v$version/pbem-$version-x86_64-unknown-linux-musl.tar.xz"
      sha256 "$(sum "$out/pbem-$version-x86_64-unknown-linux-musl.tar.xz")"
    end
    on_arm do
      url "$releases/v$version/pbem-$version-aarch64-unknown-linux-musl.tar.xz"
      sha256 "$(sum "$out/pbem-$version-aarch64-unknown-linux-musl.tar.xz")"
    end
  end

  def install
    bin.install "pbem"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/pbem.bash" => "pbem"
    zsh_completion.install "completions/_pbem"
    fish_completion.install "completions/pbem.fish"
  end

  test do
    assert_match "Checkpoint", shell_output("#{bin}/pbem rules")
  end
end
FORMULA
    say "wrote    pbem.rb"
}

wanted() { [ -z "$asked" ] || case " $asked " in *" $1 "*) true ;; *) false ;; esac; }

asked=$*
rm -rf "$out" "$stage"
mkdir -p "$out" "$stage"
if wanted x86_64-unknown-linux-musl; then
    linux x86_64-unknown-linux-musl musl-gcc "" musl-tools
    debian
fi
if wanted aarch64-unknown-linux-musl; then
    linux aarch64-unknown-linux-musl aarch64-linux-gnu-gcc "-Clinker=rust-lld" \
        "gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
fi
if wanted x86_64-pc-windows-gnu; then windows; fi
homebrew
for page in pbem.html pbem.xdc; do
    if [ -f "target/page/$page" ]; then
        cp "target/page/$page" "$out/"
        say "beside   $page"
    else
        target=$page; skip "just page builds it"
    fi
done
(cd "$out" && sha256sum -- * > ../SHA256SUMS && mv ../SHA256SUMS .)
(cd "$out" && ls -l)
