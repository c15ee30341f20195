#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tries `vgfast bench`: its exit status, and whether what it prints can be read.
# What it measures is of no interest here, so it measures next to nothing.
#
#   test-bench.sh VGFAST MODULE-DIRECTORY
set -eu

# Meson says in MESON_EXE_WRAPPER how to run programs of another architecture.
vgfast() {
  # shellcheck disable=SC2086
  ${MESON_EXE_WRAPPER-} "$tool" "$@"
}

fail() {
  echo "test-bench: $*" >&2
  exit 1
}

# expect STATUS ARGUMENT...: runs it, output in $dir/out and $dir/err
expect() {
  want=$1
  shift
  got=0
  vgfast "$@" >"$dir/out" 2>"$dir/err" || got=$?
  if [ "$got" -ne "$want" ]; then
    cat "$dir/out" "$dir/err" >&2
    fail "vgfast $*: exit status $got instead of $want"
  fi
}

# every line of $dir/out has the fields of the header, and awk's test holds
check_csv() {
  head -n 1 "$dir/rows" | grep -qx "$1" || fail "other fields: $(head -n 1 "$dir/rows")"
  sed 1d "$dir/rows" | awk -F, -v want="$2" '
    NF != n { if (n) bad = 1; n = NF }
    '"$3"' { good++ }
    { all++ }
    END { exit bad || all != want || good != all }' ||
    { cat "$dir/out" >&2; fail "the numbers above"; }
}

tool=$1
OPENSSL_MODULES=$2
export OPENSSL_MODULES
unset VGFAST_DENY VGFAST_TRACE
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

cat >"$dir/generic.cnf" <<END
openssl_conf = init
[init]
providers = providers
[providers]
default = default_section
vgfast = vgfast_section
[default_section]
activate = 1
[vgfast_section]
activate = 1
generic = yes
END
sed 's/^generic.*/deny = sse2, ssse3, aesni, avx2, vaes-avx2, p8, p9, p10/' \
  "$dir/generic.cnf" >"$dir/denied.cnf"
sed 's|^generic.*|generic = perhaps|' "$dir/generic.cnf" >"$dir/wrong.cnf"
: >"$dir/empty.cnf"

OPENSSL_CONF=$dir/generic.cnf
export OPENSSL_CONF

# The command line
expect 0 --version
expect 0 --help
expect 0 bench --help
expect 2
expect 2 no-such-command
expect 2 bench --no-such-option
expect 2 bench --algorithms AES-128-CBC
expect 2 bench --sizes 16,x
expect 2 bench --slices 0
expect 2 bench argument

# All operations with both providers
expect 0 bench --quick --sizes 40 --slices 2 --csv
grep -q '^# openssl: OpenSSL' "$dir/out" || fail "no word of the machine"
grep -v '^#' "$dir/out" >"$dir/rows"
# shellcheck disable=SC2016
check_csv 'algorithm,operation,size,default_min_ns,default_quartile_ns,default_median_ns,vgfast_min_ns,vgfast_quartile_ns,vgfast_median_ns,default_cpb,vgfast_cpb,ratio,verdict,slices' \
  18 '$4 > 0 && $4 <= $5 && $5 <= $6 && $7 > 0 && $7 <= $8 && $8 <= $9 &&
      ($3 == 40 || $3 == 32 && $1 ~ /ECB/) && $12 > 0 && $14 == 2 &&
      $13 == "within noise"'

# Selection, and the table for people
expect 0 bench --algorithms aes-ecb,Poly1305 --sizes 16 --slices 1
[ "$(grep -c '^ *16 ' "$dir/out")" -eq 7 ] || fail "not seven lines: $(cat "$dir/out")"

# JSON, where there is something to read it with
expect 0 bench --algorithms chacha20 --sizes 64 --slices 1 --json
if command -v python3 >/dev/null; then
  python3 -c 'import json, sys
r = json.load(sys.stdin)["results"]
assert len(r) == 1 and r[0]["size"] == 64 and r[0]["ratio"] > 0' \
    <"$dir/out" || fail "JSON: $(cat "$dir/out")"
fi

# Where only the generic tier is left, vgfast steps back
OPENSSL_CONF=$dir/denied.cnf
expect 0 bench --all --slices 1 --sizes 16 --csv
[ "$(grep -c ',not offered,' "$dir/out")" -eq 27 ] ||
  fail "offered without a tier: $(cat "$dir/out")"

# A module that does not get its settings, and no module
OPENSSL_CONF=$dir/wrong.cnf
expect 1 bench --slices 1
grep -q 'cannot be loaded' "$dir/err" || fail "no reason: $(cat "$dir/err")"
OPENSSL_CONF=$dir/empty.cnf
OPENSSL_MODULES=$dir
expect 1 bench --slices 1
grep -q 'cannot be loaded' "$dir/err" || fail "no reason: $(cat "$dir/err")"

# The kernels, for which no provider is needed
expect 0 bench --kernels --sizes 64 --slices 1 --csv
grep -v '^#' "$dir/out" | awk -F, 'NR == 1 || $3 == "generic"' >"$dir/rows"
# shellcheck disable=SC2016
check_csv 'algorithm,operation,tier,size,min_ns,quartile_ns,median_ns,cycles,cpb,verdict,slices' \
  32 '$5 > 0 && $10 == "ok" && $11 == 1'
