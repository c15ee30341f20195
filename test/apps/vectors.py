# SPDX-License-Identifier: Apache-2.0
"""vectors.py: the package cryptography over its own test vectors.

ECB, CTR, GCM (also with forged tags), ChaCha20, ChaCha20-Poly1305 and Poly1305
from cryptography_vectors, as many as there are; prints how many.
"""
import os
import re
from binascii import unhexlify

import cryptography_vectors
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives import poly1305
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes
from cryptography.hazmat.primitives.ciphers.aead import (
    AESGCM, ChaCha20Poly1305)

root = os.path.dirname(cryptography_vectors.__file__)


def records(*path):
    """Paragraphs "NAME = value" as dictionaries, "FAIL" as a key of its own."""
    record = {}
    with open(os.path.join(root, *path), encoding='ascii') as f:
        for line in list(f) + ['']:
            line = line.split('#')[0].strip()
            pair = re.match(r'(\w+)\s*[=:]\s*(.*)$', line)
            if pair:
                record[pair[1].upper()] = pair[2]
            elif line == 'FAIL':
                record['FAIL'] = ''
            elif not line:
                if record:
                    yield record
                record = {}


def names(*path):
    return sorted(os.listdir(os.path.join(root, *path)))


def octets(record, *keys):
    for key in keys:
        if key in record:
            value = record[key]
            return (value.strip('"').encode() if value.startswith('"')
                    else unhexlify(value))
    raise KeyError(keys)


def both_ways(cipher, plain, text):
    for context, given, wanted in ((cipher.encryptor(), plain, text),
                                   (cipher.decryptor(), text, plain)):
        assert context.update(given) + context.finalize() == wanted


def blocks():
    n = 0
    for mode in ('ECB', 'CTR'):
        for name in names('ciphers', 'AES', mode):
            for r in records('ciphers', 'AES', mode, name):
                if 'KEY' not in r:
                    continue
                chosen = (modes.ECB() if mode == 'ECB'
                          else modes.CTR(octets(r, 'IV')))
                both_ways(Cipher(algorithms.AES(octets(r, 'KEY')), chosen),
                          octets(r, 'PLAINTEXT'), octets(r, 'CIPHERTEXT'))
                n += 1
    return n


def gcm():
    n = 0
    for name in names('ciphers', 'AES', 'GCM'):
        for r in records('ciphers', 'AES', 'GCM', name):
            if 'KEY' not in r or len(r['TAG']) < 32 or len(r['IV']) < 16:
                continue
            key, iv, aad, text, tag = (octets(r, k) for k in (
                'KEY', 'IV', 'AAD', 'CT', 'TAG'))
            try:
                plain = AESGCM(key).decrypt(iv, text + tag, aad)
                assert 'FAIL' not in r and plain == octets(r, 'PT')
                assert AESGCM(key).encrypt(iv, plain, aad) == text + tag
            except InvalidTag:
                assert 'FAIL' in r, r
            n += 1
    return n


def chacha():
    n = 0
    for r in records('ciphers', 'ChaCha20', 'rfc7539.txt'):
        if 'KEY' not in r:
            continue
        nonce = (int(r['INITIAL_BLOCK_COUNTER']).to_bytes(4, 'little')
                 + octets(r, 'NONCE'))
        both_ways(Cipher(algorithms.ChaCha20(octets(r, 'KEY'), nonce), None),
                  octets(r, 'PLAINTEXT'), octets(r, 'CIPHERTEXT'))
        n += 1
    for name in ('boringssl.txt', 'openssl.txt'):
        for r in records('ciphers', 'ChaCha20Poly1305', name):
            if 'KEY' not in r or len(octets(r, 'NONCE', 'IV')) != 12:
                continue
            key, nonce, aad = (octets(r, 'KEY'), octets(r, 'NONCE', 'IV'),
                               octets(r, 'AD', 'AAD'))
            text = octets(r, 'CT', 'CIPHERTEXT') + octets(r, 'TAG')
            try:
                plain = ChaCha20Poly1305(key).decrypt(nonce, text, aad)
                assert plain == octets(r, 'IN', 'PLAINTEXT')
                assert ChaCha20Poly1305(key).encrypt(nonce, plain, aad) == text
            except InvalidTag:
                assert r.get('RESULT') == 'CIPHERFINAL_ERROR', r
            n += 1
    return n


def mac():
    n = 0
    for r in records('poly1305', 'rfc7539.txt'):
        if 'KEY' not in r:
            continue
        key, message, tag = (octets(r, 'KEY'), octets(r, 'MSG'),
                             octets(r, 'TAG'))
        assert poly1305.Poly1305.generate_tag(key, message) == tag
        try:
            poly1305.Poly1305.verify_tag(key, message, bytes(16))
            assert tag == bytes(16)
        except InvalidSignature:
            pass
        n += 1
    return n


if __name__ == '__main__':
    counts = {f.__name__: f() for f in (blocks, gcm, chacha, mac)}
    print(counts)
    assert counts['blocks'] > 1000 and counts['gcm'] > 4000
    assert counts['chacha'] > 50 and counts['mac'] > 8
