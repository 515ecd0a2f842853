# The nearest name of the innermost scope that has one near enough, though a builtin is nearer.
import traceback


def excepts():
    pass


def find(values):
    return exceptions


try:
    find([])
except NameError:
    print(traceback.format_exc(limit=0))  # of all scopes
find([])
