# Code of the modules that CPython has frozen is in "<frozen os>", the module in its file.
import codecs
import collections.abc
import os
import posixpath
import traceback

for f in (lambda: os.environ["NOPE"], lambda: os.path.join(None, "a"), lambda: codecs.getincrementaldecoder("utf-8")().decode(b"\xff", True),
          lambda: os.getenv(3), lambda: collections.abc.Mapping.get({}, 5), lambda: os.makedirs("/dev/null/x")):
    try:
        f()
    except Exception as e:
        print([(frame.filename, frame.lineno, frame.name) for frame in traceback.extract_tb(e.__traceback__)[2:]], repr(e))
print(os.getenv.__code__.co_filename, os.__file__, posixpath.join.__code__.co_filename, posixpath.__file__)
