# The character that CPython skips between a time and its offset.
from datetime import datetime, time

CLOCKS = ["10", "1011", "101112", "10:11", "10:11:12", "10:11:12.1", "10:11:12.123456", "10:11:12,1234567", "1", "10:1", "", ":", "10:11:12."]
for clock in CLOCKS:
    for between in ["", " ", "x", ":", ".", "  ", ".5", "5", "é"]:
        for offset in ["", "+05:30", "+0530", "-05", "Z", "+", " +05", "+05:30 ", "z"]:
            for cls, day in ((datetime, "2020-01-01T"), (time, "")):
                text = day + clock + between + offset
                try:
                    print(text, repr(cls.fromisoformat(text)))
                except ValueError as e:
                    print(e)
