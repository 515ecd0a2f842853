# Heaps whose items' comparisons raise or change the list: nothing in them is lost, and what C's heapq finds out is found out.
import heapq
def show(f, x):
    try: r = f(x)
    except Exception as e: r = f"{type(e).__name__}: {e}"
    print(r, x)
pairs = lambda *n: [(i, {}) for i in n]
show(lambda h: heapq.heappush(h, (1, {})), pairs(1, 2, 3))
show(lambda h: heapq.heappush(h, (1, {})), pairs(1, 2, 3, 4, 5, 6, 7, 8))
show(lambda h: heapq.heappop(h), pairs(1, 2, 2, 3, 4, 4, 7, 8))
show(lambda h: heapq.heappop(h), pairs(1, 2, 3, 5, 5, 4, 7, 8, 5))
show(lambda h: heapq.heapify(h), pairs(9, 8, 7, 6, 5, 5, 3, 2))
show(lambda h: heapq.heapreplace(h, (2, {})), pairs(1, 2, 3, 5, 5, 4, 7, 8, 5))
show(lambda h: heapq._heapify_max(h), pairs(1, 2, 3, 5, 5, 4, 7, 8, 5))
show(lambda h: heapq._heappop_max(h), pairs(9,8,8,4,4,3))
show(lambda h: heapq.heappushpop(h, (1, {})), pairs(1, 2, 3, 5, 5, 4, 7, 8, 5))
show(lambda h: heapq.heappushpop(h, (5, {})), pairs(1, 2, 3, 5, 5, 4, 7, 8, 5))
class E:
    def __init__(s, v): s.v = v
    def __repr__(s): return f"E{s.v}"
    def __lt__(s, o):
        if o.v == 5 or s.v == 5: raise ValueError(5)
        return s.v < o.v
es = lambda *n: [E(i) for i in n]
show(lambda h: heapq.heappush(h, E(1)), es(1, 2, 3, 5, 6, 7, 8, 9))
show(lambda h: heapq.heappush(h, E(1)), es(0, 5, 3, 6, 6, 7, 8, 9))
show(lambda h: heapq.heappop(h), es(1, 2, 3, 6, 5, 7, 8, 9, 11))
show(lambda h: heapq.heapify(h), es(9, 8, 7, 6, 5, 5, 3, 2))
show(lambda h: heapq.heapreplace(h, E(2)), es(1, 2, 3, 6, 5, 7, 8, 9, 11))
show(lambda h: heapq._heapify_max(h), es(9, 8, 7, 6, 5, 5, 3, 2))
show(lambda h: heapq._heappop_max(h), es(9, 8, 7, 6, 5, 5, 3, 2))
show(lambda h: heapq._heapreplace_max(h, E(4)), es(9, 8, 7, 6, 5, 5, 3, 2))
show(lambda h: heapq.heappushpop(h, E(4)), es(1, 2, 3, 6, 5, 7, 8, 9, 11))
class Shrinking:
    def __init__(s,v): s.v=v
    def __lt__(s,o):
        if len(x)>1: x.pop()
        return s.v<o.v
for op in (lambda: heapq.heappop(x), lambda: heapq.heappush(x,Shrinking(-1)), lambda: heapq.heapify(x), lambda: heapq.heapreplace(x,Shrinking(3)), lambda: heapq.heappushpop(x,Shrinking(9)), lambda: heapq._heappop_max(x), lambda: heapq._heapify_max(x), lambda: heapq._heapreplace_max(x,Shrinking(3))):
  for n in (2,3,5,8):
    x=[Shrinking(i) for i in range(n)]
    try: r=op(); print('ok', len(x))
    except Exception as e: print(type(e), e)
class Growing:
    def __init__(s,v): s.v=v
    def __lt__(s,o):
        x.append(o)
        return s.v<o.v
for op in (lambda: heapq.heappop(x), lambda: heapq.heappush(x,Growing(-1)), lambda: heapq.heapify(x), lambda: heapq.heapreplace(x,Growing(3)), lambda: heapq.heappushpop(x,Growing(9)), lambda: heapq._heappop_max(x), lambda: heapq._heapify_max(x), lambda: heapq._heapreplace_max(x,Growing(3))):
  for n in (2,3,5,8):
    x=[Growing(i) for i in range(n)]
    try: r=op(); print('ok', len(x))
    except Exception as e: print(type(e), e)

