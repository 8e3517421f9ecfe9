#!/usr/bin/env bash
# Says what is missing to build and test with MPI, and fails if something is. With --install it is installed first where that
# takes no question: as root, on Debian.
set -euo pipefail

missing() {
    local mpicc=${MPICC:-mpicc}
    command -v "$mpicc" > /dev/null || echo "$mpicc, the compiler of MPI (libmpich-dev or libopenmpi-dev)"
    local mpirun=${MPIRUN:-${mpicc/mpicc/mpirun}}
    command -v "$mpirun" > /dev/null || echo "$mpirun, which starts MPI processes (mpich or openmpi-bin)"
    command -v pkgconf > /dev/null || command -v pkg-config > /dev/null || echo "pkg-config (pkgconf)"
    compgen -G "${LIBCLANG_PATH:-/usr/lib/llvm-*/lib}/libclang*.so*" > /dev/null ||
        ldconfig -p 2> /dev/null | grep -q 'libclang.*\.so' || echo "libclang, which reads the headers of MPI (libclang-dev)"
}

if [ "${1:-}" = --install ] && [ -n "$(missing)" ] && [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null; then
    export DEBIAN_FRONTEND=noninteractive
    { apt-get -qq update && apt-get -qq install -y --no-install-recommends libclang-dev pkgconf libmpich-dev mpich; } \
        > /dev/null 2>&1 || true
fi
lacks=$(missing)
[ -z "$lacks" ] && exit 0
echo "tools/mpi.sh: a solve on several machines is neither built nor tested; missing here, with the packages of Debian:" >&2
sed 's/^/  /' <<< "$lacks" >&2
exit 1
