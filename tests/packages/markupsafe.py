# packages: markupsafe
from markupsafe import Markup, escape

assert escape("<a>") == "&lt;a&gt;"
assert Markup("<b>%s</b>") % "<" == "<b>&lt;</b>"
assert Markup("<b>x</b>").striptags() == "x"
