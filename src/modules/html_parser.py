"""A parser of HTML that calls a method for each thing it finds and takes its text in pieces."""

import re as _re
from html import unescape

__all__ = ["HTMLParser"]

_NAME = _re.compile(r"[a-zA-Z][^\t\n\r\f />\x00]*")
_INCOMPLETE = _re.compile(r"&[a-zA-Z#]?[a-zA-Z0-9]*$")
_ENTITY = _re.compile(r"&([a-zA-Z][-.a-zA-Z0-9]*)[^a-zA-Z0-9]")
_NUMBER = _re.compile(r"&#(?:[0-9]+|[xX][0-9a-fA-F]+)[^0-9a-fA-F]")
_SPACE = "\t\n\r\f "


class HTMLParser:
    """Feed it text; override the handle_… methods. convert_charrefs: references in text become characters."""

    CDATA_CONTENT_ELEMENTS = ("script", "style")

    def __init__(self, *, convert_charrefs=True):
        self.convert_charrefs = convert_charrefs
        self.reset()

    def reset(self):
        """Reset this instance. Loses all unprocessed data."""
        self.rawdata = ""
        self.lasttag = "???"
        self.cdata_elem = None
        self.lineno = 1
        self.offset = 0
        self.__starttag_text = None

    def feed(self, data):
        """Feed data to the parser, as often as you want, with as little or as much text as you want."""
        self.rawdata = self.rawdata + data
        self.goahead(0)

    def close(self):
        """Handle any buffered data."""
        self.goahead(1)

    def getpos(self):
        """Return current line number and offset."""
        return self.lineno, self.offset

    def get_starttag_text(self):
        """Return full source of start tag: '<...>'."""
        return self.__starttag_text

    def set_cdata_mode(self, elem):
        self.cdata_elem = elem.lower()

    def clear_cdata_mode(self):
        self.cdata_elem = None

    def updatepos(self, i, j):
        if i >= j:
            return j
        lines = self.rawdata.count("\n", i, j)
        if lines:
            self.lineno += lines
            self.offset = j - self.rawdata.rindex("\n", i, j) - 1
        else:
            self.offset += j - i
        return j

    def goahead(self, end):
        # Handles what is complete; at the `end` all of it.
        text = self.rawdata
        size = len(text)
        at = 0
        while at < size:
            stop = self._text_end(text, at, end)
            if stop is None:
                break
            if at < stop:
                piece = text[at:stop]
                self.handle_data(unescape(piece) if self.convert_charrefs and not self.cdata_elem else piece)
            at = self.updatepos(at, stop)
            if at == size:
                break
            if text[at] == "<":
                after = self._markup(text, at)
                if after < 0:
                    if not end:
                        break
                    after = self._leftover(text, at)
                    if after is None:
                        break
                at = self.updatepos(at, after)
                continue
            # A reference, when they are not converted.
            after = self._reference(text, at, end)
            if after < 0:
                break
            at = self.updatepos(at, after)
        if end and at < size:
            piece = text[at:]
            self.handle_data(unescape(piece) if self.convert_charrefs and not self.cdata_elem else piece)
            at = self.updatepos(at, size)
        self.rawdata = text[at:]

    def _text_end(self, text, at, end):
        # Where text ends that starts here; None: wait for more.
        size = len(text)
        if self.cdata_elem:
            found = _re.compile(rf"</{self.cdata_elem}(?=[\t\n\r\f />])", _re.I | _re.A).search(text, at)
            if found:
                return found.start()
            return size if end else None  # data comes in one piece
        if self.convert_charrefs:
            found = text.find("<", at)
            if found >= 0:
                return found
            # Part of a reference may be waiting for its rest.
            amp = text.rfind("&", max(at, size - 34))
            if amp >= 0 and not end and not _re.compile(r"[\t\n\r\f ;]").search(text, amp):
                return None
            return size
        found = _re.compile("[&<]").search(text, at)
        return found.start() if found else size

    def _markup(self, text, at):
        # Behind what starts with <, or -1: it isn't complete.
        if _re.compile("<[a-zA-Z]").match(text, at):
            return self.parse_starttag(at)
        if text.startswith("</", at):
            return self.parse_endtag(at)
        if text.startswith("<!--", at):
            return self.parse_comment(at)
        if text.startswith("<?", at):
            return self.parse_pi(at)
        if text.startswith("<!", at):
            return self.parse_html_declaration(at)
        if at + 1 < len(text):
            self.handle_data("<")
            return at + 1
        return -1

    def _leftover(self, text, at):
        # What never became complete takes the rest of the text: comments and declarations have no end, tags are dropped.
        size = len(text)
        rest = text[at + 2:]
        if text.startswith("<!--", at):
            self.handle_comment(_re.sub(r"--!?\Z|-\Z", "", text[at + 4:]))
        elif text.startswith("<![CDATA[", at):
            self.unknown_decl(text[at + 3:])
        elif text[at:at + 9].lower() == "<!doctype":
            self.handle_decl(rest)
        elif text.startswith("<!", at):
            self.handle_comment(rest)
        elif text.startswith("<?", at):
            self.handle_pi(rest)
        elif text.startswith("</", at):
            if not rest:
                self.handle_data("</")
            elif not _NAME.match(rest):
                self.handle_comment(rest)
        elif not _NAME.match(text, at + 1):
            self.handle_data("<")
            return at + 1
        return size

    def _reference(self, text, at, end):
        match = _NUMBER.match(text, at)
        if match:
            name = match.group()[2:-1]
            self.handle_charref(name)
            after = match.end()
            return after if text[after - 1] == ";" else after - 1
        match = _ENTITY.match(text, at)
        if match:
            self.handle_entityref(match.group(1))
            after = match.end()
            return after if text[after - 1] == ";" else after - 1
        match = _INCOMPLETE.match(text, at)
        if match:
            if end and match.group() == text[at:]:
                after = match.end()
                if after <= at:
                    after = len(text)
                rest = match.group()
                if len(rest) > 1 and rest[1:2] == "#" and rest[2:]:
                    self.handle_charref(rest[2:])
                elif len(rest) > 1 and rest[1:2] != "#":
                    self.handle_entityref(rest[1:])
                else:
                    self.handle_data(rest)
                return after
            return -1
        self.handle_data("&")
        return at + 1

    # --- the parts: each gives the place behind it, or -1

    def parse_html_declaration(self, i):
        text = self.rawdata
        if text[i:i + 4] == "<!--":
            return self.parse_comment(i)
        if text[i:i + 3] == "<![":
            return self.parse_marked_section(i)
        if text[i:i + 9].lower() == "<!doctype":
            close = text.find(">", i + 9)
            if close == -1:
                return -1
            self.handle_decl(text[i + 2:close])
            return close + 1
        return self.parse_bogus_comment(i)

    def parse_marked_section(self, i, report=1):
        text = self.rawdata
        if not text.startswith("<![CDATA[", i):
            return self.parse_bogus_comment(i)
        close = text.find("]]>", i + 9)
        if close < 0:
            return -1
        if report:
            self.unknown_decl(text[i + 3:close])
        return close + 3

    def parse_comment(self, i, report=1):
        text = self.rawdata
        empty = _re.compile("-?>").match(text, i + 4)
        end = empty or _re.compile("--!?>").search(text, i + 4)
        if not end:
            return -1
        if report:
            self.handle_comment("" if empty else text[i + 4:end.start()])
        return end.end()

    def parse_bogus_comment(self, i, report=1):
        text = self.rawdata
        close = text.find(">", i + 2)
        if close == -1:
            return -1
        if report:
            self.handle_comment(text[i + 2:close])
        return close + 1

    def parse_pi(self, i):
        text = self.rawdata
        close = text.find(">", i + 2)
        if close < 0:
            return -1
        self.handle_pi(text[i + 2:close])
        return close + 1

    def _tag_end(self, text, at):
        # Behind the > of a start tag whose name ends at `at`: quoted values are skipped. -1: it isn't there.
        size = len(text)
        before_value = False
        while at < size:
            c = text[at]
            if c == ">":
                return at + 1
            if c in "'\"" and before_value:
                close = text.find(c, at + 1)
                if close < 0:
                    return -1
                at = close + 1
                before_value = False
                continue
            if c == "=":
                before_value = True
            elif c not in _SPACE:
                before_value = False
            at += 1
        return -1

    def check_for_whole_start_tag(self, i):
        match = _NAME.match(self.rawdata, i + 1)
        return self._tag_end(self.rawdata, match.end())

    def parse_starttag(self, i):
        self.__starttag_text = None
        text = self.rawdata
        end = self.check_for_whole_start_tag(i)
        if end < 0:
            return end
        self.__starttag_text = text[i:end]
        match = _NAME.match(text, i + 1)
        self.lasttag = tag = match.group().lower()
        attrs = []
        at = match.end()
        last = end - 1
        bare_end = -1  # of the last value without quotes
        while True:
            while at < last and (text[at] in _SPACE or text[at] == "/"):
                at += 1
            if at >= last:
                break
            start = at
            at += 1  # a name may start with =
            while at < last and text[at] not in _SPACE and text[at] not in "/=":
                at += 1
            name = text[start:at]
            back = at
            while at < last and text[at] in _SPACE:
                at += 1
            if at < last and text[at] == "=":
                at += 1
                while at < last and text[at] in _SPACE:
                    at += 1
                if at < last and text[at] in "'\"":
                    close = text.find(text[at], at + 1, last)
                    if close < 0:
                        close = last
                    value = text[at + 1:close]
                    at = close + 1
                else:
                    start = at
                    while at < last and text[at] not in _SPACE:
                        at += 1
                    value = text[start:at]
                    bare_end = at
                attrs.append((name.lower(), unescape(value) if value else value))
            else:
                at = back
                attrs.append((name.lower(), None))
        if text[end - 2] == "/" and bare_end != last:
            self.handle_startendtag(tag, attrs)
        else:
            self.handle_starttag(tag, attrs)
            if tag in self.CDATA_CONTENT_ELEMENTS:
                self.set_cdata_mode(tag)
        return end

    def parse_endtag(self, i):
        text = self.rawdata
        name = _NAME.match(text, i + 2)
        if not name:
            if text[i + 2:i + 3] == ">":
                return i + 3
            return self.parse_bogus_comment(i)
        after = self._tag_end(text, name.end())
        if after < 0:
            return -1
        self.handle_endtag(name.group().lower())
        self.clear_cdata_mode()
        return after

    # --- to be overridden

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_starttag(self, tag, attrs):
        pass

    def handle_endtag(self, tag):
        pass

    def handle_charref(self, name):
        pass

    def handle_entityref(self, name):
        pass

    def handle_data(self, data):
        pass

    def handle_comment(self, data):
        pass

    def handle_decl(self, decl):
        pass

    def handle_pi(self, data):
        pass

    def unknown_decl(self, data):
        pass
