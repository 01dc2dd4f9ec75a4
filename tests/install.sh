#!/bin/sh
# Installs the library into a folder of its own, builds the example programs against it as a user would (pkg-config),
# and runs one on the host. Usage: install.sh BUILD_FOLDER SOURCE_FOLDER
set -eu
build=$1
source=$2
if ! command -v pkg-config >/dev/null; then
    echo "skipped: no pkg-config"
    exit 77
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
meson install -C "$build" --no-rebuild --quiet --destdir "$folder/root"

pc=$(find "$folder/root" -name cujit.pc)
prefix=$(sed -n 's/^prefix=//p' "$pc")
library=$(dirname "$(dirname "$pc")")
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
flags=$(pkg-config --define-variable=prefix="$folder/root$prefix" --cflags --libs cujit)

# shellcheck disable=SC2086 # the flags are several words
${CC:-cc} -std=c11 -o "$folder/linear_combination" "$source/examples/linear_combination.c" $flags
export LD_LIBRARY_PATH="$library" CUJIT_CACHE_DIR="$folder/cache" XDG_DATA_HOME="$folder/data" CUJIT_DEVICE=host
"$folder/linear_combination"
"$folder/root$prefix/bin/cujit" --version
"$folder/root$prefix/bin/cujit" run "float a, const float *x, float *z" "z[i] = a*x[i]" a=2 x=arange:4

if pkg-config --exists cujit-mpi && command -v mpiexec >/dev/null; then
    # A variable that is defined counts for MPI's file too, whose prefix is another.
    sed -i "s|^prefix=.*|prefix=$folder/root$prefix|" "$PKG_CONFIG_PATH"/cujit*.pc
    flags=$(pkg-config --cflags --libs cujit-mpi)
    # shellcheck disable=SC2086 # the flags are several words
    ${CC:-cc} -std=c11 -o "$folder/mpi_scatter" "$source/examples/mpi_scatter.c" $flags -lm
    sh "$source/tests/mpirun.sh" 2 "$folder/mpi_scatter"
fi
