#!/bin/sh
# mpirun.sh RANKS PROGRAM [ARG...]: runs a program with so many ranks on this machine, also as root and on fewer cores.
# Skipped (77) where there is no mpiexec, or not the MPI that the program was built with.
set -u
ranks=$1
shift
command -v mpiexec >/dev/null || { echo 'skipped: there is no mpiexec' && exit 77; }
if ldd "$1" | grep -F 'not found'; then
    echo 'skipped: the MPI that the program was built with is not here'
    exit 77
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_plm=isolated
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_hwloc_base_binding_policy=none OMPI_MCA_mpi_yield_when_idle=1
# Containers forbid processes to read each other's memory.
export OMPI_MCA_btl_vader_single_copy_mechanism=none
# Open MPI does not free all that it takes, in parts that it has unloaded, so that they cannot be told from ours.
export ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0"
export CK_FORK=no # no child of fork() may use MPI
exec mpiexec -n "$ranks" "$@"
