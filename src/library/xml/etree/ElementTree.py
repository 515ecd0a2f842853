"""In addition to CPython's ElementTree: the prefixes that a session registers are its own, and a function that CPython has in C."""

# Written in C in CPython: no method of a class that has it as an attribute.
__unbound__ = ["SubElement"]


# (CPython's in C has none: an element without children is false, and nothing is said about it.)
del Element.__bool__
for _class in Element, TreeBuilder, XMLParser:
    c_class(_class)
del _class


def __session__():
    yield "_namespace_map", dict(_namespace_map)


def SubElement(parent, tag, /, attrib={}, **extra):
    """An element with this tag and these attributes, the last one in its parent."""
    if not isinstance(parent, Element):
        raise TypeError(f"SubElement() argument 1 must be xml.etree.ElementTree.Element, not {type(parent).__name__}")
    child = Element(tag, attrib, **extra)
    parent.append(child)
    return child
