# Handlers of parsers that ask, in the middle of a document: each goes on in another process, where expat's parser is made again.
import io
import plistlib
import xml.etree.ElementTree as ET
import xml.sax
from xml.dom import minidom, pulldom
from xml.parsers import expat

DOCUMENT = b"""<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE root SYSTEM "root.dtd" [
 <!ENTITY who "W&#246;rld"> <!ENTITY part "<b at='&who;'>in &who;</b>"> <!ENTITY other SYSTEM "other.xml">
 <!ELEMENT root (a | b)*> <!ATTLIST root kind CDATA "usual"> <!NOTATION gif PUBLIC "image/gif">
]>
<root one="1" xmlns:n="http://n"><!-- said --><?do it?>
 text \xe4 &who; <n:a/>&part;<![CDATA[<raw>]]>&other;
</root>"""


def listen(parser, told, names):
    def handler(name):
        def told_of(*arguments):
            if name == "ExternalEntityRefHandler":  # what is bound there comes in any order
                arguments = (sorted(arguments[0].split("\f")), *arguments[1:]) if arguments[0] else arguments
            told.append(ask((name, arguments, parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex)))
            return 1
        return told_of

    for name in names:
        setattr(parser, name, handler(name))


NAMES = """StartElementHandler EndElementHandler ProcessingInstructionHandler CharacterDataHandler NotationDeclHandler StartNamespaceDeclHandler
EndNamespaceDeclHandler CommentHandler StartCdataSectionHandler EndCdataSectionHandler ExternalEntityRefHandler StartDoctypeDeclHandler
EndDoctypeDeclHandler EntityDeclHandler XmlDeclHandler ElementDeclHandler AttlistDeclHandler""".split()
for separator in None, " ":
    for size in 10_000, 37:
        told = []
        parser = expat.ParserCreate(namespace_separator=separator)
        listen(parser, told, NAMES)
        parser.buffer_text = size == 37
        for start in range(0, len(DOCUMENT), size):
            parser.Parse(DOCUMENT[start:start + size])
        parser.Parse(b"", True)
        for event in told:
            print(event)

# Handlers that set handlers, and what the default handler gets.
parser = expat.ParserCreate()
told = []


def start(name, attributes):
    told.append(ask(f"start {name}"))
    parser.DefaultHandler = (lambda text: told.append(ask(text))) if name == "quiet" else None
    parser.CharacterDataHandler = None if name == "quiet" else lambda text: told.append(ask("text " + text))


parser.StartElementHandler = start
parser.Parse("<all>one<quiet>two<!--c--></quiet><loud>three</loud>&lt;<quiet/>four</all>", True)
print(told)

# A parameter entity, read by a parser of its own in the middle of another one's handler, changes what that one knows.
parser = expat.ParserCreate()
told = []


def external(context, base, system, public):
    told.append(ask((context, system)))
    inner = parser.ExternalEntityParserCreate(context)
    inner.EntityDeclHandler = lambda *arguments: told.append(ask(arguments[:3]))
    inner.StartElementHandler = lambda name, attributes: told.append(ask((name, attributes)))
    text = b"<!ENTITY x 'from outside'><!ATTLIST a given CDATA 'by default'>" if context is None else b"<inner><a/></inner>"
    for start in range(0, len(text), 11):
        inner.Parse(text[start:start + 11])
    inner.Parse(b"", True)
    return 1


parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_ALWAYS)
parser.ExternalEntityRefHandler = external
parser.StartElementHandler = lambda name, attributes: told.append(ask((name, attributes)))
parser.CharacterDataHandler = lambda text: told.append(ask(text))
parser.Parse(b'<!DOCTYPE a SYSTEM "a.dtd" [<!ENTITY e SYSTEM "e.xml">]>\n<a>&x;', False)
parser.Parse(b"&e;</a>", True)
print(told)

# An encoding that expat doesn't know; errors, and exceptions of handlers.
parser = expat.ParserCreate()
parser.StartElementHandler = lambda name, attributes: print(ask(name), ask(attributes))
parser.Parse("<?xml version='1.0' encoding='koi8-r'?><слово буква='ж'/>".encode("koi8-r"), True)
for text in "<a><b></a>", "<a/><b/>", "", "<a>&gone;</a>":
    parser = expat.ParserCreate()
    parser.StartElementHandler = lambda name, attributes: ask(name)
    try:
        parser.Parse(text, True)
    except expat.ExpatError as e:
        print(e, e.code, e.lineno, e.offset, parser.ErrorCode, parser.ErrorByteIndex, ask("failed"))


def fails(name, attributes):
    if ask(name) == "b":
        raise KeyError(name)


parser = expat.ParserCreate()
parser.StartElementHandler = fails
try:
    parser.Parse("<a><b/><c/>", False)
except KeyError as e:
    print(repr(e), parser.StartElementHandler)
try:
    parser.Parse("<d/></a>", True)
except expat.ExpatError as e:
    print(e.code, ask(parser.ErrorCode))


# The modules that are built on it.
class Handler(xml.sax.ContentHandler):
    def startElement(self, name, attrs):
        print(ask(name), dict(attrs), self._locator.getLineNumber())

    def characters(self, content):
        print(ask(content))


xml.sax.parseString(b"<a>\n<b c='d'>text</b></a>", Handler())


class Target:
    def start(self, tag, attrib):
        print(ask(tag), attrib)

    def data(self, data):
        print(ask(data))

    def close(self):
        return ask("closed")


builder = ET.XMLParser(target=Target())
builder.feed("<a><b k='v'>te")
builder.feed("xt</b></a>")
print(builder.close())
for event, element in ET.iterparse(io.BytesIO(b"<a><b>x</b><c/></a>"), ("start", "end")):
    print(ask(event), element.tag)
pull = ET.XMLPullParser(["end"])
for part in "<a><b>", "</b><c", "/></a>":
    pull.feed(ask(part))
    print([element.tag for _, element in pull.read_events()])
events = pulldom.parseString("<a><b>x</b></a>")
for event, node in events:
    if event == pulldom.START_ELEMENT and ask(node.tagName) == "b":
        events.expandNode(node)
        print(node.toxml())


class Odd(dict):
    def __setitem__(self, key, value):
        super().__setitem__(ask(key), value)


print(plistlib.loads(plistlib.dumps({"k": [1, True, b"x"], "d": {"e": "f"}}), dict_type=Odd))
document = minidom.parseString("<a b='c'><d/>é</a>")
ask(document.documentElement.tagName)
print(document.toxml(), document.documentElement.getAttribute("b"))
