"""An archive that is being read: a member half decompressed, another still to come, and one that is being written."""

import io
import zipfile

with zipfile.ZipFile("archive.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("numbers.txt", "".join(f"{i * i}\n" for i in range(4_000)))
    archive.writestr("stored.txt", "as it is", zipfile.ZIP_STORED)

archive = zipfile.ZipFile("archive.zip")
member = archive.open("numbers.txt")
text = io.TextIOWrapper(member, "ascii")
total = sum(int(next(text)) for _ in range(1_800))
new = zipfile.ZipFile("new.zip", "w", zipfile.ZIP_DEFLATED)
part = new.open("part.txt", "w")
part.write(b"half " * 1000)

print(total)
print(ask("one"))
total += sum(map(int, text))
print(total, sum(i * i for i in range(4_000)))
print(archive.read("stored.txt"), archive.namelist())
print(ask("two"))
part.write(b"other half")
part.close()
new.close()
with zipfile.ZipFile("new.zip") as again:
    print(len(again.read("part.txt")), again.testzip())
archive.close()
