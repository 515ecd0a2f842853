# packages: tabulate
from tabulate import tabulate

print(tabulate([["a", 1], ["b", 2.5]], headers=["n", "v"], tablefmt="grid"))
assert "| a" in tabulate([["a", 1]], tablefmt="github")
