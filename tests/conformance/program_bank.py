class InsufficientFunds(Exception):
    def __init__(self, need, have):
        super().__init__(f"need {need}, have {have}")
        self.need, self.have = need, have
class Account:
    _next = 1
    def __init__(self, owner, balance=0):
        self.owner, self._balance = owner, balance
        self.number = f"AC{Account._next:04d}"
        Account._next += 1
        self.history = []
    @property
    def balance(self): return self._balance
    def deposit(self, amount):
        if amount <= 0: raise ValueError("amount must be positive")
        self._balance += amount
        self.history.append(("deposit", amount))
    def withdraw(self, amount):
        if amount > self._balance: raise InsufficientFunds(amount, self._balance)
        self._balance -= amount
        self.history.append(("withdraw", amount))
    def __repr__(self): return f"<{type(self).__name__} {self.number} {self.owner} {self.balance:,.2f}>"
class Savings(Account):
    rate = 0.05
    def add_interest(self): self.deposit(self.balance * self.rate)
    def withdraw(self, amount):
        super().withdraw(amount)
        if self.balance < 10: print("low balance on", self.number)
def transfer(a, b, amount):
    a.withdraw(amount)
    try: b.deposit(amount)
    except ValueError:
        a.deposit(amount)
        raise
x, y = Account("Ann", 100), Savings("Bob", 1000)
transfer(x, y, 30)
y.add_interest()
print(x, y, x.history, y.history)
for action in (lambda: transfer(x, y, 500), lambda: x.deposit(-5), lambda: setattr(x, "balance", 5), lambda: y.withdraw(1080)):
    try: action()
    except InsufficientFunds as e: print("insufficient:", e, e.need - e.have)
    except (ValueError, AttributeError) as e: print(type(e).__name__, e)
report = {a.number: {"owner": a.owner, "n": len(a.history), "total": sum(v for k, v in a.history if k == "deposit")} for a in (x, y)}
for number, row in sorted(report.items()): print(f"{number:>8} | {row['owner']:<5} | {row['n']:3d} | {row['total']:10.2f}")
