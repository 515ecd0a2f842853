# host: lookup refund
# approve: ask
order = lookup(3)
kept = {Key("a"): order, Key("b", 2): Color.RED, Bits.READ | Bits.WRITE: Pair(1), "made": Order(1)}
same = [order, order]


class Mine(Order):
    pass


print(refund(order, 5))
try:
    answer = ask(order, Color.BLUE)
except NoStock as error:
    answer = error
print(answer, answer == order, type(answer) is Order, answer is order, same[0] is same[1])
print(kept[Key("a", 0)], kept[Key("b", 2)], kept[Bits(3)], Bits.READ in Bits(3), list(Color), Mine(4))
other = ask(Color.RED, Pair(7), Key("k"), kept["made"])
print(other, other is Color.RED, issubclass(NoStock, LookupError))
match ask(Order(9, ["x"])):
    case Order(id, lines):
        print(id, lines)
