"""fermata completion, fermata man: made from the options of the commands; bash completes with them here, groff sets the page."""

import re
import shutil
import subprocess
import unittest

from command import USAGE, CommandTest


class Completion(CommandTest):
    def complete(self, *words):
        """What bash offers for the last of these words."""
        self.write("script", self.fermata("completion", "bash").out)
        line = " ".join(f"'{word}'" for word in ("fermata", *words))
        code = f'source ./script; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _fermata; printf "%s\\n" "${{COMPREPLY[@]}}"'
        ran = subprocess.run(["bash", "--norc", "-c", code], cwd=self.folder, capture_output=True, text=True, timeout=60)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        return ran.stdout.split()

    def commands(self):
        help = self.fermata("--help").out
        return re.findall(r"^  ([a-z][a-z-]*) ", help[help.index("Subcommands:") :], re.M)

    def test_bash(self):
        commands = self.commands()
        self.assertGreater(len(commands), 40)
        self.assertEqual(self.complete(""), commands)
        self.assertEqual(self.complete("unsch"), ["unschedule"])
        self.assertEqual(self.complete("submit", "--mi"), ["--missed"])
        self.assertEqual(self.complete("submit", "--missed", ""), ["skip", "once", "all"])
        self.assertEqual(self.complete("completion", ""), ["bash", "zsh", "fish"])
        self.assertEqual(self.complete("submit", "--queue", "--"), [])  # a value
        self.assertEqual(self.complete("submit", "ag"), [])  # a file, which bash completes
        self.assertIn("--no-jail", self.complete("work", "--no"))
        self.assertIn("--handler", self.complete("serve", "--h"))  # of a group

    def test_every_option_of_every_command_is_there(self):
        for command in ("run", "submit", "work", "serve", "approve", "webhook"):
            with self.subTest(command):
                shown = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*(?=[ ,:])", self.fermata(command, "--help").out.split("Options:")[1]))
                self.assertLessEqual({"--help"}, set(self.complete(command, "--")))
                self.assertGreater(len(shown & set(self.complete(command, "--"))), 5)

    def test_what_the_other_shells_say_of_their_scripts(self):
        for shell in ("bash", "zsh", "fish"):
            with self.subTest(shell):
                script = self.fermata("completion", shell).out
                self.assertIn("missed", script)
                if not shutil.which(shell):
                    self.skipTest(f"there is no {shell}")
                self.write("script", script)
                ran = subprocess.run([shell, "-n", "script"], cwd=self.folder, capture_output=True, text=True, timeout=60)
                self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        self.fermata("completion", "tcsh", code=USAGE)

    def test_the_man_page(self):
        page = self.fermata("man").out
        for command in self.commands():
            self.assertIn(f'.SS "fermata {command}'.replace("-", "\\-"), page)
        if not shutil.which("groff"):
            self.skipTest("there is no groff")
        ran = subprocess.run(["groff", "-man", "-Kutf8", "-Tutf8", "-ww"], input=page, capture_output=True, text=True, timeout=60)
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        text = re.sub("\x1b\\[[0-9;]*m|.\x08", "", ran.stdout)
        self.assertIn("--missed", text)
        self.assertIn("times at which no worker was there", " ".join(text.split()))


if __name__ == "__main__":
    unittest.main()
