class Point:
    def __new__(cls, *args):
        print("new", ask(args and args[0]))
        return super().__new__(cls)
    def __init__(self, x, y):
        self.x = ask(x)
        self.y = ask(y)

class Point3(Point):
    def __init__(self, x, y, z):
        super().__init__(x, y)
        self.z = ask(z)

p = Point3(1, 2, 3)
print(p.x, p.y, p.z)
print([(q.x, q.y) for q in map(Point, [1, 2], [3, 4])])
