"""from … import of what isn't a module: any object may be in sys.modules."""
import sys
class K:
    x = 3
sys.modules["kk"] = K
def t(src):
    try: exec(src)
    except Exception as e: print(type(e).__name__, e, getattr(e, "name", None), getattr(e, "path", None))
t("from kk import nope")
class O: pass
sys.modules["oo"] = O()
t("from oo import nope")
o = O(); o.__name__ = "hello"; sys.modules["oo"] = o
t("from oo import nope")
sys.modules["hello.nope"] = 5
t("from oo import nope; print(nope)")
o.__name__ = 7
t("from oo import nope")
class G:
    def __getattr__(self, n):
        if n == "dyn": return 5
        if n == "bad": raise ValueError("v")
        raise AttributeError(n)
sys.modules["gg"] = G()
t("from gg import dyn as d; print(d)")
t("from gg import bad")
t("from gg import nope")
t("from gg import *")
o.__all__ = ["a"]; o.a = 5
t("from oo import *; print(a)")
o.__all__ = ["b"]
t("from oo import *; print(a)")
del o.__all__; o._h = 1
t("from oo import *; print(a, \"_h\" in globals())")
t("from kk import *; print(x)")
sys.modules["five"] = 5
t("from five import real; print(real)")
t("from five import *")
t("import five; print(five)")
o.__name__ = "pkg"; o.__file__ = "/x/y.py"
t("from oo import zz")

# Where a module is that lacks a name.
for source in ("collections import Iterable", "functools import nothing", "itertools import nothing", "os.path import nothing"):
    try:
        exec("from " + source)
    except ImportError as error:
        print(error, error.name, error.path)
