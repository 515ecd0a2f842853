def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)

def countdown(n):
    while n:
        yield n
        n -= 1

n = 3
while n > 1: n -= 1
print(fib(2))
for i in countdown(2):
    try:
        print(1 // (i - 1))
    except ZeroDivisionError:
        print("zero")
    finally:
        done = i
print(sorted([3, 1, 2], key=lambda x: -x))
