"""Files that are open: one half read as text, one with what it holds not yet written out, one that has no name any more."""

import os

with open("lines.txt", "w", encoding="utf-8") as file:
    file.writelines(f"line {i} é\n" for i in range(2000))
os.makedirs("kept/deep", exist_ok=True)
os.chdir("kept")

lines = open("../lines.txt", encoding="utf-8")
first = [next(lines) for _ in range(700)]
log = open("deep/log.bin", "w+b")
log.write(b"before ")
gone = open("gone.txt", "w+")
gone.write("nobody finds this")
gone.seek(7)
os.remove("gone.txt")
os.symlink("deep/log.bin", "link")

print(first[-1], end="")
print(ask("one"))
print(next(lines), end="")
print(sum(1 for _ in lines), lines.closed)
log.write(b"after")
print(log.tell(), os.path.getsize("link"))
log.flush()
with open("link", "rb") as again:
    print(again.read())
print(ask("two"))
print(gone.read(), os.listdir(), os.getcwd())
for file in (lines, log, gone):
    file.close()
try:
    log.read()
except ValueError as error:
    print(error)
