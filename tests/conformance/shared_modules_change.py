"""What CPython's modules change of their own while they are used, and what a program sets in them."""

import copyreg, email.charset, email.message, email.policy, io, pathlib, pickle, tempfile, urllib.request, zipfile


class Point:
    def __init__(self, x):
        self.x = x


class Slow(zipfile.ZipFile):
    pass


email.charset.add_charset("odd", email.charset.QP, email.charset.BASE64, "utf-8")
email.charset.add_alias("strange", "odd")
print(email.charset.Charset("strange"), "odd" in email.charset.CHARSETS, email.charset.CHARSETS is email.charset.CHARSETS)
email.charset.CODEC_MAP["odd"] = "latin-1"
print(email.charset.Charset("strange").output_codec)

message = email.message.EmailMessage(policy=email.policy.SMTP)
message["Subject"] = "größer als alles, was in eine einzige Zeile paßt, und mehr noch"
message.set_content("Zeile\n" * 3)
print(message.as_string())

copyreg.pickle(Point, lambda p: (Point, (p.x * 2,)))
print(pickle.loads(pickle.dumps(Point(4))).x, Point in pickle.dispatch_table, pickle.dispatch_table is copyreg.dispatch_table)
copyreg.add_extension(__name__, "Point", 240)
print(pickle._extension_registry is copyreg._extension_registry, pickle.loads(pickle.dumps(Point, 2)) is Point, pickle._extension_cache)
copyreg.remove_extension(__name__, "Point", 240)
pickle._Pickler.dispatch[Point] = lambda self, obj: self.save_reduce(Point, (obj.x * 3,), obj=obj)
file = io.BytesIO()
pickle._Pickler(file).dump(Point(2))
print(pickle.loads(file.getvalue()).x)

archive = zipfile.ZipFile(io.BytesIO(), "w")
archive.writestr("a/b", "x")
print([path.at for path in zipfile.Path(archive).iterdir()], type(archive).__name__)
zipfile.Path(archive).at = "c"
slow = Slow(io.BytesIO(), "w")
print(slow.__class__ is Slow, zipfile.ZipFile.__subclasses__().count(Slow))

tempfile.template = "mine"
print(tempfile.gettempprefix(), tempfile.NamedTemporaryFile().name.startswith(tempfile.gettempdir() + "/mine"))
urllib.request.install_opener("an opener")
print(urllib.request._opener, urllib.request.ftpcache, urllib.request._url_tempfiles)
urllib.request.urlcleanup()
print(urllib.request._opener)

pathlib.Path.shout = lambda self: str(self).upper()
pathlib.PurePath.size = property(lambda self: len(self.parts))
print(pathlib.Path("a/b").shout(), pathlib.PureWindowsPath("a/b").size)
del pathlib.Path.shout
print(hasattr(pathlib.Path("a"), "shout"))
