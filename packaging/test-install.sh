#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs into an empty folder as packages do, and uses what is there.
#
#   test-install.sh BUILD PREFIX MODULES-DIRECTORY
set -eu

fail() {
  echo "test-install: $*" >&2
  exit 1
}

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
DESTDIR=$dir meson install -C "$1" --no-rebuild --quiet >"$dir.log" 2>&1 || {
  cat "$dir.log"
  rm -f "$dir.log"
  fail 'meson install'
}
rm -f "$dir.log"
prefix=$dir$2 modules=$dir$3

for file in "$modules/vgfast.so" "$prefix/bin/vgfast" \
  "$prefix/share/vgfast/vgfast.cnf" "$prefix/share/vgfast/vgfast-include.cnf"; do
  [ -s "$file" ] || fail "$file is not there"
done
# Nothing of a system's own, above all not its openssl.cnf.
(cd "$dir" && find . -type f) | grep -vE 'vgfast' && fail 'the above, too'

unset VGFAST_DENY VGFAST_TRACE
status=0
# shellcheck disable=SC2086
OPENSSL_MODULES=$modules OPENSSL_CONF=$prefix/share/vgfast/vgfast.cnf \
  ${MESON_EXE_WRAPPER-} "$prefix/bin/vgfast" status --no-speed \
  >"$dir/status" || status=$?
# 1 where the processor has no tier that is worth it
if [ "$status" -ne 0 ] && ! grep -q 'loaded, nothing to offer' "$dir/status"
then
  cat "$dir/status"
  fail "vgfast status: $status"
fi

# -Ddefault_library=both: the example by what pkg-config says
pc=$(find "$dir" -name vgfast.pc)
if [ -n "$pc" ] && [ -z "${MESON_EXE_WRAPPER-}" ]; then
  # shellcheck disable=SC2046
  cc -o "$dir/example" "$(dirname "$0")/../provider/static/example.c" \
    $(PKG_CONFIG_PATH=${pc%/*} pkg-config --define-variable=prefix="$prefix" \
      --cflags --libs vgfast)
  "$dir/example" | grep -q '^AES-128-GCM by ' || fail 'the static example'
fi
