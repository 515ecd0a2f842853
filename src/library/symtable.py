"""What each session has of its own in CPython's symtable: the tables that are still in use."""


def __session__():
    yield "_newSymbolTable", SymbolTableFactory()
