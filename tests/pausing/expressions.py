x = [ask(1), ask(2)][ask(0)] + {ask("k"): ask(3)}["k"] * (ask(4) if ask(True) else ask(5))
print(x, ask(1) < ask(2) < ask(3), ask(0) or ask("") or ask("z"), ask(1) and ask(0) and ask(2))
d = {"n": 1}
d[ask("n")] += ask(5)
L = [0, 1, 2, 3]
L[ask(1):ask(3)] = [ask(9)]
L[ask(0)], L[ask(1)] = ask(7), ask(8)
print(d, L, (y := ask(4)) + y, f"{ask(1)}{ask('two')!r}")
def f(a, b, *c, k, **d): return a, b, c, k, d
print(f(ask(1), *[ask(2), ask(3)], k=ask(4), **{"z": ask(5)}))
i = 0
while ask(i) < 3: i += ask(1)
else: print("else", ask(i))
del d[ask("n")]
print(d, print(ask("nested print")), [*range(ask(3))], "abc"[ask(1)], -ask(5), ~ask(5), ask(2) ** ask(10), not ask(0))
if ask(0): pass
elif ask(1): print("elif")
for k in ask([1, 2]): print(k, ask(k) in ask([2]))
print(*[ask(1), ask(2)], sep=ask("-"), end=ask("!\n"))
