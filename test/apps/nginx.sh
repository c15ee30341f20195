# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
#
# nginx.sh - nginx with four workers and curl over loopback: every suite that
# vgfast has a part in, bodies of 50 MB compared by hash, configuration reloaded
# under load.  For scripts/test-apps, which has set dir, conf and made
# the certificates.

nginx_start() {
  port=$(free_port)
  mkdir -p "$dir/nginx/www" "$dir/nginx/tmp"
  ln "$dir/body" "$dir/nginx/www/body"
  sum=$(sha256sum <"$dir/body")
  {
    if [ "$(id -u)" = 0 ]; then
      echo 'user root root;'
    fi
    cat <<END
env WITNESS; # nginx forgets the environment
daemon off;
worker_processes 4;
pid $dir/nginx/pid;
error_log $dir/nginx/error.log;
events { worker_connections 64; }
http {
  access_log off;
  client_body_temp_path $dir/nginx/tmp;
  proxy_temp_path $dir/nginx/tmp;
  fastcgi_temp_path $dir/nginx/tmp;
  uwsgi_temp_path $dir/nginx/tmp;
  scgi_temp_path $dir/nginx/tmp;
  server {
    listen 127.0.0.1:$port ssl;
    root $dir/nginx/www;
    ssl_protocols TLSv1.2 TLSv1.3;
    ssl_ciphers ALL;
    ssl_certificate $dir/ec.crt;
    ssl_certificate_key $dir/ec.key;
    ssl_certificate $dir/rsa.crt;
    ssl_certificate_key $dir/rsa.key;
  }
}
END
  } >"$dir/nginx/conf"
  cat "$dir/ec.crt" "$dir/rsa.crt" >"$dir/nginx/ca"
  loaded_exec /usr/sbin/nginx -e "$dir/nginx/error.log" -c "$dir/nginx/conf" &
  nginx=$!
  wait_for_port "$port" "$nginx"
}

# fetch ARGUMENT...: the body, by curl, has to be the body
fetch() {
  got=$(loaded curl -sS --http1.1 --cacert "$dir/nginx/ca" "$@" \
    "https://localhost:$port/body" --resolve "localhost:$port:127.0.0.1" |
    sha256sum)
  [ "$got" = "$sum" ]
}

# Both ends by vgfast: the two of curl's connection, and nginx's two.
fetch_with() {
  cipher=$1
  shift
  : >"$dir/witness"
  fetch "$@" || return 1
  sleep 0.2 # nginx frees its own when it has seen the end
  n=$(grep -ciE "^vgfast (id-)?$cipher\$" "$dir/witness")
  m=$(grep -ciE "^default (id-)?$cipher\$" "$dir/witness")
  echo "$n contexts by vgfast, $m by default"
  [ "$n" -ge 4 ] && [ "$m" -eq 0 ]
}

# Four clients at once, and a reload every half second.
nginx_reloads() {
  rm -f "$dir/nginx/lost"
  clients=
  for i in 1 2 3 4; do
    (for j in 1 2 3 4; do fetch || echo "$i $j" >>"$dir/nginx/lost"; done) &
    clients="$clients $!"
  done
  for i in 1 2 3; do
    sleep 0.5
    kill -HUP "$nginx" || return 1
  done
  # shellcheck disable=SC2086  # a list
  wait $clients
  [ ! -e "$dir/nginx/lost" ] && kill -0 "$nginx" &&
    ! grep -E '\[(alert|crit|emerg)\]' "$dir/nginx/error.log"
}

nginx_all() {
  check 'nginx starts' nginx_start
  while read -r suite cipher; do
    check "nginx, TLS 1.3 $suite" fetch_with "$cipher" \
      --tlsv1.3 --tls13-ciphers "$suite"
  done <<'SUITES'
TLS_AES_128_GCM_SHA256 AES-128-GCM
TLS_AES_256_GCM_SHA384 AES-256-GCM
TLS_CHACHA20_POLY1305_SHA256 ChaCha20-Poly1305
SUITES
  while read -r suite cipher; do
    check "nginx, TLS 1.2 $suite" fetch_with "$cipher" \
      --tls-max 1.2 --ciphers "$suite"
  done <<'SUITES'
ECDHE-ECDSA-AES128-GCM-SHA256 AES-128-GCM
ECDHE-ECDSA-AES256-GCM-SHA384 AES-256-GCM
ECDHE-ECDSA-CHACHA20-POLY1305 ChaCha20-Poly1305
ECDHE-RSA-AES128-GCM-SHA256 AES-128-GCM
ECDHE-RSA-AES256-GCM-SHA384 AES-256-GCM
ECDHE-RSA-CHACHA20-POLY1305 ChaCha20-Poly1305
AES128-GCM-SHA256 AES-128-GCM
AES256-GCM-SHA384 AES-256-GCM
SUITES
  check 'nginx reloads under load' nginx_reloads
  kill "$nginx" 2>/dev/null
  wait "$nginx" || :
}
