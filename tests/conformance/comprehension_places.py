# What fails when an item is added is reported at the last comparison of the conditions.
import traceback


def keys(): return {[]: 1 for i in range(2) if 0 != 1 if i or True}
def items(): return {[i] for i in range(2) if i == 0 and (i < 1 or i)}
def nested(): return {[i]: j for i in range(2) if not i > 5 for j in range(2) if (j if i != 7 else 8)}
def plain(): return {[]: 1 for i in range(2)}


for make in keys, items, nested, plain:
    try:
        make()
    except TypeError:
        lines = traceback.format_exc().splitlines()
        print(lines[-3].strip(), lines[-2], lines[-1], sep="\n")
