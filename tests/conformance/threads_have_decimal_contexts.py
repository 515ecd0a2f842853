# Each thread has a decimal context of its own; locks are neither copied nor pickled.
import copy
import decimal
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor


def work():
    with decimal.localcontext() as c:
        c.prec = 3
        print(decimal.getcontext().prec, decimal.Decimal(1) / 7)
    decimal.getcontext().prec = 4
    print(decimal.getcontext().prec, decimal.Decimal(1) / 7)
    c = decimal.Context(prec=5)
    decimal.setcontext(c)
    print(decimal.getcontext() is c, decimal.Decimal(1) / 7)


decimal.getcontext().prec = 9
t = threading.Thread(target=work)
t.start()
t.join()
with ThreadPoolExecutor(1) as pool:
    pool.submit(work).result()
print(decimal.getcontext().prec, decimal.Decimal(1) / 7)


class Holder:
    def __init__(self, it):
        self.it = it


for made in threading.Lock(), threading.RLock(), threading.local():
    for do in copy.copy, copy.deepcopy, pickle.dumps, lambda it: copy.deepcopy(Holder([it])), lambda it: pickle.dumps(Holder(it)):
        try:
            print(type(do(made)))
        except TypeError as e:
            print(e)
