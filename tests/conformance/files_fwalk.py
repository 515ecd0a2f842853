import os
import shutil
import tempfile

top = tempfile.mkdtemp()
for folder in ("a/b", "a/c", "d"):
    os.makedirs(os.path.join(top, folder))
for name in ("a/one", "a/b/two", "d/three"):
    with open(os.path.join(top, name), "w") as file:
        file.write(name * 10)
os.symlink("a", os.path.join(top, "link"))
os.symlink("gone", os.path.join(top, "dangling"))
for options in ({}, {"topdown": False}, {"follow_symlinks": True}):
    found = []
    for folder, folders, names, fd in os.fwalk(top, **options):
        sizes = [os.stat(name, dir_fd=fd, follow_symlinks=False).st_size for name in sorted(names)]
        found.append((os.path.relpath(folder, top), sorted(folders), sorted(names), sizes, type(fd)))
    print(sorted(found))
    print([sorted(folders) for _, folders, _, _ in sorted(os.fwalk(os.fsencode(top), **options))])
fd = os.open(top, os.O_RDONLY)
for folder, folders, names, _ in sorted(os.fwalk("a", dir_fd=fd)):
    print(folder, sorted(folders), names)
one = os.open("a/one", os.O_RDONLY, dir_fd=fd)
print(os.read(one, 5), os.fstat(one).st_ino == os.stat("a/one", dir_fd=fd).st_ino, os.lstat("link", dir_fd=fd).st_size)
made = os.open("made", os.O_WRONLY | os.O_CREAT, 0o600, dir_fd=fd)
print(os.write(made, b"12"), os.path.getsize(os.path.join(top, "made")), os.stat(os.path.join(top, "a"), dir_fd=99).st_nlink > 0)
with os.scandir(fd) as entries:
    print(sorted((entry.name, entry.path, entry.is_dir(), entry.is_dir(follow_symlinks=False), entry.is_file()) for entry in entries))
with os.scandir(fd) as entries:
    print(sorted(entry.stat(follow_symlinks=False).st_size for entry in entries if entry.is_file()))
for wrong in (
    lambda: os.stat("a", dir_fd=99),
    lambda: os.stat("a", dir_fd=one),
    lambda: os.stat("a", dir_fd="x"),
    lambda: os.stat(one, dir_fd=fd),
    lambda: os.open("none", os.O_RDONLY, dir_fd=fd),
    lambda: os.stat("", dir_fd=fd),
    lambda: list(os.fwalk(top + "/none")),
):
    try:
        print(wrong())
    except (OSError, TypeError, ValueError) as e:
        print(type(e).__name__, str(e).replace(top, "TOP"))
print(os.open in os.supports_dir_fd, os.stat in os.supports_dir_fd)
for number in (fd, one, made):
    os.close(number)
shutil.rmtree(top)
print(os.path.exists(top))
