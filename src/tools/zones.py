#!/usr/bin/env python3
"""Writes the module _zones while Fermata is built: the time zones of FOLDER (Debian's package tzdata), whose tzdata.zi lists them.

    zones.py FOLDER OUTPUT
"""
import pathlib
import sys


def names_and_version(listing):
    version, names = "", []
    for line in listing.splitlines():
        words = line.split()
        if line.startswith("# version"):
            version = words[2]
        elif words and words[0] in ("Z", "L"):  # a zone, or a link to one
            names.append(words[1 if words[0] == "Z" else 2])
    return version, sorted(names)


def main():
    folder, output = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    listing = folder / "tzdata.zi"
    if not listing.exists():
        sys.exit(f"{folder} has no time zones: install tzdata, or say with -Dzones=FOLDER where they are")
    version, names = names_and_version(listing.read_text())
    data, places, known = bytearray(), {}, {}
    for name in names:
        content = (folder / name).read_bytes()
        if content not in known:  # links have the file of their zone
            known[content] = (len(data), len(content))
            data += content
        places[name] = known[content]
    output.write_text(
        f'"""The time zones as they were when Fermata was built; made by src/tools/zones.py."""\n\n'
        f"version = {version!r}\nplaces = {places!r}\ndata = {bytes(data)!r}\n"
    )


main()
