#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Tries `vgfast status`, `explain` and `enable --print` in every state that an
# administrator can get a machine into.
#
#   test-status.sh VGFAST MODULE-DIRECTORY
set -eu

# Meson says in MESON_EXE_WRAPPER how to run programs of another architecture.
vgfast() {
  # shellcheck disable=SC2086
  ${MESON_EXE_WRAPPER-} "$tool" "$@"
}

fail() {
  echo "test-status: $*" >&2
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

# says PATTERN: the last output has it
says() {
  grep -qE -e "$1" "$dir/out" || {
    cat "$dir/out" "$dir/err" >&2
    fail "nothing like '$1' in the above"
  }
}

# json EXPRESSION: holds for the last output, if there is a python3 to ask
json() {
  if command -v python3 >/dev/null; then
    python3 -c "import json, sys
o = json.load(open(sys.argv[1]))
assert ($1), o" "$dir/out" || fail "JSON: $1"
  fi
}

# conf NAME PROVIDERS [QUERY]: writes $dir/NAME, each provider activated, with
# vgfast offering whatever this processor can do
conf() {
  {
    printf 'openssl_conf = init\n[init]\nproviders = list\n'
    printf 'alg_section = query\n[list]\n'
    for p in $2; do
      printf '%s = %s_section\n' "$p" "$p"
    done
    for p in $2; do
      printf '[%s_section]\nactivate = 1\n' "$p"
    done
    case $2 in
      *vgfast) printf 'generic = yes\n' ;;
      *vgfast*) printf '[vgfast_section]\ngeneric = yes\n' ;;
    esac
    if [ $# -gt 2 ]; then
      printf '[query]\ndefault_properties = %s\n' "$3"
    fi
  } >"$dir/$1"
}

tool=$1
OPENSSL_MODULES=$2
export OPENSSL_MODULES OPENSSL_CONF
unset VGFAST_DENY VGFAST_TRACE
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

conf used.cnf 'default vgfast' '?provider=vgfast'
conf first.cnf 'vgfast default'
conf behind.cnf 'default vgfast'
conf strict.cnf 'default vgfast' 'provider=vgfast'
conf alone.cnf 'vgfast'
: >"$dir/empty.cnf"
sed 's/^generic.*/deny = nonsense/' "$dir/used.cnf" >"$dir/wrong.cnf"
sed 's/^generic.*/deny = generic/' "$dir/used.cnf" >"$dir/deny.cnf"
sed '/^generic/a algorithms = AES-CTR, Poly1305' "$dir/used.cnf" \
  >"$dir/some.cnf"

OPENSSL_CONF=$dir/used.cnf

# The command line
for command in status explain enable; do
  expect 0 "$command" --help
  expect 2 "$command" --no-such-option
  [ "$(wc -l <"$dir/err")" -ge 1 ] || fail 'no word of a usage error'
done
expect 2 status argument
expect 2 explain
expect 2 explain AES-128-CTR AES-128-GCM
expect 2 enable
grep -q 'edits no file' "$dir/err" || fail "$(cat "$dir/err")"

# In use
expect 0 status --no-speed
says '^vgfast +in use$'
says "^module +$OPENSSL_MODULES/vgfast.so, [0-9.]+$"
says "^config +$dir/used.cnf \(OPENSSL_CONF\)$"
says '^ +activates: default, vgfast$'
says '^ +default_properties: \?provider=vgfast$'
says '^ +tiers: generic'
says '^self-test +ok$'
says '^gcm +[a-z0-9-]+ +the best for this processor$'
says '^AES-256-GCM +vgfast$'
expect 0 status --json
json 'o["state"] == "in use" and o["advice"] == []'
json 'o["module"]["active"] and o["module"]["loadable"]'
json '[p["name"] for p in o["config"]["providers"]] == ["default", "vgfast"]'
json 'len(o["algorithms"]) == 12 and len(o["families"]) == 5'
json 'all(a["provider"] == "vgfast" for a in o["algorithms"])'
json 'len(o["speed"]) == 15 and o["speed"][0]["vgfast_gb_per_s"] > 0'
expect 0 explain aes-128-gcm
says '^because default_properties = .provider=vgfast says so$'
expect 0 explain Poly1305
says 'MAC'
expect 1 explain SHA2-256 --json
json 'o["provider"] == "default" and o["kind"] == "digest"'
expect 2 explain ROT13
says '^because no active provider'

# By being the first
OPENSSL_CONF=$dir/first.cnf
expect 0 status --no-speed
expect 0 explain AES-128-CTR
says 'was activated first'

# Loaded, not preferred
OPENSSL_CONF=$dir/behind.cnf
expect 1 status --no-speed
says '^vgfast +loaded, not preferred$'
says '^advice .*default_properties = .provider=vgfast'
expect 1 explain AES-128-CTR
says 'nothing prefers it'
says '^  .provider=vgfast +vgfast$'

# Preferred in a way that takes everything else away
OPENSSL_CONF=$dir/strict.cnf
expect 0 status --no-speed
says '^advice .*question mark'
OPENSSL_CONF=$dir/alone.cnf
expect 0 status --no-speed
says '^advice .*activate the default provider'

# One tier denied, one algorithm left out
OPENSSL_CONF=$dir/some.cnf
expect 1 explain ChaCha20
says 'the key "algorithms" of vgfast.s section leaves out ChaCha20'
OPENSSL_CONF=$dir/deny.cnf
VGFAST_DENY=sse2,ssse3,aesni,avx2,vaes-avx2,p8,p9,p10
export VGFAST_DENY
expect 1 status --no-speed
says '^vgfast +loaded, nothing to offer$'
says '^aes +default +every tier is denied$'
expect 1 explain ChaCha20
says 'does not offer it here: every tier is denied'
unset VGFAST_DENY

