import contextvars

for var in (contextvars.ContextVar("plain"), contextvars.ContextVar("given", default=None)):
    print(repr(var).split(" at ")[0], hasattr(var, "_default") and var._default is not None, var.get("else"))
    try:
        print(var.get())
    except LookupError as error:
        print(type(error).__name__, error.args[0] is var)
    token = var.set(1)
    print(token.old_value is token.MISSING, var.get())
    var.reset(token)
    print(var.get("reset"))
