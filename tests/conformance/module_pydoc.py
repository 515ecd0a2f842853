import io
import pydoc
from contextlib import redirect_stdout


class Shape:
    """A shape.

    It has a name."""

    sides = 0

    def __init__(self, name: str, *, big=False):
        """Make one."""
        self.name = name

    def area(self, scale=1.5):
        """How large it is."""

    @property
    def title(self):
        """The name, nicely."""
        return self.name.title()

    @classmethod
    def of(cls, *names):
        """Some shapes."""

    @staticmethod
    def count():
        pass


class Square(Shape):
    def area(self, scale=2):
        pass


def shown(first, second=2, *rest, **options) -> int:
    """What a function says.

    More of it."""


help(shown)
help(Square)
help(Shape.area)
help("nothing.of.that.name")
print(pydoc.plain(pydoc.render_doc(Shape)))
print(pydoc.describe(shown), pydoc.describe(Shape), pydoc.describe(pydoc), pydoc.getdoc(Shape.area), pydoc.splitdoc("one\n\ntwo"))
print(pydoc.locate("os.path.join").__name__, pydoc.locate("no.such"), pydoc.ispackage("no"), pydoc.replace("a-b", "-", "+"))
kept = io.StringIO()
with redirect_stdout(kept):
    help(shown)
print(kept.getvalue() == pydoc.plain(pydoc.render_doc(shown, "Help on %s:")) + "\n", len(kept.getvalue()))
print(pydoc.HTMLDoc().docroutine(shown, "shown"))
