class ShopError(Exception):
    def __str__(self):
        return "shop is " + self.args[0]


def check(a, b):
    assert a > 0
    raise ShopError("closed")


check(
    1,
    b=2,
)
