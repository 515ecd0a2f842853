import errno
import os
import os.path
import pathlib
import posixpath
import ntpath
import glob
import stat

print(os.path is posixpath, os.path.join("a", "b", "/c", "d"), os.path.normpath("a//b/../c/."), os.path.splitext("x.tar.gz"))
print(os.path.basename("/a/b"), os.path.dirname("/a/b"), os.path.commonpath(["/a/b", "/a/c"]), os.path.relpath("/a/b", "/a/c"))
print(ntpath.join("C:\\a", "b"), ntpath.splitdrive("C:\\a"))
print(os.sep, os.linesep == "\n", os.curdir, os.pardir, os.extsep, os.name, os.devnull)
print(os.fspath("x"), os.fsencode("é"), os.fsdecode(b"\xc3\xa9"))
for wrong in (1, None, [1]):
    try:
        os.fspath(wrong)
    except TypeError as e:
        print(e)
for call in (lambda: os.stat("/no/such/file"), lambda: os.listdir("/no/such"), lambda: os.remove("/no/such"), lambda: os.open("/no/such", os.O_RDONLY),
             lambda: list(os.scandir("/no/such")), lambda: os.stat("a\0b"), lambda: os.stat(1.5), lambda: os.close(99), lambda: pathlib.Path("/no/x").read_text):
    try:
        print(call().__name__)
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "errno", None))
print(os.path.exists("/no/such"), os.path.isfile("/no"), os.path.isdir("/"), os.access("/no", os.R_OK), glob.glob("/no/*.py"))
print(list(os.walk("/no/such")), errno.errorcode[errno.ENOENT], os.strerror(errno.ENOENT), errno.EWOULDBLOCK == errno.EAGAIN)
print(stat.S_ISDIR(os.stat("/").st_mode), len(os.urandom(8)), isinstance(os.getpid(), int))


class Place:
    def __fspath__(self):
        return "/a/b"


print(os.path.join(Place(), "c"), isinstance(Place(), os.PathLike), issubclass(str, os.PathLike))
os.environ["FERMATA_TEST"] = "1"
print(os.getenv("FERMATA_TEST"), os.environ.pop("FERMATA_TEST"), os.getenv("FERMATA_TEST", "gone"), os.path.expandvars("$FERMATA_TEST"))

p = pathlib.PurePosixPath("/srv/data/report.tar.gz")
print(p.name, p.stem, p.suffix, p.suffixes, p.parent, p.parts, p.with_suffix(".zip"), p.with_name("x"), p / "y", p.relative_to("/srv"))
print(p.match("*.gz"), p.is_absolute(), repr(p), p < pathlib.PurePosixPath("/z"), hash(p) == hash(pathlib.PurePosixPath(p)))
print(pathlib.PureWindowsPath("c:/x\\y").drive, list(p.parents)[:2], pathlib.Path("/no/such").exists(), [*pathlib.Path("/no/such").parts])
