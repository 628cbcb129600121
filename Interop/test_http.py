"""What goes over the wire: hosts, chunks, TLS."""

import os
import socket
import subprocess
import time

import pytest
import requests

from service import PROGRAM, Service, countersign


def answer(service: Service, request: bytes) -> tuple[int, bytes]:
    """The status and the whole answer to bytes that no client library would send."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as connection:
        connection.sendall(request)
        received = b""
        while part := connection.recv(65536):
            received += part
            if b"\r\n\r\n" in received and received.endswith(b"}"):
                break
    assert received.startswith(b"HTTP/1.1 "), received
    return int(received.split()[1]), received


@pytest.mark.parametrize("hosts", ["", "Host: a.example\r\nHost: b.example\r\n", "Host: a.example\r\nhost: a.example\r\n"])
def test_a_request_names_one_host(hosts, service):
    status, received = answer(service, f"GET /health HTTP/1.1\r\n{hosts}\r\n".encode())
    assert status == 400 and b"The request needs one Host header" in received
    assert answer(service, b"GET /health HTTP/1.1\r\nHost: a.example\r\n\r\n")[0] == 200


@pytest.mark.parametrize("host", ["a b", "user@evil.example", "a/b", "a?b", "", "[::1", "a,b"])
def test_what_is_no_host_is_refused(host, service):
    status, received = answer(service, f"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert status == 400, received


@pytest.mark.parametrize("path", ["/no/such/path", "/restapi/v2.1/accounts/x/envelopes", "/authority/revoked.crl"])
def test_an_answer_to_head_has_no_content(path, service):
    with socket.create_connection(("127.0.0.1", service.port), timeout=20) as connection:
        request = f"HEAD {path} HTTP/1.1\r\nHost: a.example\r\n"
        connection.sendall(f"{request}\r\n{request}Connection: close\r\n\r\n".encode())
        received = b""
        while part := connection.recv(65536):
            received += part
    first, second, rest = received.split(b"\r\n\r\n")
    assert first.startswith(b"HTTP/1.1 ") and second.startswith(b"HTTP/1.1 ") and rest == b""


@pytest.mark.parametrize("head, status", [
    ("GET /health HTTP/1.1\r\nTransfer-Encoding: gzip, chunked", 501),
    ("GET /health HTTP/1.1\r\nContent-Encoding: gzip", 415),
    ("GET /health HTTP/1.1\r\nContent-Encoding: identity", 200),
    ("PROPFIND /health HTTP/1.1", 501),
    ("DELETE /health HTTP/1.1", 405),
])
def test_what_the_service_cannot_read_is_refused(head, status, service):
    assert answer(service, f"{head}\r\nHost: a.example\r\n\r\n0\r\n\r\n".encode())[0] == status


@pytest.mark.parametrize("size", [b"zz", b"-1", b"FFFFFFFFFFFFFFFFF", b"0x5", b"5 5"])
@pytest.mark.parametrize("path", ["envelopes", "templates"])
def test_a_chunk_whose_size_is_none_is_refused(size, path, account, service):
    head = (
        f"POST /restapi/v2.1/accounts/{account.id}/{path} HTTP/1.1\r\nHost: localhost\r\n"
        f"Authorization: Bearer {account.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
    )
    status, received = answer(service, head.encode() + b"1\r\n{\r\n" + size + b"\r\n}\r\n0\r\n\r\n")
    assert status == 400, received
    assert b"onnection: close" in received


def test_idle_connections_leave_the_service_working(tmp_path):
    service = Service(tmp_path / "idle", open_files=128)
    service.start()
    idle = [socket.create_connection(("127.0.0.1", service.port), timeout=20) for _ in range(200)]
    try:
        time.sleep(1)
        assert len(os.listdir(f"/proc/{service.process.pid}/fd")) < 128
        for connection in idle:
            connection.close()
        assert requests.get(f"{service.base}/health", timeout=60).ok
    finally:
        for connection in idle:
            connection.close()
        assert service.stop() == 0


def test_over_tls_nothing_goes_in_the_clear(tmp_path, authority, anchor, monkeypatch):
    files = authority.issue_for_host("localhost").write(tmp_path, "server")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(anchor))
    service = Service(tmp_path / "secure", "--tls-certificate", str(files.certificates), "--tls-key", str(files.key))
    service.start()
    try:
        healthy = requests.get(f"{service.base}/health", timeout=20)
        assert healthy.ok and "max-age" in healthy.headers["Strict-Transport-Security"]
        assert f"API base path   https://127.0.0.1:{service.port}/restapi" in service.log.read_text()
        with pytest.raises(requests.ConnectionError):
            requests.get(f"http://127.0.0.1:{service.port}/health", timeout=20)
        old = subprocess.run(
            ["openssl", "s_client", "-connect", f"localhost:{service.port}", "-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"],
            input=b"", capture_output=True, timeout=30)
        assert old.returncode != 0
        now = subprocess.run(
            ["openssl", "s_client", "-connect", f"localhost:{service.port}", "-CAfile", anchor, "-brief"], input=b"",
            capture_output=True, timeout=30)
        assert b"TLSv1.3" in now.stderr and b"Verification: OK" in now.stderr, now
    finally:
        assert service.stop() == 0


def test_a_certificate_that_has_expired_is_served_and_named_in_the_log(tmp_path, authority):
    files = authority.issue_for_host("localhost", days=-0.5).write(tmp_path, "server")
    run = subprocess.Popen(
        [PROGRAM, "serve", "--data", tmp_path / "data", "--port", "0", "--tls-certificate", files.certificates,
         "--tls-key", files.key], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert "Countersign serves" in run.stdout.readline()
        first = run.stderr.readline()
    finally:
        run.terminate()
        run.communicate(timeout=60)
    assert f"The TLS certificate in {files.certificates} expired at 20" in first, first


def test_a_port_that_is_taken_is_one_sentence(tmp_path):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        for number in range(10):
            run = countersign("serve", "--data", tmp_path / f"data{number}", "--port", other.getsockname()[1])
            assert run.returncode == 1 and "is in use; choose another with --port" in run.stderr, run
            assert run.stderr.count("\n") == 1 and "Cancellation" not in run.stderr, run.stderr


def test_a_certificate_that_cannot_be_used_is_said_before_anything_is_served(tmp_path, authority, anchor):
    files = authority.issue_for_host("localhost").write(tmp_path, "server")
    other = authority.issue_for_host("localhost").write(tmp_path, "other")
    for options, status, said in [
        (["--tls-certificate", files.certificates], 64, "--tls-certificate and --tls-key go together"),
        (["--tls-certificate", tmp_path / "none.pem", "--tls-key", files.key], 1, "There is no file"),
        (["--tls-certificate", files.certificates, "--tls-key", files.p12], 1, "cannot be read as a private key"),
        (["--tls-certificate", files.certificates, "--tls-key", other.key], 1, "does not belong to the certificate"),
        (["--tls-certificate", files.certificates, "--tls-key", files.key, "--public-url", "http://a.example"], 64,
         "is not https"),
    ]:
        run = countersign("serve", "--data", tmp_path / "data", "--port", "0", *options, timeout=30)
        assert run.returncode == status and said in run.stderr, (options, run.stderr)


@pytest.mark.parametrize("address", ["https://sign.example.org", "http://192.0.2.7:8080"])
def test_a_public_address_says_whether_there_is_a_proxy(address, tmp_path):
    run = countersign("serve", "--data", tmp_path / "data", "--port", "0", "--public-url", address, timeout=30)
    assert run.returncode == 64 and "--proxies 1" in run.stderr and "--proxies 0" in run.stderr, run
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("options", [
    ("--public-url", "https://sign.example.org", "--proxies", "1"),
    ("--public-url", "https://sign.example.org", "--proxies", "0"),
    ("--public-url", "http://localhost:8080"),
])
def test_a_service_starts_whose_operator_has_named_the_proxies_or_whose_address_is_its_own(options, tmp_path):
    service = Service(tmp_path / "data", *options)
    service.start()
    assert service.stop() == 0


def test_a_proxy_that_nobody_named_is_logged_once_with_the_option_to_set(tmp_path):
    service = Service(tmp_path / "data")
    service.start()
    requests.get(f"{service.base}/health", timeout=30)
    said = "start the service with --proxies 1"
    assert said not in service.log.read_text()
    for _ in range(3):
        requests.get(f"{service.base}/health", headers={"X-Forwarded-For": "192.0.2.1"}, timeout=30)
    assert service.stop() == 0
    assert service.log.read_text().count(said) == 1
