"""How the client asks: JSON over HTTP, by the standard library alone."""

from __future__ import annotations

import json
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Mapping
from typing import Any

from fermata._errors import Error


class ApiError(Error):
    """The server's answer to what it doesn't do. `status` is that of HTTP (404: it isn't there, or not for whoever asks; 409: it isn't in a
    state that permits this; 422: it was understood, and can't be done), `title` and `detail` say why."""

    def __init__(self, status: int, title: str, detail: str) -> None:
        super().__init__(f"{status} {title}: {detail}")
        self.status = status
        self.title = title
        self.detail = detail


class _Staying(urllib.request.HTTPRedirectHandler):
    # A token is for this server alone.
    def redirect_request(self, *_: Any) -> None:
        return None


def path_of(pattern: str, *parts: int | str) -> str:
    """The pattern's {…} filled in, each part as one part of the path."""
    for part in parts:
        before, _, rest = pattern.partition("{")
        pattern = before + urllib.parse.quote(str(part), safe="") + rest.partition("}")[2]
    return pattern


def _texts(query: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in query.items() if value is not None]


class Http:
    """A server, and who asks it."""

    def __init__(self, url: str, *, token: str | None = None, timeout: float = 60) -> None:
        """`url` is that of `fermata serve`, "http://127.0.0.1:8321"; `token` one that `fermata token` has made; `timeout` in seconds, for
        each answer."""
        if not url.startswith(("http://", "https://")):
            raise ValueError(f"url must begin with http:// or https://, not {url!r}")
        self.url: str = url.rstrip("/")
        self._headers = {"Accept": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        self._timeout = timeout
        self._opener = urllib.request.build_opener(_Staying)

    def ask(
        self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None, idempotency_key: str | None = None
    ) -> Any:
        """The answer's JSON. Raises ApiError, and OSError when the server can't be reached."""
        asked = urllib.parse.urlencode(_texts(query or {}))
        headers = dict(self._headers)
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key.encode().decode("latin-1")  # so it is sent as UTF-8
        sent = None
        if method == "POST":
            sent = json.dumps(body if body is not None else {}).encode()
            headers["Content-Type"] = "application/json"
        request = urllib.request.Request(self.url + path + ("?" + asked if asked else ""), sent, headers, method=method)
        try:
            with self._opener.open(request, timeout=self._timeout) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise _problem(error.code, error.reason, error.read()) from None


def _problem(status: int, reason: str, text: bytes) -> ApiError:
    try:
        problem = json.loads(text)
        return ApiError(status, problem["title"], problem["detail"])
    except (ValueError, TypeError, KeyError):  # it isn't Fermata that answers
        return ApiError(status, reason, text[:200].decode("utf-8", "replace"))
