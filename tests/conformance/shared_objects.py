# Objects of the library are shared by all sessions: looking at their attributes must not change them, nor may anything else.
import typing
import string
import collections


def attempt(function, *args):
    try:
        function(*args)
    except (AttributeError, TypeError):
        pass


for shared in (typing.AnyStr, typing.Optional, typing.Any, string.Template, collections.OrderedDict, string.Formatter):
    fields = getattr(shared, "__dict__", {})
    if isinstance(fields, dict):
        before = dict(fields)
        fields["added"] = [1]
        del fields["added"]
        assert dict(getattr(shared, "__dict__", {})) == before
    attempt(setattr, shared, "__doc__", shared.__doc__)
    attempt(vars, shared)
    hash(shared), repr(shared), dir(shared), id(shared), shared == 1
assert repr(typing.AnyStr) == "~AnyStr" and repr(typing.List) == "typing.List"
print("ok")
