# options: --seed 7 --clock 2026-11-22T10:00:00Z
def double(n):
    half = ask(n)
    return half + half
print(double(21))
