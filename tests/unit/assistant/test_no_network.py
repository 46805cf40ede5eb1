"""No test can reach anything but the servers that tests start."""

import socket
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.messages_server import MessagesServer
from tests.no_network import TRIED, NetworkReached


@pytest.fixture
def tried(nothing_reaches_a_network: None) -> Iterator[list[str]]:
    yield TRIED
    TRIED.clear()


@pytest.mark.parametrize("address", [("192.0.2.1", 80), ("127.0.0.1", 9)])
def test_no_connection_is_made(tried: list[str], address: tuple[str, int]) -> None:
    with socket.socket() as opened, pytest.raises(NetworkReached):
        opened.connect(address)
    assert len(tried) == 1


def test_no_name_is_looked_up_and_no_datagram_sent(tried: list[str]) -> None:
    with pytest.raises(NetworkReached):
        socket.getaddrinfo("example.com", 443)
    with pytest.raises(NetworkReached):
        socket.gethostbyname("example.com")
    with socket.socket(type=socket.SOCK_DGRAM) as opened, pytest.raises(NetworkReached):
        opened.sendto(b"1", ("192.0.2.1", 53))
    with socket.socket() as opened, pytest.raises(NetworkReached):
        opened.bind(("0.0.0.0", 0))
    assert len(tried) == 4


def test_a_server_of_the_tests_is_reached_while_it_runs(tried: list[str]) -> None:
    with MessagesServer() as server, socket.create_connection(("127.0.0.1", server.port)):
        assert tried == []
    with socket.socket() as opened, pytest.raises(NetworkReached):
        opened.connect(("127.0.0.1", server.port))


def test_pairs_of_sockets_are_local() -> None:
    one, other = socket.socketpair()
    with one, other:
        one.sendall(b"1")
        assert other.recv(1) == b"1"


@given(st.integers())
def test_hypothesis_goes_on_as_before(number: int) -> None:
    assert isinstance(number, int)
