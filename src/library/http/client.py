"""CPython has HTTPSConnection when it has ssl. Here no connection can be made, whatever it is called: each is refused when it connects."""


class HTTPSConnection(HTTPConnection):
    """A connection to a server by TLS. It can be made ready, and isn't opened."""

    default_port = HTTPS_PORT

    def __init__(
        self,
        host,
        port=None,
        key_file=None,
        cert_file=None,
        timeout=socket._GLOBAL_DEFAULT_TIMEOUT,
        source_address=None,
        *,
        context=None,
        check_hostname=None,
        blocksize=8192,
    ):
        HTTPConnection.__init__(self, host, port, timeout, source_address, blocksize)
        self.key_file, self.cert_file = key_file, cert_file
        self._context = context


__all__.append("HTTPSConnection")
