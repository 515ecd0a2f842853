"""The modules for frameworks where the framework isn't installed: they say what to install, and the package doesn't need them."""

import subprocess
import sys
import unittest

BLOCKED = """
import sys
sys.modules["{framework}"] = None  # as if it weren't there
try:
    import fermata.{module}
except ImportError as error:
    print(error)
"""


class Missing(unittest.TestCase):
    def test_each_says_how_to_install_it(self):
        for module, framework, extra in (
            ("smolagents", "smolagents", "smolagents"),
            ("pydantic_ai", "pydantic_ai", "pydantic-ai"),
            ("langchain", "langchain_core", "langchain"),
            ("mcp", "mcp", "mcp"),
            ("otel", "opentelemetry", "otel"),
        ):
            with self.subTest(module=module):
                code = BLOCKED.format(module=module, framework=framework)
                process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
                self.assertIn(f"pip install 'fermata-lang[{extra}]'", process.stdout + process.stderr)

    def test_the_package_imports_none_of_them(self):
        code = "import sys, fermata\nprint([name for name in ('smolagents', 'pydantic', 'langchain_core', 'mcp', 'opentelemetry') if name in sys.modules])"
        process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertEqual(process.stdout, "[]\n", process.stderr)


if __name__ == "__main__":
    unittest.main()
