# packages: html5lib six webencodings
import html5lib

d = html5lib.parse("<p>a<b>c</p><table><tr><td>1", namespaceHTMLElements=False)
assert d.find(".//td").text == "1"
print(html5lib.serialize(d, tree="etree", omit_optional_tags=False))
