"""A provider of OpenID Connect, for tests: a real HTTP server with keys of its own, which can be told to misbehave.

It does what such a provider has to: it checks the client, the code (once), the address to go back to and PKCE, and signs ID tokens.
Whoever comes to its page is signed in as `user` at once, unless `asks`: then they choose a name.
"""

import base64
import hashlib
import html
import http.server
import json
import secrets
import ssl
import threading
import time
import urllib.parse

from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, padding, rsa, utils

REALM = "/realms/acme"
CLIENT, SECRET = "fermata", "a secret+of/ours"
USERS = {
    "ada": {"groups": ["finance", "staff"], "email": "ada@example.org", "email_verified": True, "realm": {"org": "acme"}},
    "eve": {"groups": [], "email": "ada@example.org", "email_verified": False},
    "zoë": {"groups": ["staff"], "email": "zoe@example.org", "email_verified": True},
}


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def of_number(number, size=None):
    return base64url(number.to_bytes(size or (number.bit_length() + 7) // 8, "big"))


class Key:
    """A key pair, and what it signs."""

    def __init__(self, alg="RS256", kid=None, bits=2048, of=None):
        self.alg, self.kid = alg, kid or secrets.token_hex(4)
        self.private = of.private if of else self.made(bits)

    def made(self, bits):
        if self.alg.startswith("ES"):
            return ec.generate_private_key({"ES256": ec.SECP256R1, "ES384": ec.SECP384R1}[self.alg]())
        return rsa.generate_private_key(65537, bits)

    @property
    def jwk(self):
        numbers = self.private.public_key().public_numbers()
        told = {"kid": self.kid, "use": "sig", "alg": self.alg}
        if self.alg.startswith("ES"):
            size = self.private.curve.key_size // 8
            return {**told, "kty": "EC", "crv": f"P-{size * 8}", "x": of_number(numbers.x, size), "y": of_number(numbers.y, size)}
        return {**told, "kty": "RSA", "n": of_number(numbers.n), "e": of_number(numbers.e)}

    def signature(self, data):
        digest = {"256": hashes.SHA256(), "384": hashes.SHA384()}[self.alg[2:]]
        if self.alg.startswith("ES"):
            size = self.private.curve.key_size // 8
            r, s = utils.decode_dss_signature(self.private.sign(data, ec.ECDSA(digest)))
            return r.to_bytes(size, "big") + s.to_bytes(size, "big")
        if self.alg.startswith("PS"):
            return self.private.sign(data, padding.PSS(padding.MGF1(digest), digest.digest_size), digest)
        return self.private.sign(data, padding.PKCS1v15(), digest)

    def token(self, claims, **header):
        """None as a value of the header leaves that out."""
        header = {"alg": self.alg, "kid": self.kid, "typ": "JWT", **header}
        header = {name: value for name, value in header.items() if value is not None}
        head = base64url(json.dumps(header).encode()) + "." + base64url(json.dumps(claims).encode())
        return head + "." + base64url(self.signature(head.encode()))

    @property
    def pem(self):
        return self.private.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)


def hs256(claims, key, kid):
    """A token that is signed with a text which both sides have."""
    head = base64url(json.dumps({"alg": "HS256", "kid": kid}).encode()) + "." + base64url(json.dumps(claims).encode())
    sign = hmac.HMAC(key, hashes.SHA256())
    sign.update(head.encode())
    return head + "." + base64url(sign.finalize())


class Provider:
    def __init__(self, certificate=None, key=None):
        """With files of these it speaks TLS."""
        self.keys = [Key()]
        self.user = "ada"
        self.asks = False
        self.codes = {}  # what each was given for
        self.seen = []  # (method, path)
        self.changed = {}  # of the claims; None takes one away
        self.token = None  # (claims) → the token, instead of the first key's
        self.answers = {}  # path → (handler) → None: what it does instead
        self.configuration = {}  # what is different in it
        self.clients = {CLIENT: SECRET}  # None: a public one
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                provider.handle(self)

            do_POST = do_GET

            def log_message(self, *args):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.url = f"http{'s' if certificate else ''}://localhost:{self.server.server_address[1]}"
        self.issuer = self.url + REALM
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def handle(self, handler):
        url = urllib.parse.urlsplit(handler.path)
        path = url.path.removeprefix(REALM)
        query = dict(urllib.parse.parse_qsl(url.query))
        form = dict(urllib.parse.parse_qsl(handler.rfile.read(int(handler.headers.get("Content-Length", 0))).decode()))
        self.seen.append((handler.command, path))
        try:
            if path in self.answers:
                self.answers[path](handler)
            elif path == "/.well-known/openid-configuration":
                self.give(handler, self.told())
            elif path == "/jwks":
                self.give(handler, {"keys": [{"kty": "OKP", "crv": "Ed25519", "x": "AA"}, *(key.jwk for key in self.keys)]})
            elif path == "/auth" and self.asks and "as" not in query:
                self.ask(handler, query)
            elif path == "/auth":
                self.send_back(handler, query)
            elif path == "/token":
                self.give_token(handler, form)
            else:
                self.give(handler, {"error": "nothing is here"}, 404)
        except (BrokenPipeError, ConnectionResetError):
            pass  # whoever asked has enough

    def give(self, handler, data, status=200, type="application/json"):
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        handler.send_response(status)
        handler.send_header("Content-Type", type)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    def told(self):
        return {
            "issuer": self.issuer,
            "authorization_endpoint": self.issuer + "/auth",
            "token_endpoint": self.issuer + "/token",
            "jwks_uri": self.issuer + "/jwks",
            "authorization_response_iss_parameter_supported": True,
            **self.configuration,
        }

    def ask(self, handler, query):
        hidden = "".join(f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">' for name, value in query.items())
        names = "".join(f'<button name="as" value="{html.escape(name)}">{html.escape(name)}</button>' for name in USERS)
        page = f'<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Acme</title><form>{hidden}{names}</form>'
        self.give(handler, page.encode(), type="text/html; charset=utf-8")

    def send_back(self, handler, query):
        code = secrets.token_urlsafe(16)
        self.codes[code] = {**query, "user": query.get("as", self.user)}
        back = {"code": code, "state": query["state"], "iss": self.issuer}
        handler.send_response(302)
        handler.send_header("Location", query["redirect_uri"] + "?" + urllib.parse.urlencode(back))
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    def client_of(self, handler, form):
        """None: it isn't one."""
        given = handler.headers.get("Authorization", "")
        if given.startswith("Basic "):
            name, secret = base64.b64decode(given[6:]).decode().split(":")
            name, secret = urllib.parse.unquote_plus(name), urllib.parse.unquote_plus(secret)
        else:
            name, secret = form.get("client_id"), form.get("client_secret")
        return name if name in self.clients and self.clients[name] == secret else None

    def give_token(self, handler, form):
        client = self.client_of(handler, form)
        if not client:
            return self.give(handler, {"error": "invalid_client"}, 401)
        given = self.codes.pop(form.get("code"), None)
        challenge = base64url(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if (
            not given
            or given["client_id"] != client
            or given["redirect_uri"] != form.get("redirect_uri")
            or (given.get("code_challenge_method"), given.get("code_challenge")) != ("S256", challenge)
            or form.get("grant_type") != "authorization_code"
        ):
            return self.give(handler, {"error": "invalid_grant", "error_description": "no\nsuch code"}, 400)
        claims = self.claims_of(given, client)
        token = self.token(claims) if self.token else self.keys[0].token(claims)
        self.give(handler, {"access_token": "x", "token_type": "Bearer", "id_token": token})

    def claims_of(self, given, client):
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "sub": "subject of " + given["user"],
            "aud": client,
            "exp": now + 300,
            "iat": now,
            "nonce": given.get("nonce"),
            "preferred_username": given["user"],
            **USERS[given["user"]],
            **self.changed,
        }
        return {name: value for name, value in claims.items() if value is not None}
