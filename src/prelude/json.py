# json.JSONDecodeError lives here so that the native reader can raise it.


def _json_make_error():
    class JSONDecodeError(ValueError):
        """Subclass of ValueError with the following additional properties: msg, doc, pos, lineno, colno."""

        __module__ = "json.decoder"
        __qualname__ = "JSONDecodeError"

        def __init__(self, msg, doc, pos):
            lineno = doc.count("\n", 0, pos) + 1
            colno = pos - doc.rfind("\n", 0, pos)
            ValueError.__init__(self, "%s: line %d column %d (char %d)" % (msg, lineno, colno, pos))
            self.msg = msg
            self.doc = doc
            self.pos = pos
            self.lineno = lineno
            self.colno = colno

        def __reduce__(self):
            return class_of(self), (self.msg, self.doc, self.pos)

    return JSONDecodeError


json_JSONDecodeError = _json_make_error()
