#!/bin/sh
# Installs the library into a folder of its own, builds the example programs against it as a user would (pkg-config),
# and runs one on the host; then one that has its kernels linked into it. Usage: install.sh BUILD_FOLDER SOURCE_FOLDER
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

# The same kernel out of the program itself: nothing is compiled, and there is no cache.
if [ "$(uname -m)" = x86_64 ] || [ "$(uname -m)" = aarch64 ]; then
    CUJIT_RECORD="$folder/used.txt" "$folder/linear_combination"
    "$folder/root$prefix/bin/cujit" pack --manifest "$folder/used.txt" --arch host --object "$folder/kernels.o" \
        --symbol my_kernels | tee "$folder/said"
    grep -q 'extern const unsigned char my_kernels\[\]; extern const size_t my_kernels_size;' "$folder/said"
    sed -e 's/^int main(void)/extern const unsigned char my_kernels[]; extern const size_t my_kernels_size;\n&/' \
        -e 's/cujit_context_create(NULL,/cujit_context_create(\&(cujit_context_options){.pack_data = my_kernels, .pack_size = my_kernels_size,\n .cache_directory = "", .no_compile = 1},/' \
        "$source/examples/linear_combination.c" >"$folder/packed.c"
    # shellcheck disable=SC2086 # the flags are several words
    ${CC:-cc} -std=c11 -o "$folder/packed" "$folder/packed.c" "$folder/kernels.o" $flags
    CUJIT_CACHE_PACKS='' "$folder/packed"
    if CUJIT_CACHE_PACKS='' CUJIT_CACHE_DIR="$folder/empty" CUJIT_NO_COMPILE=1 "$folder/linear_combination"; then
        echo 'a program without the pack finds the kernel, too: this shows nothing'
        exit 1
    fi
fi

if pkg-config --exists cujit-mpi && command -v mpiexec >/dev/null; then
    # A variable that is defined counts for MPI's file too, whose prefix is another.
    sed -i "s|^prefix=.*|prefix=$folder/root$prefix|" "$PKG_CONFIG_PATH"/cujit*.pc
    flags=$(pkg-config --cflags --libs cujit-mpi)
    # shellcheck disable=SC2086 # the flags are several words
    ${CC:-cc} -std=c11 -o "$folder/mpi_scatter" "$source/examples/mpi_scatter.c" $flags -lm
    sh "$source/tests/mpirun.sh" 2 "$folder/mpi_scatter"
fi
