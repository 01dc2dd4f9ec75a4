#!/bin/sh
# Builds a project that has cujit as a subproject, as a static library; then a program against that library once it is
# installed (pkg-config --static). Runs both on the host. Usage: embed.sh SOURCE_FOLDER
set -eu
source=$1
for tool in meson ninja pkg-config; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: no $tool"
        exit 77
    fi
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

mkdir -p "$folder/parent/subprojects"
ln -s "$source" "$folder/parent/subprojects/cujit"
cp "$source/examples/linear_combination.c" "$folder/parent/program.c"
cat >"$folder/parent/meson.build" <<'END'
project('parent', 'c', meson_version: '>= 1.0.0')
cujit = dependency('cujit', fallback: 'cujit')
executable('program', 'program.c', dependencies: [cujit, meson.get_compiler('c').find_library('m')])
END
meson setup "$folder/build" "$folder/parent" --prefix "$folder/root" --force-fallback-for=cujit \
    -Ddefault_library=static -Doptimization=0 -Dcujit:werror=true
if grep -lE 'test_|cujit-bench|tiled_product' "$folder/build/build.ninja"; then
    echo "a project that embeds cujit builds its tests, benches or examples"
    exit 1
fi
ninja -C "$folder/build"
export CUJIT_CACHE_DIR="$folder/cache" XDG_DATA_HOME="$folder/data" CUJIT_DEVICE=host
"$folder/build/program"

meson install -C "$folder/build" --no-rebuild --quiet
PKG_CONFIG_PATH=$(dirname "$(find "$folder/root" -name cujit.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046 # the flags are several words
${CC:-cc} -std=c11 -o "$folder/program" "$folder/parent/program.c" $(pkg-config --static --cflags --libs cujit)
if ldd "$folder/program" | grep libcujit; then
    echo "the program is not linked statically"
    exit 1
fi
"$folder/program"
"$folder/root/bin/cujit" --version
