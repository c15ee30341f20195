#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Do the manuals know every key of the configuration, every tier and every
# option of the command?
#
#   test-manuals.sh VGFAST SOURCE-FOLDER
set -eu

tool=$(realpath "$1")
cd "$2"
bad=0

# known WHAT FILE WORD...: each word is in the file
known() {
  what=$1 file=$2
  shift 2
  [ $# -gt 0 ] || { echo "test-manuals: no $what at all" >&2; exit 1; }
  for word; do
    if ! grep -qF -e "$word" "$file"; then
      echo "test-manuals: $file does not explain the $what $word" >&2
      bad=1
    fi
  done
}

keys=$(sed -n 's/^    { "\([a-z-]*\)", parse_.*/\1/p' provider/config.c)
tiers=$(sed -n '/tier_names\[\] = {/,/};/p' kernels/dispatch.c |
  grep -o '"[a-z0-9-]*"' | tr -d '"')
for key in $keys; do
  known key docs/vgfast.7.scd "*$key*"
  known key docs/configuration.md "### $key"
done
for tier in $tiers; do
  known tier docs/vgfast.7.scd "_${tier}_"
  known tier docs/configuration.md "\`$tier\`"
done
for command in status explain enable bench; do
  # shellcheck disable=SC2046,SC2086  # lists of words
  known option docs/vgfast.1.scd $(${MESON_EXE_WRAPPER-} "$tool" $command \
    --help | grep -o -e '--[a-z-]*' | sort -u)
done
exit $bad
