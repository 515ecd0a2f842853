# Modules in zip files.
import importlib.util
import os
import pkgutil
import sys
import tempfile
import zipfile
import zipimport

folder = tempfile.mkdtemp()
path = os.path.join(folder, "some.zip")
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
    file.writestr("zipped_one.py", "def f():\n    return __name__\n")
    file.writestr("zipped/__init__.py", "from .part import y\n")
    file.writestr("zipped/part.py", "y = 42\n")
    file.writestr("zipped/data.txt", "data")
    file.writestr("inner/zipped_two.py", "z = __file__\n")
sys.path.insert(0, path)
import zipped_one
import zipped.part


def shown(text):
    return str(text).replace(folder, "FOLDER")


print(zipped_one.f(), shown(zipped_one.__file__), zipped.y, [shown(p) for p in zipped.__path__], zipped.part.__package__)
print(shown(zipped_one.__loader__), zipped_one.__loader__.get_source("zipped_one"), pkgutil.get_data("zipped", "data.txt"))
sys.path.insert(0, os.path.join(path, "inner"))
import zipped_two

print(shown(zipped_two.z), importlib.util.find_spec("zipped.none"))
finder = zipimport.zipimporter(path)
print(finder.is_package("zipped"), finder.find_spec("none"), shown(finder.archive), repr(finder.prefix), shown(finder.get_filename("zipped.part".partition(".")[0])))
for ask in (lambda: zipimport.zipimporter(folder), lambda: zipimport.zipimporter(os.path.join(folder, "none.zip")), lambda: finder.get_source("none")):
    try:
        ask()
    except zipimport.ZipImportError as e:
        print(type(e).__name__, shown(e))
try:
    import zipped.none
except ImportError as e:
    print(e)
