"""What pytest, hypothesis and their like look for, and CPython 3.11 hasn't or knows from its build."""

import unittest

from command import CommandTest


class TestingTools(CommandTest):
    def run_lines(self, text):
        self.write("program.py", text)
        return self.fermata("run", "program.py").out.splitlines()

    def test_monitoring_is_taken(self):
        self.assertEqual(
            self.run_lines(
                """
import sys

monitoring = sys.monitoring
print(monitoring.events.LINE, monitoring.events.PY_START | monitoring.events.C_RAISE, monitoring.events.NO_EVENTS, monitoring.COVERAGE_ID)
print(monitoring.get_tool(3), monitoring.free_tool_id(3), monitoring.get_events(3), monitoring.set_events(3, 0), monitoring.restart_events())
print(monitoring.register_callback(3, monitoring.events.LINE, print), monitoring.DISABLE is monitoring.MISSING)
for call in (lambda: monitoring.use_tool_id(3, "x"), lambda: monitoring.get_tool(6), lambda: monitoring.set_events(3, 32), lambda: monitoring.get_tool("x")):
    try:
        print(call())
    except Exception as e:
        print(f"{type(e).__name__}: {e}")
"""
            ),
            [
                "32 65537 0 1",
                "fermata None 0 None None",
                "None False",
                "ValueError: tool 3 is already in use",
                "ValueError: invalid tool 6 (must be between 0 and 5)",
                "NotImplementedError: a program's lines can't be traced here",
                "TypeError: 'str' object cannot be interpreted as an integer",
            ],
        )

    def test_sysconfig(self):
        self.assertEqual(
            self.run_lines(
                """
import sys, sysconfig

print(sysconfig.get_config_var("Py_GIL_DISABLED"), sysconfig.get_config_var("EXT_SUFFIX"), sysconfig.get_python_version())
print(sysconfig.get_platform() == sys.platform, sorted(sysconfig.get_paths())[:2])
print(sysconfig.get_config_vars("py_version_nodot", "abiflags"), sysconfig.is_python_build())
"""
            ),
            ["None .fermata.so 3.12", "True ['data', 'include']", "['312', ''] False"],
        )


if __name__ == "__main__":
    unittest.main()
