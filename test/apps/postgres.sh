# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
#
# postgres.sh - PostgreSQL's pgcrypto: AES-ECB by name, and as what PGP's CFB is
# made of.  A server without a network (postgres --single).  For
# scripts/test-apps, which has set dir, conf.

# PostgreSQL refuses to be root.
as_postgres() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
  else
    "$@"
  fi
}

# sql PROVIDER: the statements' results, and who served them, in files
sql() {
  loaded as_postgres "$pg/postgres" --single -D "$dir/pg/data" postgres \
    <<'SQL' 2>"$dir/pg/log" | grep -o '^.*= "[^"]*"' | grep -v '^\s*0' >"$dir/pg/$1"
CREATE EXTENSION IF NOT EXISTS pgcrypto
SELECT encode(encrypt(decode(repeat('00112233445566778899aabbccddeeff', 500), 'hex'), decode('000102030405060708090a0b0c0d0e0f', 'hex'), 'aes-ecb/pad:none'), 'hex') AS ecb128
SELECT encode(encrypt(decode(repeat('00112233445566778899aabbccddeeff', 500), 'hex'), decode('000102030405060708090a0b0c0d0e0f1011121314151617', 'hex'), 'aes-ecb/pad:none'), 'hex') AS ecb192
SELECT encode(encrypt(decode(repeat('00112233445566778899aabbccddeeff', 500), 'hex'), decode('000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f', 'hex'), 'aes-ecb/pad:none'), 'hex') AS ecb256
SELECT decrypt(encrypt('padded to whole blocks', 'key of 16 bytes.', 'aes-ecb'), 'key of 16 bytes.', 'aes-ecb') = 'padded to whole blocks' AS back
SELECT pgp_sym_decrypt(pgp_sym_encrypt(repeat('a long text. ', 9999), 'password', 'cipher-algo=aes256'), 'password') = repeat('a long text. ', 9999) AS pgp
SQL
}

pgcrypto() {
  pg=$(ls -d /usr/lib/postgresql/*/bin)
  mkdir -p "$dir/pg"
  # where that user may read
  cp "$conf" "$dir/pg"
  set -- "$conf"
  conf=$dir/pg/${conf##*/}
  chmod 711 "$dir"
  chmod 777 "$dir/pg"
  touch "$dir/witness"
  chmod 666 "$dir/witness"
  as_postgres "$pg/initdb" -A trust -N -D "$dir/pg/data" >"$dir/pg/log" 2>&1 || {
    cat "$dir/pg/log"
    return 1
  }
  : >"$dir/witness"
  sql vgfast
  for bits in 128 192 256; do
    grep -ixE "vgfast (id-)?AES-$bits-ECB" "$dir/witness" | sort -u
  done
  cp "$dir/witness" "$dir/pg/witness"
  conf=/dev/null
  sql default
  conf=$1
  cat "$dir/pg/log"
  cut -c 1-60 "$dir/pg/vgfast"
  [ "$(wc -l <"$dir/pg/vgfast")" -eq 5 ] &&
    [ "$(grep -c '"t"' "$dir/pg/vgfast")" -eq 2 ] &&
    cmp "$dir/pg/vgfast" "$dir/pg/default" &&
    [ "$(sort -u "$dir/pg/witness" | grep -ciE '^vgfast .*ECB')" -eq 3 ] &&
    ! grep -iE '^default .*-(ECB|CTR|GCM)' "$dir/pg/witness"
}
