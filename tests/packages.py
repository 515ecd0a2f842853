"""Checks .ci/packages, the one list of Debian packages: what the tree includes or calls is in it, and it holds nothing else; the
package's README names those that pip needs."""

import os
import re
import sys

import tree

# How an #include starts: the packages that bring it. What matches nothing here is ours or the standard library's.
HEADERS = {
    "boost/context/": ["libboost-context-dev"],
    "boost/": ["libboost-dev"],
    "gmp.h": ["libgmp-dev"],
    "utf8proc.h": ["libutf8proc-dev"],
    "pcre2.h": ["libpcre2-dev"],
    "nettle/": ["nettle-dev"],
    "sodium.h": ["libsodium-dev"],
    "zlib.h": ["zlib1g-dev"],
    "bzlib.h": ["libbz2-dev"],
    "lzma.h": ["liblzma-dev"],
    "expat.h": ["libexpat1-dev"],
    "msgpack": ["libmsgpack-cxx-dev"],
    "cereal/": ["libcereal-dev", "rapidjson-dev"],  # Debian's cereal comes without its own copy of RapidJSON
    "rapidjson/": ["rapidjson-dev"],
    "CLI/": ["libcli11-dev"],
    "toml++/": ["libtomlplusplus-dev"],
    "histedit.h": ["libedit-dev"],
    "fmt/": ["libfmt-dev"],
    "gtest/": ["libgtest-dev"],
    "gmock/": ["libgmock-dev"],
    "benchmark/": ["libbenchmark-dev"],
    "spdlog/": ["libspdlog-dev"],
    "mpdecimal.h": ["libmpdec-dev"],
    "pybind11/": ["pybind11-dev", "python3-dev"],
    "Python.h": ["python3-dev"],
    "sqlite3.h": ["libsqlite3-dev"],
    "libpq": ["libpq-dev"],
    "curl/": ["libcurl4-openssl-dev"],
    "zstd.h": ["libzstd-dev"],
    "openssl/": ["libssl-dev"],
    "cjose/": ["libcjose-dev"],
    "seccomp.h": ["libseccomp-dev"],
}
# Programs that the scripts and the build call; libraries that meson.build names, used or not.
ALWAYS = {
    "g++": "the compiler",
    "meson": "the build",
    "ninja-build": "the build",
    "pkg-config": "Meson finds libraries with it",
    "ccache": "Meson uses it when it is there: quick rebuilds",
    "python3": "the tests",
    "libpython3.11-stdlib": "the library of CPython, whose files are compiled in",
    "tzdata": "the time zones, which are compiled in",
    "python3-venv": "the tests of the modules for frameworks",
    "postgresql": "the tests of durable runs start a server",
    "openssl": "tests/cli/test_serve_tls.py makes certificates",
    "python3-cryptography": "tests/cli/oidc_provider.py signs with keys of its own",
    "faketime": "tests/cli/test_store_clocks.py has workers with other times of day",
    **dict.fromkeys(("chromium", "chromium-driver", "python3-selenium"), "the tests of the server's pages walk through them in a browser"),
    "libboost-dev": "Meson's Boost search wants boost/version.hpp",
    **dict.fromkeys(("black", "clang-format-16", "clang-tidy-16", "flake8", "mypy"), "tests/lint"),
}
# What `pip install .` has no need of: the build's tools come from PyPI, the rest is for the command and the tests.
LINT = {name for name, why in ALWAYS.items() if why == "tests/lint"}
NOT_FOR_PIP = LINT | {
    "meson",
    "ninja-build",
    "ccache",
    "python3",
    "pybind11-dev",
    "libcli11-dev",
    "libtomlplusplus-dev",
    "libedit-dev",
    "libssl-dev",
    "libcjose-dev",
    "python3-cryptography",
    "libgtest-dev",
    "postgresql",
    "openssl",
    "faketime",
    "chromium",
    "chromium-driver",
    "python3-selenium",
}
README = "bindings/python/README.md"
SYSTEM = (
    "arpa/",
    "emmintrin.h",
    "sys/",
    "asm/",
    "linux/",
    "sanitizer/",
    "unistd.h",
    "termios.h",
    "pthread.h",
    "pwd.h",
    "dlfcn.h",
    "fcntl.h",
    "link.h",
    "poll.h",
    "sched.h",
    "dirent.h",
    "signal.h",
    "spawn.h",
    "malloc.h",
    "iconv.h",
)


def listed():
    with open(os.path.join(tree.ROOT, ".ci/packages"), encoding="utf-8") as file:
        return [line.split("#")[0].strip() for line in file if line.split("#")[0].strip()]


def ours(path, included):
    places = [os.path.dirname(path), "include", "src", "", "bindings/python", "tests", "tests/fuzz"]
    # The build makes NAME.h from NAME.h.in.
    return any(os.path.exists(os.path.join(tree.ROOT, place, included + end)) for place in places for end in ("", ".in"))


def problems():
    packages = listed()
    for package in sorted({name for name in packages if packages.count(name) > 1}):
        yield f".ci/packages: {package} is listed twice"
    needed = dict(ALWAYS)
    for path in tree.cpp_files():
        for line, included in tree.includes(path):
            wanted = next((names for prefix, names in HEADERS.items() if included.startswith(prefix)), None)
            if wanted is not None:
                needed.update((name, f"{path}:{line} includes {included}") for name in wanted if name not in needed)
            elif ("/" in included or included.endswith(".h")) and not included.startswith(SYSTEM) and not ours(path, included):
                yield f"{path}:{line}: which package brings {included}? Tell tests/packages.py"
    with open(os.path.join(tree.ROOT, "meson.build"), encoding="utf-8") as file:
        build = file.read()
    for library, package in {
        "boost": "libboost-context-dev",
        "gmp": "libgmp-dev",
        "libutf8proc": "libutf8proc-dev",
        "libpcre2-8": "libpcre2-dev",
        "nettle": "nettle-dev",
        "libsodium": "libsodium-dev",
        "expat": "libexpat1-dev",
        "zlib": "zlib1g-dev",
        "liblzma": "liblzma-dev",
        "fmt": "libfmt-dev",
        "CLI11": "libcli11-dev",
        "gtest": "libgtest-dev",
        "sqlite3": "libsqlite3-dev",
        "libpq": "libpq-dev",
        "libcurl": "libcurl4-openssl-dev",
        "openssl": "libssl-dev",
    }.items():
        if f"dependency('{library}'" in build:
            needed.setdefault(package, f"meson.build: {library}")
    for header, package in {"cereal/": "libcereal-dev", "rapidjson/": "rapidjson-dev", "msgpack": "libmsgpack-cxx-dev"}.items():
        if f"has_header('{header}" in build:
            needed.setdefault(package, f"meson.build: {header}")
    for package in sorted(needed.keys() - set(packages)):
        yield f".ci/packages: {package} is missing ({needed[package]})"
    for package in sorted(set(packages) - needed.keys()):
        yield f".ci/packages: nothing needs {package}"
    with open(os.path.join(tree.ROOT, README), encoding="utf-8") as file:
        told = set(re.findall(r"apt-get install ((?:\\\n|.)*)", file.read())[0].replace("\\", " ").split())
    for package in sorted(told ^ (set(packages) - NOT_FOR_PIP)):
        yield f"{README}: {package} is {'told to be installed, and not needed' if package in told else 'not told to be installed'}"


if __name__ == "__main__":
    found = list(problems())
    print("\n".join(found))
    sys.exit(bool(found))
