L = []
for _ in range(10000): L = [L]
D = {}
for _ in range(3000): D = {"d": D}
T = ()
for _ in range(3000): T = (T,)
class N:
    def __init__(self, n): self.next = n
n = None
for _ in range(5000): n = N(n)
def mkf(f): return lambda: f
f = None
for _ in range(1000): f = mkf(f)
ask(1)
c = 0
while L: L = L[0]; c += 1
while D: D = D["d"]; c += 1
while T: T = T[0]; c += 1
while n: n = n.next; c += 1
while f: f = f(); c += 1
print(c)
