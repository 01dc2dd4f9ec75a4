#!/bin/sh
# mpi_heat.sh MPIRUN MPI_HEAT: the picture of two, three and four processes is that of one, byte for byte. Skipped (77)
# where there is no MPI.
set -u
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
for ranks in 1 2 3 4; do
    sh "$1" "$ranks" "$2" "$folder/$ranks.png" || exit
    cmp "$folder/1.png" "$folder/$ranks.png" || exit 1
done
