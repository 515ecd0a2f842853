#!/usr/bin/env python3
"""Writes tools_host.h: tools_host.py, and the files of the package that it uses, as texts for plugin.cpp.

    embed.py PACKAGE HEADER TEMPLATE TOOLS_HOST FILE...      each FILE is in PACKAGE, the package's folder
"""
import os
import sys


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def module_name(path, package):
    """fermata._values.fields; a folder's __init__ goes by the folder's name."""
    name = os.path.splitext(os.path.relpath(path, package))[0].removesuffix("__init__").rstrip("/")
    return ".".join(["fermata", *name.split("/")])


def literal(text):
    if ')python"' in text:
        raise SystemExit("embed.py: a text has the end of its own literal in it")
    return f'R"python({text})python"'


def header(template, host, modules):
    begin, middle, end = template.replace("@MODULES@", "@HOST@").split("@HOST@")
    rows = "".join(f'    {{"{name}", {literal(text)}}},\n' for name, text in modules.items())
    return begin + literal(host) + middle + rows + end


if __name__ == "__main__":
    package, output, template, host, *paths = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as file:
        file.write(header(text_of(template), text_of(host), {module_name(path, package): text_of(path) for path in paths}))
