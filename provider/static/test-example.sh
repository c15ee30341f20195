#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# The program with vgfast inside: vgfast serves, reads its settings, gives the
# bytes of the default provider.  There is no module for it to fall back on.
#
#   test-example.sh EXAMPLE ARCHIVE
set -eu

example() {
  # shellcheck disable=SC2086
  ${MESON_EXE_WRAPPER-} "$program" "$@"
}

fail() {
  echo "test-example: $*" >&2
  exit 1
}

# Names in a program are few: ours all begin in the same way.
if nm "$2" >/dev/null 2>&1; then
  names=$(nm "$2" | awk '$2 ~ /[A-TV-Z]/ && $3 !~ /^(vgf|vgfast|_)_/ { print $3 }')
  [ -z "$names" ] || fail "takes the names $names"
fi

program=$1
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
OPENSSL_MODULES=$dir
export OPENSSL_MODULES
unset VGFAST_DENY VGFAST_TRACE OPENSSL_CONF

cat >"$dir/generic.cnf" <<'END'
openssl_conf = init
[init]
providers = list
[list]
default = default_section
vgfast = vgfast_section
[default_section]
activate = 1
[vgfast_section]
activate = 1
generic = yes
END
sed 's/^generic = yes/algorithms = Poly1305/' "$dir/generic.cnf" \
  >"$dir/without.cnf"
sed 's/^generic = yes/generic = perhaps/' "$dir/generic.cnf" >"$dir/wrong.cnf"

ours=$(example "$dir/generic.cnf")
theirs=$(example "$dir/without.cnf")
case $ours in
  'AES-128-GCM by vgfast: '*) ;;
  *) fail "not by vgfast: $ours" ;;
esac
case $theirs in
  'AES-128-GCM by default: '*) ;;
  *) fail "algorithms = is not heeded: $theirs" ;;
esac
[ "${ours#*: }" = "${theirs#*: }" ] || fail "other bytes: $ours, $theirs"
example >/dev/null || fail 'without a configuration'
example "$dir/wrong.cnf" >"$dir/out" 2>&1 || :
grep -q "'perhaps' is no value" "$dir/out" || fail "$(cat "$dir/out")"
