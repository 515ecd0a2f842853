# description: a package of the library has its modules as attributes, imported or not
# cause: sessions share the package, which doesn't change when one of them imports a module
# workaround: none is needed
# cpython:
#   AttributeError: module 'html' has no attribute 'parser'
# fermata:
#   HTMLParser
import html

print(html.parser.HTMLParser.__name__)
