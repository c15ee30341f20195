# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=sh disable=SC2154
#
# ssh.sh - OpenSSH over loopback: sshd and scp with each of the six ciphers that
# vgfast has a part in, a new key every MiB, both ends witnessed, and sshd's
# sandbox on.  For scripts/test-apps, which has set dir, conf.

ssh_start() {
  port=$(free_port)
  mkdir -p "$dir/ssh"
  if [ "$(id -u)" = 0 ]; then
    mkdir -p /run/sshd # where the package's service would have put it
  fi
  for key in host user; do
    ssh-keygen -q -t ed25519 -N '' -f "$dir/ssh/$key" || return 1
  done
  cp "$dir/ssh/user.pub" "$dir/ssh/authorized"
  cat >"$dir/ssh/config" <<END
ListenAddress 127.0.0.1
Port $port
HostKey $dir/ssh/host
AuthorizedKeysFile $dir/ssh/authorized
StrictModes no
UsePAM no
PidFile none
PermitRootLogin yes
RekeyLimit 1M
LogLevel DEBUG3
Subsystem sftp internal-sftp
Ciphers $ssh_ciphers
END
  loaded_exec /usr/sbin/sshd -D -e -f "$dir/ssh/config" 2>"$dir/ssh/log" &
  sshd=$!
  wait_for_port "$port" "$sshd"
}

# A file there and back with this cipher; EVP knows it by NAME.
ssh_copies() {
  cipher=$1 name=$2
  : >"$dir/witness.sshd"
  rm -f "$dir/ssh/there" "$dir/ssh/back"
  set -- -q -F none -P "$port" -i "$dir/ssh/user" -o Ciphers="$cipher" \
    -o RekeyLimit=1M -o StrictHostKeyChecking=no -o BatchMode=yes \
    -o UserKnownHostsFile=/dev/null -o IdentitiesOnly=yes
  who=$(id -un)@127.0.0.1
  loaded scp "$@" "$dir/big" "$who:$dir/ssh/there" &&
    loaded scp "$@" "$who:$dir/ssh/there" "$dir/ssh/back" &&
    cmp "$dir/big" "$dir/ssh/back" || return 1
  # Each new key frees two contexts at either end.
  n=$(grep -ciE "^vgfast (id-)?$name\$" "$dir/witness")
  m=$(grep -ciE "^default (id-)?$name\$" "$dir/witness")
  echo "$n contexts by vgfast, $m by default"
  [ "$n" -ge 24 ] && [ "$m" -eq 0 ]
}

ssh_sandboxed() {
  grep -q 'ssh_sandbox_child: attaching seccomp filter program' "$dir/ssh/log" &&
    ! grep -i 'sandbox violation\|SIGSYS\|signal 31' "$dir/ssh/log"
}

ssh_all() {
  ssh_ciphers='aes128-ctr,aes192-ctr,aes256-ctr,aes128-gcm@openssh.com'
  ssh_ciphers="$ssh_ciphers,aes256-gcm@openssh.com"
  ssh_ciphers="$ssh_ciphers,chacha20-poly1305@openssh.com"
  head -c 8000000 "$dir/body" >"$dir/big"
  check 'sshd starts' ssh_start
  while read -r cipher name; do
    : >"$dir/witness"
    check "scp $cipher" ssh_copies "$cipher" "$name"
  done <<'CIPHERS'
aes128-ctr AES-128-CTR
aes192-ctr AES-192-CTR
aes256-ctr AES-256-CTR
aes128-gcm@openssh.com AES-128-GCM
aes256-gcm@openssh.com AES-256-GCM
chacha20-poly1305@openssh.com ChaCha20
CIPHERS
  check 'sshd: the sandbox was on, and had nothing to object to' ssh_sandboxed
  kill "$sshd" 2>/dev/null
  wait "$sshd" || :
}
