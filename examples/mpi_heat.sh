#!/bin/sh
# mpi_heat.sh MPIRUN MPI_HEAT: the picture of two, three and four processes is that of one, byte for byte; arguments that
# are none are refused. Skipped (77) where there is no MPI.
set -u
mpirun=$(realpath "$1") heat=$(realpath "$2")
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
for ranks in 1 2 3 4; do
    sh "$mpirun" "$ranks" "$heat" "$folder/$ranks.png" || exit
    cmp "$folder/1.png" "$folder/$ranks.png" || exit 1
done

# refused ARGUMENT...: the usage, once, and nothing is drawn.
refused() {
    if sh "$mpirun" 2 "$heat" "$@" >/dev/null 2>said; then
        echo "not refused: $*"
        exit 1
    fi
    [ "$(grep -c '^usage: ' said)" = 1 ] || { echo "no usage, once, of: $*"; cat said; exit 1; }
    [ "$(ls)" = "$(printf '%s\n' 1.png 2.png 3.png 4.png said)" ] || { echo "drawn: $*"; ls; exit 1; }
}
cd "$folder" || exit 1
refused
refused --help
refused - 5 4
refused - -3 30 5
refused - 30 30 5x
refused - 30 30 5 all
refused - 30 30 5 each more
