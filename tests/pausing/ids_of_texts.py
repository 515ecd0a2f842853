"""id() of a text stays what it is while the program waits, also of one that the library has, too."""

import datetime

texts = ["datetime", "date" + "time"]
named = [datetime.datetime.__qualname__, datetime.datetime.__module__, datetime.timezone.__name__]
before = [[*map(id, texts)], [*map(id, named)]]
print(before[0][0] == before[0][1])
ask(1)
print([*map(id, texts)] == before[0], [*map(id, named)] == before[1], id("datetime") == before[0][0])
made = "".join(["date", "time"])
number = id(made)
ask(2)
print(id(made) == number, made == texts[0], [*map(id, named)] == before[1])
