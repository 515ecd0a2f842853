"""What the build takes from elsewhere: CPython's library, and the time zones. States and `fermata --licences` say it."""

import json
import os
import pathlib
import re
import subprocess
import unittest

from command import FERMATA, PAUSED, ROOT, CommandTest

BUILD = pathlib.Path(FERMATA).parent
MODULES = pathlib.Path(ROOT, "src/library/modules.def")
BOOTSTRAP = "importlib/_bootstrap_external.py"


class LibraryBuild(CommandTest):
    def precompile(self, python, table=MODULES):
        command = [BUILD / "fermata-precompile", "--root", f"{ROOT}/src", "--modules", table, "--python", python]
        out = subprocess.run([*command, "--depfile", "d", "-o", "out.cpp"], cwd=self.folder, capture_output=True, text=True, check=False)
        return out.returncode, out.stderr

    def library(self, magic):
        folder = pathlib.Path(self.folder, "lib")
        (folder / "importlib").mkdir(parents=True)
        (folder / BOOTSTRAP).write_text(f"import _io\nMAGIC_NUMBER = ({magic}).to_bytes(2, 'little') + b'\\r\\n'\n")
        return folder

    def test_another_minor_version(self):
        folder = self.library(3531)  # of 3.12
        code, message = self.precompile(folder)
        self.assertEqual(code, 1)
        self.assertEqual(
            message,
            f"{folder} has no library of CPython 3.11: install libpython3.11-stdlib, or say with -Dpython_library=FOLDER where one is\n",
        )
        self.assertFalse(os.path.exists(self.folder + "/out.cpp"))

    def test_no_library(self):
        code, message = self.precompile(self.folder)
        self.assertEqual(code, 1)
        self.assertIn("has no library of CPython 3.11", message)

    def test_a_file_that_is_missing(self):
        table = pathlib.Path(self.folder, "modules.def")
        table.write_text("PYTHON_MODULE(shelve, kShared)\n")
        folder = self.library(3495)
        self.assertEqual(self.precompile(folder, table), (1, f"PYTHON_MODULE(shelve, kShared): there is no file for it in {folder}\n"))

    def test_licences(self):
        out = self.fermata("--licences").out
        self.assertIn(pathlib.Path(ROOT, "LICENSE").read_text(encoding="utf-8"), out)
        self.assertIn("PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2", out)

    def test_states_say_it(self):
        self.write("p.py", "import zoneinfo\nhere = zoneinfo.ZoneInfo('Europe/Paris')\nf(1)")
        self.fermata("start", "p.py", "--function", "f", "-o", "state.json", code=PAUSED)
        zones = re.search("# version (.+)", pathlib.Path("/usr/share/zoneinfo/tzdata.zi").read_text(encoding="utf-8"))[1]
        state = json.loads(self.read("state.json"))
        self.assertRegex(state["library"], rf"^CPython 3\.11 \([0-9a-f]{{8}}\), tzdata {re.escape(zones)}$")


if __name__ == "__main__":
    unittest.main()
