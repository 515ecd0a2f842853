# OSError by the names of old.
assert IOError is OSError and EnvironmentError is OSError
try:
    raise FileNotFoundError(2, "no such file", "x")
except IOError as e:
    print(type(e).__name__, e)
print(IOError, EnvironmentError.__name__)
