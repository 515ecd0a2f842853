"""Grows Python programs that work with files: grow(seed) is always the same text.

A program works in a folder of its own, three below one that it makes, so that ".." is its own, too; each step prints its value or error.
What it writes it flushes: when others see what is in a buffer is in tests/divergences/files_are_written_at_once.py.
"""

import random

PROLOGUE = """\
import glob, os, pathlib, shutil, stat, tempfile
top = os.path.realpath(tempfile.mkdtemp())
os.makedirs(top + "/u/v/w")
os.chdir(top + "/u/v/w")
files = {}
def told(call):
    try:
        value = call()
    except Exception as error:
        print(type(error).__name__, "" if isinstance(error, AttributeError) else str(error).replace(top, "TOP"))
    else:
        print(str(value).replace(top, "TOP"))
def opened(name, *how, **more):
    if name in files:
        files.pop(name).close()
    files[name] = open(*how, **more)
def wrote(file, method, *what):
    return getattr(file, method)(*what), file.flush()
def shape(path):
    it = os.stat(path)
    return stat.filemode(it.st_mode), stat.S_ISDIR(it.st_mode) or (it.st_size, it.st_nlink)
def tree():
    for folder, folders, names in sorted(os.walk(".")):
        yield folder, sorted(folders), sorted(names)
"""
EPILOGUE = """\
for file in files.values():
    told(file.close)
for folder, folders, names in tree():
    print(folder, folders, names)
    for name in names:
        path = os.path.join(folder, name)
        told(lambda: os.readlink(path) if os.path.islink(path) else open(path, "rb").read())
os.chdir("/")
shutil.rmtree(top)
"""

PATHS = ("a", "b", "c", "d", "d/e", "d/x", "d/e/z", "link", "./a", "d/../a", "nope/x", "a/", "d/", "d//x", "link/", "a/.", "..", ".", "")
MODES = ("r", "w", "a", "x", "r+", "w+", "a+", "x+", "rb", "wb", "ab", "xb", "r+b", "w+b", "rt", "rw", "U", "")
HOW = ("", "", "", ", encoding='utf-8'", ", newline=''", ", newline='\\r'", ", buffering=0", ", buffering=2", ", encoding='utf-16'")
TEXTS = ("hello\n", "a\nb\r\nc\r", "é€𝄞\n", "x" * 10, "y" * 9000)
FLAGS = (
    "O_RDONLY",
    "O_RDWR|os.O_CREAT",
    "O_WRONLY|os.O_CREAT|os.O_EXCL",
    "O_RDWR|os.O_APPEND",
    "O_RDONLY|os.O_DIRECTORY",
    "O_WRONLY|os.O_TRUNC",
)

OF_PATHS = (
    *("os.mkdir({})", "os.makedirs({}, exist_ok={yes})", "os.remove({})", "os.rmdir({})", "os.rename({}, {})", "os.replace({}, {})"),
    *("os.symlink({}, {})", "os.link({}, {})", "os.readlink({})", "os.chmod({}, {bits})", "os.truncate({}, {size})", "os.removedirs({})"),
    *("shape({})", "sorted(os.listdir({}))", "list(tree())", "os.access({}, os.R_OK)", "os.utime({}, (1, 2))", "os.stat({}).st_mtime == 2"),
    "[is_it({}) for is_it in (os.path.exists, os.path.isdir, os.path.isfile, os.path.islink, os.path.lexists)]",
    "sorted((one.name, one.is_dir(), one.is_file(), one.is_symlink(), one.is_dir(follow_symlinks=False)) for one in os.scandir({}))",
    *("os.path.realpath({})", "os.path.samefile({}, {})", "sorted(glob.glob({pattern}, recursive={yes}))"),
    *("shutil.copy({}, {})", "shutil.copy2({}, {})", "shutil.copyfile({}, {})", "shutil.move({}, {})", "shutil.copytree({}, {})"),
    "os.path.islink({own}) or shutil.rmtree({own})",
    *("pathlib.Path({}).read_text()", "pathlib.Path({}).write_text('q')", "pathlib.Path({}).touch()", "pathlib.Path({}).resolve()"),
    *("pathlib.Path({}).unlink(missing_ok={yes})", "pathlib.Path({}).mkdir(parents={yes})", "pathlib.Path({}).rename({})"),
    *("sorted(pathlib.Path({}).iterdir())", "sorted(pathlib.Path('.').rglob('*'))", "pathlib.Path({}).hardlink_to({})"),
)
OF_FILES = (
    *("wrote({file}, 'write', {data})", "wrote({file}, 'writelines', [{data}, {data}])", "wrote({file}, 'truncate', {size})"),
    *("{file}.read({count})", "{file}.readline({count})", "{file}.readlines()", "list({file})", "next({file})", "{file}.read1(3)"),
    *("{file}.seek({place}, {whence})", "{file}.tell()", "{file}.readinto(bytearray(4))", "{file}.peek(2)[:2]", "{file}.close()"),
    *("({file}.readable(), {file}.writable(), {file}.seekable(), {file}.closed)", "({file}.name, {file}.mode)", "{file}.newlines"),
    *("os.fstat({file}.fileno()).st_size", "os.ftruncate({file}.fileno(), {size})", "{file}.isatty()", "({file}.encoding, {file}.errors)"),
)
WITH_DESCRIPTOR = """\
def with_descriptor():
    fd = os.open({}, os.{flags})
    if not stat.S_ISDIR(os.fstat(fd).st_mode):
        told(lambda: os.write(fd, b"12345"))
        told(lambda: os.lseek(fd, {place}, {whence}))
        told(lambda: (os.read(fd, {size}), os.pread(fd, 2, 1)))
        told(lambda: (os.pwrite(fd, b"z", 3), os.fstat(fd).st_size))
    os.close(os.dup(fd))
    os.close(fd)
told(with_descriptor)"""


class Grower:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def fill(self, template):
        """A template with something for each of its fields."""
        pick, own = self.random.choice, repr(self.random.choice(("d", "d/e", "c", "nope")))
        while "{}" in template:
            template = template.replace("{}", repr(pick(PATHS)), 1)
        while "{data}" in template:
            text = pick(TEXTS)
            template = template.replace("{data}", repr(text.encode() if self.random.random() < 0.4 else text), 1)
        return template.format(
            own=own,
            file=f"files[{pick('pqs')!r}]",
            yes=pick((False, True)),
            bits=pick(("0o600", "0o644", "0o755")),
            size=pick((0, 3, 20, 5000)),
            count=pick(("", 0, 1, 3, 100, -1)),
            place=pick((0, 1, 5, 100, -1)),
            whence=pick((0, 0, 0, 1, 2)),
            pattern=repr(pick(("*", "**", "d/*", "**/*", "[ab]", "?", "*/"))),
            flags=pick(FLAGS),
        )

    def step(self):
        pick = self.random.choice
        kind = self.random.random()
        if kind < 0.2:
            return f"told(lambda: opened({pick('pqs')!r}, {pick(PATHS)!r}, {pick(MODES)!r}{pick(HOW)}))"
        if kind < 0.25:
            return self.fill(WITH_DESCRIPTOR)
        return f"told(lambda: {self.fill(pick(OF_FILES if kind < 0.5 else OF_PATHS))})"

    def grow(self):
        return PROLOGUE + "".join(f"{self.step()}\n" for _ in range(self.random.randint(15, 60))) + EPILOGUE


def grow(seed):
    return Grower(seed).grow()
