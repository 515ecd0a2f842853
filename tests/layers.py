"""Checks the law of the folders: a folder includes only itself and what is above it in LAYERS."""

import os
import sys

import tree

# Lowest first: (the folder, how an #include of its files starts). src/ is an include root, so "heap/value.h" is src/heap/value.h.
LAYERS = [
    ("include/fermata", "fermata/"),
    ("src/base", "base/"),
    ("src/unicode", "unicode/"),
    ("src/numbers", "numbers/"),
    ("src/syntax", "syntax/"),
    ("src/compiler", "compiler/"),
    ("src/heap", "heap/"),
    ("src/runtime", "runtime/"),
    ("src/objects", "objects/"),
    ("src/vm", "vm/"),
    ("src/prelude", "prelude/"),
    ("src/library", "library/"),
    ("src/session", "session/"),
    ("serialization", "serialization/"),
    ("src/jail/wire", "jail/wire/"),
    ("src/jail/outside", "jail/outside/"),
    ("src/jail/inside", "jail/inside/"),
    ("include/fermata/durable", "fermata/durable/"),
    ("src/durable", "durable/"),
    ("src/server", "server/"),
    ("src/tools", "tools/"),
    ("src/cli", "cli/"),
    ("bindings", "bindings/"),
]

# (file, included file): the reason. Only declarations may cross a layer upwards, never knowledge of what is behind them.
EXCEPTIONS: dict[tuple[str, str], str] = {}

# Libraries that only these folders may include.
RESERVED = {
    "cereal/": ["serialization"],
    "msgpack": ["serialization"],
    "rapidjson/": ["serialization"],
    "sodium": ["serialization", "src/server/auth", "src/library/hashlib"],
    "toml++": ["src/server/auth"],
    "CLI/": ["src/cli"],
    "seccomp.h": ["src/jail/inside"],
    "sqlite3.h": ["src/durable/database", "src/library/_sqlite3"],
    "libpq": ["src/durable/database"],
    "boost/asio": ["src/server/http"],
    "boost/beast": ["src/server/http"],
    "curl/": ["src/durable/http"],
}


def rank_of(path, column):
    """The row whose folder, or start of #includes, is the longest that this one begins with."""
    rows = [(len(row[column]), rank) for rank, row in enumerate(LAYERS) if path.startswith(row[column].rstrip("/") + "/")]
    return max(rows)[1] if rows else None


def folder_rank(path):
    return rank_of(path, 0)


def include_rank(included, path):
    rank = rank_of(included, 1)
    if rank is not None:
        return rank
    neighbour = os.path.join(os.path.dirname(path), included)  # "value.h" beside the file
    return folder_rank(neighbour) if os.path.exists(os.path.join(tree.ROOT, neighbour)) else None


def problems():
    used = set()
    for path in tree.cpp_files(["include", "src", "serialization", "bindings"]):
        rank = folder_rank(path)
        if rank is None:
            yield f"{path}: not in a folder of the table"
            continue
        for line, included in tree.includes(path):
            target = include_rank(included, path)
            if target is not None and target > rank:
                if (path, included) in EXCEPTIONS:
                    used.add((path, included))
                else:
                    yield f"{path}:{line}: {LAYERS[rank][0]} includes {included}, which stands higher"
            for prefix, folders in RESERVED.items():
                if included.startswith(prefix) and not path.startswith(tuple(folder + "/" for folder in folders)):
                    yield f"{path}:{line}: {included} is for {', '.join(folders)} alone"
    for path, included in sorted(set(EXCEPTIONS) - used):
        yield f"tests/layers.py: the exception for {included} in {path} is not used any more"


if __name__ == "__main__":
    found = list(problems())
    print("\n".join(found))
    sys.exit(bool(found))
