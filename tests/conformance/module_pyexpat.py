# What parsers say about themselves and about wrong use, where events are, and what a hostile document comes to.
import xml.parsers.expat as expat
from xml.parsers.expat import errors, model


def said(function, *args):
    try:
        return repr(function(*args))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print(expat.native_encoding, expat.version_info[0], expat.ExpatError is expat.error, expat.ExpatError.__module__, expat.XMLParserType.__name__)
print([expat.ErrorString(n) for n in (0, 1, 3, 43, 300)], errors.XML_ERROR_FINISHED, errors.codes["unclosed token"], errors.messages[5])
print({name: value for name, value in vars(model).items() if name.startswith("XML_")})
parser = expat.ParserCreate()
print([name for name in dir(parser) if not name.startswith("_")])
print(parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex, parser.ErrorCode, parser.ErrorLineNumber, parser.ErrorByteIndex,
      parser.buffer_size, parser.buffer_used, parser.buffer_text, parser.intern, parser.GetInputContext(), parser.GetBase(), parser.ordered_attributes)
for attempt in [lambda: expat.ParserCreate(1), lambda: expat.ParserCreate(namespace_separator="ab"), lambda: expat.ParserCreate(namespace_separator=1),
                lambda: expat.ParserCreate(intern=1), lambda: expat.ParserCreate("utf\0"), lambda: parser.Parse(1), lambda: parser.ParseFile(1),
                lambda: setattr(parser, "buffer_size", 0), lambda: setattr(parser, "buffer_size", "a"), lambda: setattr(parser, "buffer_size", 1 << 70),
                lambda: setattr(parser, "buffer_size", 1 << 40), lambda: setattr(parser, "other", 1), lambda: delattr(parser, "StartElementHandler"),
                lambda: parser.other, lambda: parser.SetBase(1), lambda: parser.SetBase("a\0"), lambda: delattr(parser, "buffer_text"),
                lambda: parser.SetParamEntityParsing("x"), lambda: expat.XMLParserType(), lambda: __import__("copy").copy(parser),
                lambda: parser.ExternalEntityParserCreate("x\0"), lambda: parser.ExternalEntityParserCreate(1), lambda: parser.Parse("<a", True),
                lambda: parser.Parse("", True), lambda: parser.SetParamEntityParsing(1), lambda: parser.UseForeignDTD(), lambda: parser.Parse("\ud800"),
                lambda: expat.ParserCreate().ParseFile(type("F", (), {"read": lambda self, n: 5})()), lambda: expat.ErrorString("x")]:
    print(said(attempt))
print(parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex, parser.ErrorCode)

# Names are one object each, as the dict of them says.
names = {"a": "other"}
parser = expat.ParserCreate(intern=names)
seen = []
parser.StartElementHandler = lambda name, attributes: seen.append((name, attributes))
parser.Parse("<a><bcd x='1'/><bcd x='2'/></a>", True)
print(seen, seen[1][0] is seen[2][0], sorted(names), parser.intern is names)

# Attributes in a list, and only those that are written.
for ordered in False, True:
    for specified in False, True:
        parser = expat.ParserCreate()
        parser.ordered_attributes, parser.specified_attributes = ordered, specified
        parser.StartElementHandler = print
        parser.Parse("<!DOCTYPE a [<!ATTLIST a d CDATA 'default'>]><a b='1' a='2'/>", True)

# Where things are, and what is there.
parser = expat.ParserCreate()


def where(*arguments):
    print(arguments, parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex, parser.GetInputContext())
    return 1


for name in ("StartElementHandler", "EndElementHandler", "CharacterDataHandler", "CommentHandler", "NotStandaloneHandler"):
    setattr(parser, name, where)
parser.UseForeignDTD(True)
parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE)
parser.ExternalEntityRefHandler = where
parser.Parse("<?xml version='1.0'?>\n<é>\n<b/>te", False)
print(parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex)
parser.Parse("xt<!--x--></é>\n", True)
print(parser.CurrentLineNumber, parser.CurrentColumnNumber, parser.CurrentByteIndex, parser.GetInputContext())

parser = expat.ParserCreate()
parser.SkippedEntityHandler = parser.DefaultHandler = where
parser.Parse("<!DOCTYPE a SYSTEM 'x' [<!ENTITY b 'c'> %d;]><a e='&b;'>&b;&skipped;</a>", True)

# Texts that are collected.
for size in 3, 10:
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = size
    parser.CharacterDataHandler = print
    parser.Parse("<a>12&lt;34567&amp;\n8<b/>9", False)
    parser.Parse("0</a>", True)

# Handlers that say no, raise, or answer nonsense.
DOCUMENT = "<!DOCTYPE a SYSTEM 'x' [<!ENTITY e SYSTEM 'y'>]>\n<a>&e;</a>"
for handler, answer in [("ExternalEntityRefHandler", 0), ("ExternalEntityRefHandler", None), ("ExternalEntityRefHandler", True), ("NotStandaloneHandler", 0),
                        ("NotStandaloneHandler", 2)]:
    parser = expat.ParserCreate()
    setattr(parser, handler, lambda *arguments: answer)
    print(said(parser.Parse, DOCUMENT, True), said(parser.Parse, "", True)[:25])
parser = expat.ParserCreate()
parser.EndElementHandler = print
parser.StartElementHandler = lambda name, attributes: 1 / 0
print(said(parser.Parse, "<a><b/></a>", True), parser.StartElementHandler, parser.EndElementHandler)

# Many entities in entities, by content and in an attribute; one entity many times.
laughs = "".join(f"<!ENTITY l{n} '{'&l%d;' % (n - 1) * 10}'>" for n in range(1, 12))
for end in "<a>&l11;</a>", "<a b='&l11;'/>":
    print(said(expat.ParserCreate().Parse, f"<!DOCTYPE a [<!ENTITY l0 'ha'>{laughs}]>{end}", True))
print(said(expat.ParserCreate().Parse, f"<!DOCTYPE a [<!ENTITY x '{'x' * 200_000}'>]><a>{'&x;' * 20_000}</a>", True))
print(said(expat.ParserCreate().Parse, "<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>", True))
count = 0


def counted(*arguments):
    global count
    count += 1


parser = expat.ParserCreate()
parser.StartElementHandler = parser.EndElementHandler = counted
parser.Parse("<a>" * 5_000 + "</a>" * 5_000, True)
print(count)
