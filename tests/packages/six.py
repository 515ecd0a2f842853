# packages: six
import six
from six.moves import urllib

assert six.PY3 and six.text_type is str
assert urllib.parse.quote("a b") == "a%20b"


class M(type):
    pass


@six.add_metaclass(M)
class A:
    pass


assert type(A) is M
