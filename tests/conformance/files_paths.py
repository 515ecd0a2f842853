"""What paths that end in slashes, dots and links mean to each function, and the names that errors tell."""

import os
import pathlib
import shutil
import tempfile

PATHS = ("a", "a/", "b", "b/", "d", "d/", "d/.", "d/..", ".", "..", "/", "", "nope/x", "a/x", "link", "link/", "dangling", "dangling/", "loop", "loop/", "folders", "files")
TO = ("b", "b/", "c", "c/", "d", "e", "e/", ".", "..", "d/sub", "a", "dangling", "dangling/", "link/")


def attempt(what, function, *arguments):
    try:
        answer = function(*arguments)
    except OSError as error:
        answer = f"{type(error).__name__}: {error} {error.filename!r} {error.filename2!r}"
    print(what, arguments, "->", answer)


def fresh():
    """A folder that is two below one of our own, so that '..' is as much ours."""
    top = tempfile.mkdtemp()
    os.makedirs(os.path.join(top, "v", "u"))
    os.chdir(os.path.join(top, "v", "u"))
    for name in "ab":
        with open(name, "w") as file:
            file.write(name)
    os.makedirs("d/sub")
    os.mkdir("e")
    os.symlink("d", "link")
    os.symlink("nowhere", "dangling")
    os.symlink("loop", "loop")
    os.symlink("e/none/", "folders")
    os.symlink("a/", "files")
    return top


def opened(path, flags):
    os.close(os.open(path, flags))


ONE = {
    "remove": os.remove,
    "rmdir": os.rmdir,
    "mkdir": os.mkdir,
    "open": lambda path: opened(path, os.O_RDONLY),
    "create": lambda path: opened(path, os.O_WRONLY | os.O_CREAT),
    "exclusive": lambda path: opened(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL),
    "readlink": os.readlink,
    "truncate": lambda path: os.truncate(path, 3),
}
TWO = {"rename": os.rename, "link": os.link, "symlink": os.symlink}

for name, function in ONE.items():
    for path in PATHS:
        top = fresh()
        attempt(name, function, path)
        os.chdir("/")
        shutil.rmtree(top)
for name, function in TWO.items():
    for path in PATHS:
        top = fresh()
        for other in TO:
            attempt(name, function, path, other)
        print(sorted(os.listdir(".")), sorted(os.listdir("..")))
        os.chdir("/")
        shutil.rmtree(top)

# A path's object isn't what an error names, but its text.
top = fresh()
for function in (os.stat, os.mkdir, os.listdir, os.remove, os.rmdir, os.chdir, open):
    attempt(function.__name__, lambda path: function(pathlib.Path(path)) and None, "nope/x")
    attempt(function.__name__, lambda path: function(path) and None, b"nope/x")
attempt("rename", lambda one, other: pathlib.Path(one).rename(pathlib.Path(other)), "nope", "x")

# A hard link to a symbolic one is one to the link.
os.link("dangling", "again")
print(os.readlink("again"), os.lstat("again").st_nlink)

for name in ("fileno", "isatty", "seekable"):
    file = open("a")
    raw = file.detach()
    try:
        print(getattr(file, name)())
    except ValueError as error:
        print(name, error)
    raw.close()
try:
    print(file.name)
except ValueError as error:
    print("name", error)

# The lowest descriptor that is free comes next.
files = [os.open("a", os.O_RDONLY) for _ in range(4)]
os.close(files[1])
os.close(files[0])
print(os.open("a", os.O_RDONLY) == files[0], os.dup(files[2]) == files[1], os.dup(files[2]) == files[3] + 1)
