# options: --limit-file-bytes 1000
import os


def written(name, count):
    try:
        with open(name, "wb", 0) as file:
            return file.write(b"x" * count)
    except OSError as e:
        return e.strerror


print(written("a", 600))
print(written("b", ask(500)))
print(os.listdir(), os.path.getsize("b"))
os.remove("a")
print(written("b", ask(900)), written("c", 101), written("c", ask(100)))