# A provider without a section: OpenSSL stops there, before the query
conf stopped.cnf 'default vgfast' '?provider=vgfast'
sed 's/^vgfast = .*/&\nother = no_such_section/' "$dir/stopped.cnf" \
  >"$dir/stopped2.cnf"
OPENSSL_CONF=$dir/stopped2.cnf
expect 1 status --no-speed
says '^advice +default_properties asks for vgfast and does not hold'

# A name that is no UTF-8 does not spoil the JSON
expect 2 explain --json "$(printf 'r\303\251s\377\355\240\200\303')"
json 'o["name"] == "r\u00e9s\ufffd\ufffd\ufffd\ufffd\ufffd"'

# Not enabled; a file that is not there
OPENSSL_CONF=$dir/empty.cnf
expect 1 status --no-speed
says '^vgfast +not enabled$'
expect 1 explain ChaCha20
says 'no configuration activates vgfast'
OPENSSL_CONF=$dir/none.cnf
expect 1 status --no-speed
says 'there is no such file'

# Not loadable: settings that it refuses, a file that is no module, no file
OPENSSL_CONF=$dir/wrong.cnf
expect 2 status
says '^vgfast +not loadable$'
says "cannot be loaded: .*'nonsense' is no value for 'deny'; valid: generic"
expect 1 explain ChaCha20
says 'vgfast cannot be loaded'
OPENSSL_CONF=$dir/used.cnf
mkdir "$dir/modules"
OPENSSL_MODULES=$dir/modules
expect 2 status --json
json '"No such file" in o["module"]["reason"] or
  "cannot open" in o["module"]["reason"]'
echo 'no module' >"$dir/modules/vgfast.so"
expect 2 status
says 'cannot be loaded: .*(invalid ELF|file too short)'
OPENSSL_MODULES=$2

# The rest is about text, the same on all processors; emulators are slow.
if [ -n "${MESON_EXE_WRAPPER-}" ]; then
  exit 0
fi

# enable: what comes out works, whatever was there; what was there is all in it
enabled() {
  cp "$1" "$dir/before.cnf"
  expect 0 enable --print --config "$dir/before.cnf"
  cmp -s "$1" "$dir/before.cnf" || fail 'enable changed the file'
  head -n "$(wc -l <"$1")" "$dir/out" | cmp -s - "$1" ||
    fail 'not the old file with something at its end'
  # on a processor without a tier there would be nothing to use
  { cat "$dir/out"; printf '[vgfast_%s]\ngeneric = yes\n' "${2:-sect}"; } \
    >"$dir/after.cnf"
  OPENSSL_CONF=$dir/after.cnf
  expect 0 status --no-speed
  says '^vgfast +in use$'
  ! grep '^advice' "$dir/out" || fail 'there is something to complain of'
  expect 1 explain SHA2-256
  expect 0 enable --print
  cmp -s "$dir/out" "$dir/after.cnf" || fail 'it adds to what is enough'
}
enabled "$dir/empty.cnf"
enabled "$dir/behind.cnf" section
enabled "$dir/strict.cnf" section
enabled "$dir/alone.cnf" section
# OpenSSL's own file: the default provider named, and not activated
cat >"$dir/stock.cnf" <<'END'
openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
[provider_sect]
default = default_sect
[default_sect]
# activate = 1
END
enabled "$dir/stock.cnf"
# somebody else's provider, and query
cat >"$dir/other.cnf" <<'END'
openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
alg_section = algorithm_sect
[provider_sect]
default = default_sect
base = base_sect
[default_sect]
activate = 1
[base_sect]
activate = 1
[algorithm_sect]
default_properties = ?provider=base,-fips
END
enabled "$dir/other.cnf"
expect 0 enable --print --config "$dir/other.cnf"
says '^default_properties = .provider=vgfast,-fips$'
if [ -f /etc/ssl/openssl.cnf ]; then
  enabled /etc/ssl/openssl.cnf
fi
expect 0 enable --print --json --config "$dir/stock.cnf"
json 'o["changed"] and "[provider_sect]\nvgfast = vgfast_sect\n" in o["block"]'
expect 0 enable --print --module /opt/vgfast.so --config "$dir/empty.cnf"
says '^module = /opt/vgfast.so$'
# a name that would mean something in the file, and a query that does
odd="$dir/a \$b #c 'd \\e
f"
mkdir "$odd"
cp "$2/vgfast.so" "$odd/vgfast.so"
expect 0 enable --print --module "$odd/vgfast.so" --config "$dir/empty.cnf"
{ cat "$dir/out"; printf '[vgfast_sect]\ngeneric = yes\n'; } >"$dir/odd.cnf"
OPENSSL_CONF=$dir/odd.cnf
expect 0 status --no-speed --json
json 'o["module"]["active"] and "/a $b #c " in o["module"]["path"]'
printf '%s\n' 'openssl_conf = i' '[i]' 'alg_section = a' '[a]' \
  "default_properties = \"?x='a b#c'\"" >"$dir/query.cnf"
expect 0 enable --print --config "$dir/query.cnf"
mv "$dir/out" "$dir/query.cnf"
OPENSSL_CONF=$dir/query.cnf
expect 0 status --no-speed --json
json 'o["config"]["default_properties"] == "?provider=vgfast,?x=" + repr("a b#c")'
expect 1 enable --print --config "$dir/none.cnf"
printf '[unfinished\n' >"$dir/broken.cnf"
expect 1 enable --print --config "$dir/broken.cnf"
