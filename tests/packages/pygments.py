# packages: pygments
from pygments import highlight
from pygments.lexers import PythonLexer, get_lexer_by_name
from pygments.formatters import HtmlFormatter

print(highlight('def f(x):\n    return "a"', PythonLexer(), HtmlFormatter()))
assert get_lexer_by_name("json").name == "JSON"
