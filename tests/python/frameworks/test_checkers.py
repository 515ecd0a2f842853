"""check(…, check_types="ty"): the cases of tests/python/test_check_types.py with the ty that PyPI has."""

import os
import sys
import unittest

from support import needs

needs("ty")

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from test_check_types import Ty  # noqa: E402

__all__ = ["Ty"]

if __name__ == "__main__":
    unittest.main()
