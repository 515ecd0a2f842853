# host: lookup refund
# approve: ask Stock.query Stock.version Stock.__len__
# input: stock
known = {stock: "kept"}
again = ask(stock)
print(again == stock, known[again], repr(again), hash(again) == hash(stock), again is stock)
for use in (lambda: stock.drop(), lambda: setattr(stock, "x", 1), lambda: type(stock)()):
    try:
        use()
    except (AttributeError, TypeError) as error:
        print(type(error).__name__)
print(ask([stock, again]) == [stock, stock])
print(stock.query("text") == stock)
