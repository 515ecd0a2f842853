total = 0
for i in range(5):
    total += ask(i) * 10
    print(i, total)
print(ask([1, {"a": (1, 2)}, None, True]))
