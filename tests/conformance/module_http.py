import http.client
import http.server
import io
import urllib.request
import wsgiref.handlers
import wsgiref.headers
import wsgiref.simple_server
import wsgiref.types
import wsgiref.util
import wsgiref.validate
import xmlrpc.server

connection = http.client.HTTPSConnection("example.org", timeout=3)
print(connection.host, connection.port, connection.default_port, connection.timeout, http.client.HTTPSConnection("a:8443").port)
print(issubclass(http.client.HTTPSConnection, http.client.HTTPConnection), "HTTPSConnection" in http.client.__all__)
print("HTTPSHandler" in dir(urllib.request), issubclass(urllib.request.HTTPSHandler, urllib.request.BaseHandler))


# A server's side, without a connection.
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.end_headers()
        self.wfile.write(f"you asked for {self.path}".encode())

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_error(418, "no: " + body.decode())

    def date_time_string(self, timestamp=None):
        return "today"

    def version_string(self):
        return "test"

    def log_message(self, format, *args):
        print("log:", format % args)


class Request:
    def __init__(self, data):
        self.data, self.answer = io.BytesIO(data), b""

    def makefile(self, mode, size=-1):
        return self.data

    def sendall(self, data):
        self.answer += data


for data in (
    b"GET /page?x=1 HTTP/1.0\r\n\r\n",
    b"POST / HTTP/1.0\r\nContent-Length: 3\r\n\r\nabc",
    b"PUT / HTTP/1.0\r\n\r\n",
    b"nonsense\r\n\r\n",
):
    request = Request(data)
    Handler(request, ("127.0.0.1", 9), None)
    print(request.answer.decode())


def application(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [environ["REQUEST_METHOD"].encode(), b" ", wsgiref.util.request_uri(environ).encode()]


environ = {"QUERY_STRING": "a=1"}
wsgiref.util.setup_testing_defaults(environ)
out = io.BytesIO()
handler = wsgiref.handlers.SimpleHandler(io.BytesIO(), out, io.StringIO(), environ)
handler.run(wsgiref.validate.validator(application))
print([line for line in out.getvalue().decode().split("\r\n") if not line.startswith("Date")])
headers = wsgiref.headers.Headers([("A", "1")])
headers.add_header("B", "2", name="x")
print(str(headers), wsgiref.util.is_hop_by_hop("Connection"), wsgiref.util.shift_path_info({"PATH_INFO": "/a/b"}), wsgiref.types.__name__)
print(wsgiref.simple_server.WSGIRequestHandler.server_version.partition("/")[0])

dispatcher = xmlrpc.server.SimpleXMLRPCDispatcher(allow_none=True)
dispatcher.register_function(lambda a, b: a + b, "add")
dispatcher.register_introspection_functions()
print(
    dispatcher._marshaled_dispatch(
        b"<methodCall><methodName>add</methodName><params><param><value><int>2</int></value></param>"
        b"<param><value><int>3</int></value></param></params></methodCall>"
    ).decode()
)
print(dispatcher.system_listMethods())
