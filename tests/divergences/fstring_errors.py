# description: Mistakes in f-strings are named as in Python 3.12, and what 3.12 allows there is allowed.
# cause: f-strings are parsed as expressions (PEP 701); the reference is 3.11.
# workaround: None needed.
# cpython:
#   f-string: empty expression not allowed
#   f-string expression part cannot include a backslash
# fermata:
#   f-string: valid expression required before '}'
#   no error
for source in ("f'{}'", "f'{\"\\n\".join([])}'"):
    try:
        compile(source, "<text>", "eval")
        print("no error")
    except SyntaxError as error:
        print(error.msg)
