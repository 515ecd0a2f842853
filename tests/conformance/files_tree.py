"""os over a tree of files: directories, links, names, times, descriptors, and the errors of each."""

import errno
import os
import shutil
import stat
import tempfile

top = os.path.realpath(tempfile.mkdtemp())
os.chdir(top)
os.umask(0o022)


def told(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return f"{type(error).__name__}: {str(error).replace(top, 'TOP')}"


def names(path="."):
    return sorted(os.listdir(path))


print(os.getcwd() == top, os.getcwdb() == top.encode(), names(), os.curdir, os.sep, os.linesep == "\n")
print(os.mkdir("d"), told(os.mkdir, "d"), told(os.mkdir, "no/d"), os.makedirs("a/b/c"), told(os.makedirs, "a/b"), os.makedirs("a/b", exist_ok=True))
print(oct(os.stat("d").st_mode), os.mkdir("m", 0o700), oct(os.stat("m").st_mode), told(os.mkdir, ""), told(os.mkdir, 3), told(os.mkdir, "x\0"))
with open("a/f.txt", "w") as f:
    f.write("12345")
info = os.stat("a/f.txt")
print(info.st_size, oct(info.st_mode), info.st_nlink, stat.filemode(info.st_mode), stat.S_ISREG(info.st_mode), len(info), info[6], info.st_blksize > 0)
print(info.st_mtime == info.st_mtime_ns / 1e9 or abs(info.st_mtime - info.st_mtime_ns / 1e9) < 1e-5, type(info.st_mtime), type(info[8]))
print(os.stat("a").st_nlink, os.stat("a/b").st_nlink, os.path.getsize("a/f.txt"), os.path.isfile("a/f.txt"), os.path.isdir("a"), os.path.isdir("zz"))
for path in ("zz", "a/zz", "a/f.txt/x", "", "x" * 256, "a/f.txt/"):
    print(told(os.stat, path)[:60], told(os.lstat, path)[:60], told(os.listdir, path)[:60], os.path.exists(path))

print(os.symlink("a/f.txt", "link"), os.readlink("link"), os.path.islink("link"), os.lstat("link").st_size, os.stat("link").st_size)
print(open("link").read(), told(os.readlink, "a"), told(os.symlink, "x", "link"), told(os.symlink, "", "e"), os.symlink("gone", "dangling"))
print(os.path.exists("dangling"), os.path.lexists("dangling"), told(open, "dangling"), told(os.stat, "dangling"), os.path.realpath("link") == top + "/a/f.txt")
os.symlink("loop2", "loop1")
os.symlink("loop1", "loop2")
print(told(os.stat, "loop1"), told(open, "loop1"), told(os.listdir, "loop1"))
os.symlink("a", "to_a")
print(names("to_a"), os.path.realpath("to_a/b/..") == top + "/a", open("to_a/f.txt").read(), told(os.rmdir, "to_a"), os.remove("to_a"))
with open("dangling", "w") as f:
    f.write("made")
print(open("gone").read(), os.link("gone", "hard"), os.stat("gone").st_nlink, os.path.samefile("gone", "hard"), os.remove("gone"), open("hard").read())
print(os.stat("hard").st_nlink, told(os.link, "a", "hard2"), told(os.link, "zz", "hard2"), told(os.link, "hard", "a"))

print(told(os.remove, "a"), told(os.remove, "zz"), told(os.rmdir, "a"), told(os.rmdir, "hard"), told(os.rmdir, "zz"), told(os.rmdir, "d"), told(os.rmdir, "m/."))
print(os.rename("hard", "soft"), told(os.rename, "hard", "x"), told(os.rename, "soft", "a"), told(os.rename, "a", "soft"), told(os.rename, "a", "a/b/x"))
os.makedirs("full/x")
os.mkdir("empty")
print(told(os.rename, "a", "full"), os.rename("empty", "m"), os.replace("soft", "a/f.txt"), open("link").read(), os.rename("a", "a"), names())
print(os.renames("full/x", "other/deep/y"), os.path.exists("full"), names("other/deep"), os.removedirs("other/deep/y"), os.path.exists("other"))

print(os.chmod("a/f.txt", 0o640), oct(os.stat("a/f.txt").st_mode), os.access("a/f.txt", os.R_OK | os.W_OK), os.access("a/f.txt", os.X_OK), os.access("zz", os.F_OK))
print(os.utime("a/f.txt", (1, 2.5)), os.stat("a/f.txt").st_atime, os.stat("a/f.txt").st_mtime, os.utime("a/f.txt", ns=(5, 10**9)), os.stat("a/f.txt").st_mtime_ns)
print(told(os.utime, "a/f.txt", 3), told(os.utime, "a/f.txt", (1, 2), ns=(1, 2)), told(os.utime, "zz"), told(os.chmod, "zz", 0), os.umask(0o077), os.umask(0o022))
print(os.truncate("a/f.txt", 2), open("a/f.txt").read(), os.truncate("a/f.txt", 4), open("a/f.txt", "rb").read(), told(os.truncate, "a", 1), told(os.truncate, "zz", 1))

fd = os.open("raw", os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
print(os.write(fd, b"hello world"), os.lseek(fd, 0, 0), os.read(fd, 5), os.lseek(fd, 0, os.SEEK_CUR), os.pread(fd, 3, 1), os.pwrite(fd, b"J", 0), os.fstat(fd).st_size)
other = os.dup(fd)
print(os.read(other, 3), os.read(fd, 3), os.ftruncate(fd, 3), os.lseek(fd, 0, 2), told(os.lseek, fd, -1, 0), told(os.lseek, fd, 0, 9), os.isatty(fd), os.fsync(fd))
print(os.close(fd), told(os.read, fd, 1), told(os.close, fd), os.lseek(other, 0, 0), os.read(other, 9), os.close(other), told(os.fstat, other))
print(told(os.open, "raw", os.O_CREAT | os.O_EXCL), told(os.open, "zz", os.O_RDONLY), told(os.open, "a", os.O_WRONLY), told(os.open, "raw", os.O_DIRECTORY))
fd = os.open("raw", os.O_WRONLY | os.O_APPEND)
print(os.write(fd, b"!"), os.lseek(fd, 0, 0), os.write(fd, b"?"), told(os.read, fd, 1), os.close(fd), open("raw").read())
fd = os.open("raw", os.O_RDONLY)
print(told(os.write, fd, b"x"), told(os.write, fd, "x"), told(os.ftruncate, fd, 1), os.close(fd), told(os.read, "x", 1), told(os.open, "link", os.O_RDONLY | os.O_NOFOLLOW))

with os.scandir(".") as found:
    for entry in sorted(found, key=lambda one: one.name):
        print(entry, entry.path, told(entry.is_dir), told(entry.is_file), entry.is_symlink(), entry.is_dir(follow_symlinks=False), os.fspath(entry))
print(sorted(entry.path for entry in os.scandir("a")), sorted(entry.name for entry in os.scandir(b"a")), told(os.scandir, "zz"), told(os.scandir, "raw"))
print(sorted(os.listdir(b".")), told(os.listdir, 99), told(os.listdir, "raw"))
for folder, folders, files in sorted(os.walk(".")):
    print(folder, sorted(folders), sorted(files))
print([sorted(files) for _, _, files in os.walk("a", topdown=False)], list(os.walk("zz")))
print(os.chdir("a"), os.getcwd() == top + "/a", names(), os.chdir(".."), told(os.chdir, "zz"), told(os.chdir, "raw"), os.path.abspath("x") == top + "/x")
os.chdir("a/b")
os.rename(top + "/a", top + "/moved")
print(os.getcwd() == top + "/moved/b", os.path.exists("../f.txt"), names(".."), os.chdir(top))

shutil.copytree("moved", "copy")
print(names("copy"), shutil.copy("raw", "copy"), shutil.copy2("raw", "copy/two"), shutil.move("copy/two", "three"), os.path.exists("copy/two"))
print(shutil.rmtree("copy"), os.path.exists("copy"), told(shutil.rmtree, "copy"), names())
with open("big", "wb") as f:
    print(f.seek(1000), f.write(b"x"), f.tell())
print(os.path.getsize("big"), open("big", "rb").read(3), errno.errorcode[2], os.strerror(39), os.strerror(9999))
print(os.write(1, b"") == 0, told(os.stat, "raw", dir_fd=None).st_size, told(os.mkdir, b"bytes\xff"), os.path.exists(b"bytes\xff"), "bytes\udcff" in os.listdir("."))
s = os.stat_result(range(19))
print(s, s.st_atime, s.st_atime_ns, s.st_blocks, s.__reduce__()[1][1]["st_rdev"], told(os.stat_result, range(5)), os.stat_result(range(10)).st_blocks)
