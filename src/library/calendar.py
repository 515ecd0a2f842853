"""What 3.12 adds to CPython's calendar, and what each session has of its own there: the one whose first day setfirstweekday() sets."""

from enum import IntEnum as _IntEnum

Month = _IntEnum("Month", [name.upper() for name in month_name[1:]], module=__name__)
Day = _IntEnum("Day", [name.upper() for name in day_name], start=0, module=__name__)
globals().update(Month.__members__)
globals().update(Day.__members__)
__all__ = [*__all__, "Month", "Day", *Month.__members__]


def __session__():
    own = TextCalendar()
    yield "c", own
    yield "firstweekday", own.getfirstweekday
    yield "monthcalendar", own.monthdayscalendar
    yield "prweek", own.prweek
    yield "week", own.formatweek
    yield "weekheader", own.formatweekheader
    yield "prmonth", own.prmonth
    yield "month", own.formatmonth
    yield "calendar", own.formatyear
    yield "prcal", own.pryear
