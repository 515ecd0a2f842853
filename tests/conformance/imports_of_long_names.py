# Modules in files whose names are long, one within the other.
import importlib
import os
import shutil
import sys

sys.path.insert(0, os.getcwd())
sys.dont_write_bytecode = True
LONG = "a_package_with_a_name_of_which_two_are_longer_than_a_hundred"
path = LONG
for depth in range(5):
    os.makedirs(path)
    with open(os.path.join(path, "__init__.py"), "w") as file:
        file.write(f"depth = {depth}\n")
    importlib.invalidate_caches()
    name = path.replace(os.sep, ".")
    module = importlib.import_module(name)
    print(len(module.__name__), module.depth, module.__name__ == name, name in sys.modules)
    path = os.path.join(path, LONG)
namespace = {}
exec(f"import {LONG}.{LONG}.{LONG} as third\nfrom {LONG}.{LONG} import depth", namespace)
print(namespace["third"].depth, namespace["depth"])
for missing in (f"{LONG}.{LONG}.{LONG}.none", f"{LONG}x.{LONG}"):
    try:
        importlib.import_module(missing)
    except ModuleNotFoundError as error:
        print(error.name, str(error)[:30])
shutil.rmtree(LONG)
