# packages: xmltodict
import xmltodict

d = xmltodict.parse('<a x="1"><b>2</b><b>3</b></a>')
assert d == {"a": {"@x": "1", "b": ["2", "3"]}}, d
assert "<b>2</b>" in xmltodict.unparse(d)
