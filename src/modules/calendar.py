"""What each session has of its own in CPython's calendar: the one whose first day setfirstweekday() sets."""


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
