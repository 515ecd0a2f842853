# A message that doesn't fit its format is told, and the program goes on.
import email
import io
import json
import logging
import sys
import xml.etree

print([m.__path__ for m in (logging, json, email, xml.etree)])
sys.stderr = told = io.StringIO()
logging.warning("%d", "x")
logging.warning("%s %s", 1)
sys.stderr = sys.__stderr__
lines = told.getvalue().splitlines()
print([line for line in lines if line.startswith(("---", "TypeError", "Message", "Arguments"))])
print("after")
