# In special methods that the machine has called itself, whose results go through a native.
class Asks:
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return ask(self.n)

    def __len__(self):
        return ask(self.n)

    def __str__(self):
        return f"Asks({ask(self.n)})"

    def __next__(self):
        if ask(self.n) == 7:
            raise StopIteration
        return 5

    def __iter__(self):
        return self


seven = Asks(7)
print(hash(seven), len(seven), not seven, str(seven), [x for x in seven], "%s" % seven, {seven: 1}[seven])
