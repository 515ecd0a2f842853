"""A handler for `fermata run --handler ask=…`: answers a call with its first argument, as it came."""

import json
import sys

print(json.dumps(json.load(sys.stdin)["args"][0]))
