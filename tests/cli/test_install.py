"""The C++ library as it is installed: the programs of examples/cpp are built against it by g++ with what pkg-config says, and nothing
else."""

import concurrent.futures
import glob
import json
import os
import subprocess
import unittest

from command import FERMATA, ROOT, CommandTest
from test_examples import EXPECTED

BUILD = os.path.dirname(FERMATA)
DEBIANS = {**os.environ, "PATH": "/usr/bin:" + os.environ["PATH"]}


def info(name):
    with open(os.path.join(BUILD, "meson-info", f"intro-{name}.json"), encoding="utf-8") as file:
        return json.load(file)


OPTIONS = {row["name"]: row["value"] for row in info("buildoptions")}


class Install(CommandTest):
    def setUp(self):
        super().setUp()
        command = ["meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--tags", "devel", "--destdir", self.folder]
        subprocess.run(command, check=True, capture_output=True, env=DEBIANS)
        self.prefix = self.folder + OPTIONS["prefix"]
        self.pkg_config_path = os.path.dirname(glob.glob(self.prefix + "/**/fermata.pc", recursive=True)[0])

    def pkg_config(self, *arguments, of="fermata"):
        env = {**DEBIANS, "PKG_CONFIG_PATH": self.pkg_config_path}
        return subprocess.run(
            ["pkg-config", f"--define-variable=prefix={self.prefix}", *arguments, of],
            check=True,
            capture_output=True,
            text=True,
            env=env,
        ).stdout.split()

    def test_what_is_there(self):
        def headers(folder):
            return sorted(name for name in os.listdir(folder) if name.endswith(".h"))

        for folder in ("fermata", "fermata/durable"):
            there = headers(os.path.join(self.prefix, "include", folder))
            self.assertEqual(there, headers(os.path.join(ROOT, "include", folder)))
        self.assertEqual(self.pkg_config("--modversion"), [info("projectinfo")["version"]])
        for flags in (["--libs"], ["--libs", "--static"]):
            libraries = self.pkg_config(*flags)
            for library in ("fermata", "boost_context", "gmp", "utf8proc", "pcre2-8", "nettle", "expat", "z", "lzma", "bz2", "fmt"):
                self.assertIn("-l" + library, libraries)
        self.assertLessEqual({"-lfermata-durable", "-lfermata", "-lsqlite3"}, set(self.pkg_config("--libs", of="fermata-durable")))
        self.assertEqual({flag for flag in self.pkg_config("--cflags") if flag.startswith("-I")}, {f"-I{self.prefix}/include"})

    def test_the_examples_are_built_against_it(self):
        flags = self.pkg_config("--cflags", "--libs")
        if OPTIONS["b_sanitize"] != "none":
            flags.append("-fsanitize=" + OPTIONS["b_sanitize"])

        def build(name):
            source = os.path.join(ROOT, "examples", "cpp", name + ".cpp")
            made = self.call(["g++", "-std=c++20", source, "-o", name, *flags], timeout=300)
            self.assertEqual((made.code, made.err), (0, ""))
            ran = self.call([self.path(name)])
            self.assertEqual((ran.out, ran.err, ran.code), (EXPECTED[name], "", 0))

        sources = glob.glob(os.path.join(ROOT, "examples", "cpp", "*.cpp"))
        self.assertEqual({os.path.basename(source)[:-4] for source in sources}, set(EXPECTED))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(build, EXPECTED))


if __name__ == "__main__":
    unittest.main()
