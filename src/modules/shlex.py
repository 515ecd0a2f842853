"""Words of a line as a shell splits them."""

import re as _re
from collections import deque as _deque
from io import StringIO as _StringIO

__all__ = ["shlex", "split", "quote", "join"]


class shlex:
    """A lexical analyzer for simple shell-like syntaxes."""

    def __init__(self, instream=None, infile=None, posix=False, punctuation_chars=False):
        if isinstance(instream, str):
            instream = _StringIO(instream)
        if instream is None:
            import sys
            instream = sys.stdin
        self.instream = instream
        self.infile = infile if instream is not None else None
        self.posix = posix
        self.eof = None if posix else ""
        self.commenters = "#"
        self.wordchars = "abcdfeghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
        if posix:
            self.wordchars += "ßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ"
        self.whitespace = " \t\r\n"
        self.whitespace_split = False
        self.quotes = "'\""
        self.escape = "\\"
        self.escapedquotes = '"'
        self.state = " "
        self.pushback = _deque()
        self.lineno = 1
        self.debug = 0
        self.token = ""
        self.filestack = _deque()
        self.source = None
        if not punctuation_chars:
            punctuation_chars = ""
        elif punctuation_chars is True:
            punctuation_chars = "();<>|&"
        self._punctuation_chars = punctuation_chars
        if punctuation_chars:
            self._pushback_chars = _deque()
            # Parts of file names, which may stand in words too.
            self.wordchars = "".join([c for c in self.wordchars + "~-./*?=" if c not in punctuation_chars])

    @property
    def punctuation_chars(self):
        return self._punctuation_chars

    def push_token(self, tok):
        """Push a token onto the stack popped by the get_token method"""
        self.pushback.appendleft(tok)

    def push_source(self, newstream, newfile=None):
        """Push an input source onto the lexer's input source stack."""
        if isinstance(newstream, str):
            newstream = _StringIO(newstream)
        self.filestack.appendleft((self.infile, self.instream, self.lineno))
        self.infile = newfile
        self.instream = newstream
        self.lineno = 1

    def pop_source(self):
        """Pop the input source stack."""
        self.instream.close()
        self.infile, self.instream, self.lineno = self.filestack.popleft()
        self.state = " "

    def get_token(self):
        """Get a token from the input stream (or from stack if it's nonempty)"""
        if self.pushback:
            return self.pushback.popleft()
        token = self.read_token()
        if self.source is not None:
            while token == self.source:
                found = self.sourcehook(self.read_token())
                if found:
                    newfile, newstream = found
                    self.push_source(newstream, newfile)
                token = self.get_token()
        while token == self.eof:
            if not self.filestack:
                return self.eof
            self.pop_source()
            token = self.get_token()
        return token

    def _next_char(self):
        if self._punctuation_chars and self._pushback_chars:
            return self._pushback_chars.pop()
        return self.instream.read(1)

    def read_token(self):
        # States: None at the end; " " between words; "a" in one; "c" in punctuation; a quote; an escape character.
        quoted = False
        escaped_state = " "
        word = self.token
        while True:
            c = self._next_char()
            if c == "\n":
                self.lineno += 1
            state = self.state
            if state is None:
                word = ""
                break
            if state == " ":
                if not c:
                    self.state = None
                    break
                if c in self.whitespace:
                    if word or self.posix and quoted:
                        break
                elif c in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                elif self.posix and c in self.escape:
                    escaped_state = "a"
                    self.state = c
                elif c in self.wordchars:
                    word = c
                    self.state = "a"
                elif c in self._punctuation_chars:
                    word = c
                    self.state = "c"
                elif c in self.quotes:
                    if not self.posix:
                        word = c
                    self.state = c
                elif self.whitespace_split:
                    word = c
                    self.state = "a"
                else:
                    word = c
                    if word or self.posix and quoted:
                        break
            elif state in self.quotes:
                quoted = True
                if not c:
                    raise ValueError("No closing quotation")
                if c == state:
                    if not self.posix:
                        word += c
                        self.state = " "
                        break
                    self.state = "a"
                elif self.posix and c in self.escape and state in self.escapedquotes:
                    escaped_state = state
                    self.state = c
                else:
                    word += c
            elif state in self.escape:
                if not c:
                    raise ValueError("No escaped character")
                # Within quotes only the quote and the escape itself are escaped.
                if escaped_state in self.quotes and c != state and c != escaped_state:
                    word += state
                word += c
                self.state = escaped_state
            else:
                if not c:
                    self.state = None
                    break
                if c in self.whitespace:
                    self.state = " "
                    if word or self.posix and quoted:
                        break
                elif c in self.commenters:
                    self.instream.readline()
                    self.lineno += 1
                    if self.posix:
                        self.state = " "
                        if word or self.posix and quoted:
                            break
                elif state == "c":
                    if c in self._punctuation_chars:
                        word += c
                    else:
                        if c not in self.whitespace:
                            self._pushback_chars.append(c)
                        self.state = " "
                        break
                elif self.posix and c in self.quotes:
                    self.state = c
                elif self.posix and c in self.escape:
                    escaped_state = "a"
                    self.state = c
                elif c in self.wordchars or c in self.quotes or self.whitespace_split and c not in self._punctuation_chars:
                    word += c
                else:
                    if self._punctuation_chars:
                        self._pushback_chars.append(c)
                    else:
                        self.pushback.appendleft(c)
                    self.state = " "
                    if word or self.posix and quoted:
                        break
        self.token = ""
        if self.posix and not quoted and word == "":
            return None
        return word

    def sourcehook(self, newfile):
        """Hook called on a filename to be sourced: (name, stream)."""
        raise PermissionError("the sandbox has no files")

    def error_leader(self, infile=None, lineno=None):
        """Emit a C-compiler-like, Emacs-friendly error-message leader."""
        return '"%s", line %d: ' % (self.infile if infile is None else infile, self.lineno if lineno is None else lineno)

    def __iter__(self):
        return self

    def __next__(self):
        token = self.get_token()
        if token == self.eof:
            raise StopIteration
        return token


def split(s, comments=False, posix=True):
    """Split the string s using shell-like syntax."""
    if s is None:
        import warnings
        warnings.warn("Passing None for 's' to shlex.split() is deprecated.", DeprecationWarning)
    lexer = shlex(s, posix=posix)
    lexer.whitespace_split = True
    if not comments:
        lexer.commenters = ""
    return list(lexer)


def join(split_command):
    """Return a shell-escaped string from split_command."""
    return " ".join([quote(word) for word in split_command])


_UNSAFE = _re.compile(r"[^\w@%+=:,./-]", _re.ASCII).search


def quote(s):
    """Return a shell-escaped version of the string s."""
    if not s:
        return "''"
    if _UNSAFE(s) is None:
        return s
    return "'" + s.replace("'", "'\"'\"'") + "'"
