x = []
x += (x)
x *= 11**4
repr(x)
