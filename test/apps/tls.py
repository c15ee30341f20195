# SPDX-License-Identifier: Apache-2.0
"""tls.py CERTIFICATE KEY: Python's hashlib and ssl in one process.

A client and a server talk TLS through memory: a handshake, 100 kB each way,
and a digest by the default provider of what arrived.
"""
import hashlib
import ssl
import sys




def main(certificate, key):
    server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_context.load_cert_chain(certificate, key)
    client_context = ssl.create_default_context(cafile=certificate)

    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    server = server_context.wrap_bio(to_server, to_client, server_side=True)
    client = client_context.wrap_bio(to_client, to_server,
                                     server_hostname='localhost')
    pending = [client, server]
    for _ in range(10):
        for side in list(pending):
            try:
                side.do_handshake()
                pending.remove(side)
            except ssl.SSLWantReadError:
                pass
    assert not pending, 'no handshake'
    assert client.cipher()[0] == 'TLS_AES_256_GCM_SHA384', client.cipher()

    message = bytes(i % 251 for i in range(100000))
    digest = hashlib.sha256(message).hexdigest()
    for sender, receiver in ((client, server), (server, client)):
        sender.write(message)
        received = b''
        while len(received) < len(message):
            received += receiver.read(len(message))
        assert hashlib.sha256(received).hexdigest() == digest
    del client, server


if __name__ == '__main__':
    main(*sys.argv[1:])
