"""Where a statement ends too early at a comment, the error's place is the comment."""
for text in (
    "if x   \n  pass\n",
    "if x > 2     # a comment\n    pass\n",
    "if x # c",
    "if x",
    "x = 1 +  # é c\n",
    "for x in\n  pass",
    "def f(x)   # comment é\n    pass",
    "x = (1,  # inside\n  2) +   # outside\n",
    "class C  # c\n",
    "while True # 1 # 2\n",
):
    try:
        compile(text, "file", "exec")
    except SyntaxError as error:
        print(error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset, repr(error.text))
