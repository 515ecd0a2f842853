#!/usr/bin/env python3
"""Writes a C++ file that holds the files which the server gives to browsers as they are (src/server/static/files.h).

    embed_static.py OUTPUT FILE...
"""
import hashlib
import os
import sys

TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


def rows(paths):
    for path in sorted(paths):
        with open(path, "rb") as file:
            data = file.read()
        lines = [",".join(str(byte) for byte in data[at : at + 32]) for at in range(0, len(data), 32)]
        name = os.path.basename(path)
        symbol = "k" + "".join(part.title() for part in name.replace("-", ".").split("."))
        yield f"constexpr unsigned char {symbol}[] = {{{(',' + chr(10)).join(lines)}}};", (
            f'{{"{name}", "{TYPES[os.path.splitext(name)[1]]}", "\\"{hashlib.sha256(data).hexdigest()[:16]}\\"", '
            f"std::string_view(reinterpret_cast<const char*>({symbol}), {len(data)})}}"
        )


def main(output, *paths):
    arrays, entries = zip(*rows(paths))
    with open(output, "w", encoding="utf-8") as file:
        file.write('#include "server/static/files.h"\n\nnamespace fermata::server {\n\nnamespace {\n')
        file.write("\n".join(arrays))
        file.write(f"\nconst StaticFile kFiles[] = {{{', '.join(entries)}}};\n}}  // namespace\n\n")
        file.write("std::span<const StaticFile> static_files() { return kFiles; }\n\n}  // namespace fermata::server\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
