# CPython's modules recognise some texts by their identity, which a state keeps.
import argparse
import optparse
import os

texts = [argparse.SUPPRESS, os.devnull, optparse.NO_DEFAULT]
parser = argparse.ArgumentParser(prog="tool")
parser.add_argument("--hidden", help=argparse.SUPPRESS)
parser.add_argument("--shown")
print(ask(1))
print(texts[0] is argparse.SUPPRESS, texts[1] is os.devnull, texts[2] is optparse.NO_DEFAULT)
print(parser.format_usage())
