#!/usr/bin/env python3
"""Copies the package's files into the build folder, in their folders, and removes those there that the package doesn't have any more.

    copy_package.py SOURCE TARGET STAMP FILE...      each FILE is in SOURCE; STAMP is written when all is done
"""
import os
import shutil
import sys


def copy_package(source, target, files):
    wanted = {os.path.relpath(file, source) for file in files}
    for name in sorted(wanted):
        copy = os.path.join(target, name)
        os.makedirs(os.path.dirname(copy), exist_ok=True)
        shutil.copyfile(os.path.join(source, name), copy)
    for folder, _, names in os.walk(target):
        for name in names:
            file = os.path.join(folder, name)
            if name.endswith((".py", ".pyi")) and os.path.relpath(file, target) not in wanted:
                os.remove(file)


if __name__ == "__main__":
    copy_package(sys.argv[1], sys.argv[2], sys.argv[4:])
    with open(sys.argv[3], "w", encoding="utf-8"):
        pass
