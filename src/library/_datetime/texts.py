"""Dates and times as texts: strftime(), ISO 8601."""

from _datetime.calendar import _days_before_month, _iso_calendar, _to_ordinal

_MONTH_NAMES = ("", "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_FULL_MONTHS = (
    "",
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_DAY_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_FULL_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _format_offset(offset, separator=":"):
    if offset is None:
        return ""
    total = offset._total()
    sign = "-" if total < 0 else "+"
    seconds, microseconds = divmod(abs(total), 1000000)
    hours, rest = divmod(seconds, 3600)
    minutes, seconds = divmod(rest, 60)
    text = f"{sign}{hours:02d}{separator}{minutes:02d}"
    if seconds or microseconds:
        text += f"{separator}{seconds:02d}"
        if microseconds:
            text += f".{microseconds:06d}"
    return text


def _format_time(hour, minute, second, microsecond, timespec="auto"):
    if timespec == "auto":
        timespec = "microseconds" if microsecond else "seconds"
    if timespec == "hours":
        return f"{hour:02d}"
    if timespec == "minutes":
        return f"{hour:02d}:{minute:02d}"
    if timespec == "seconds":
        return f"{hour:02d}:{minute:02d}:{second:02d}"
    if timespec == "milliseconds":
        return f"{hour:02d}:{minute:02d}:{second:02d}.{microsecond // 1000:03d}"
    if timespec == "microseconds":
        return f"{hour:02d}:{minute:02d}:{second:02d}.{microsecond:06d}"
    raise ValueError("Unknown timespec value")


# Numbers: how many digits at least. What is padded with spaces instead has a row in _SPACED.
_DIGITS = {
    "Y": 1,
    "m": 2,
    "d": 2,
    "H": 2,
    "M": 2,
    "S": 2,
    "y": 2,
    "I": 2,
    "j": 3,
    "w": 1,
    "u": 1,
    "U": 2,
    "W": 2,
    "V": 2,
    "G": 1,
    "g": 2,
    "C": 1,
    "s": 1,
    "e": 2,
    "k": 2,
    "l": 2,
}
_SPACED = "ekl"
_COMPOSED = {
    "F": "%Y-%m-%d",
    "T": "%H:%M:%S",
    "X": "%H:%M:%S",
    "R": "%H:%M",
    "D": "%m/%d/%y",
    "x": "%m/%d/%y",
    "c": "%a %b %e %H:%M:%S %Y",
    "r": "%I:%M:%S %p",
}


def _strftime(value, form, year, month, day, hour, minute, second, microsecond, weekday=None, yearday=None):
    if not isinstance(form, str):
        raise TypeError(f"strftime() argument 1 must be str, not {type(form).__name__}")
    if weekday is None:
        weekday = (_to_ordinal(year, month, day) + 6) % 7
        yearday = _days_before_month(year, month) + day
    out = []
    i = 0
    end = len(form)
    while i < end:
        c = form[i]
        i += 1
        if c != "%" or i == end:
            out.append(c)
            continue
        start = i - 1
        pad = ""
        width = 0
        case = ""
        c = form[i]
        i += 1
        if c in "-_0^#123456789EO+":
            # The C library's flags, width and modifiers.
            while c and c in "-_0^#+":
                if c in "^#":
                    case = c
                else:
                    pad = c
                c = form[i : i + 1]
                i += 1
            while c and c in "0123456789":
                width = min(width * 10 + int(c), 1 << 62)
                c = form[i : i + 1]
                i += 1
            if c == "E" or c == "O":
                c = form[i : i + 1]
                i += 1
            flagged = True
        else:
            flagged = False
        number = None
        if c == "Y":
            number = year
        elif c == "m":
            number = month
        elif c == "d" or c == "e":
            number = day
        elif c == "H" or c == "k":
            number = hour
        elif c == "M":
            number = minute
        elif c == "S":
            number = second
        elif c == "y":
            number = year % 100
        elif c == "B":
            text = _FULL_MONTHS[month]
        elif c == "b" or c == "h":
            text = _MONTH_NAMES[month]
        elif c == "A":
            text = _FULL_DAYS[weekday]
        elif c == "a":
            text = _DAY_NAMES[weekday]
        elif c == "I" or c == "l":
            number = (hour + 11) % 12 + 1
        elif c == "p":
            text = "AM" if hour < 12 else "PM"
        elif c == "P":
            text = "am" if hour < 12 else "pm"
        elif c == "j":
            number = yearday
        elif c == "w":
            number = (weekday + 1) % 7
        elif c == "u":
            number = weekday + 1
        elif c == "U":
            number = (yearday + 6 - (weekday + 1) % 7) // 7
        elif c == "W":
            number = (yearday + 6 - weekday) // 7
        elif c == "C":
            number = year // 100
        elif c == "G":
            number = _iso_calendar(year, month, day)[0]
        elif c == "g":
            number = _iso_calendar(year, month, day)[0] % 100
        elif c == "V":
            number = _iso_calendar(year, month, day)[1]
        elif c == "s":
            number = (_to_ordinal(year, month, day) - 719163) * 86400 + hour * 3600 + minute * 60 + second
        elif c == "n":
            text = "\n"
        elif c == "t":
            text = "\t"
        elif c == "%":
            text = "%"
        elif c in _COMPOSED and c:
            text = _strftime(value, _COMPOSED[c], year, month, day, hour, minute, second, microsecond, weekday, yearday)
        elif c == "z" or c == "Z":
            # Asked only here: the value's class may have no answer. With a flag it's the C library's, which knows no zone; None has none.
            text = "" if flagged or value is None else _format_offset(value.utcoffset(), "") if c == "z" else value.tzname() or ""
        elif c == "f" and not flagged:
            text = f"{microsecond:06d}"
        else:
            text = form[start:i]
        if number is not None:
            digits = _DIGITS[c]
            if not flagged:
                text = str(number)
                if len(text) < digits:
                    text = text.rjust(digits, " " if c in _SPACED else "0")
            elif pad == "-":
                text = str(number)
            else:
                text = str(number).rjust(max(digits, width), "0" if pad == "0" or pad == "+" or not pad and c not in _SPACED else " ")
        if flagged:
            if case:
                text = text.lower() if case == "#" and c in "pZ" else text.upper()
            if c != "z":
                text = text.rjust(width, "0" if pad == "0" or pad == "+" else " ")
        out.append(text)
    return "".join(out)


def _parse_hms(text):
    """[hour, minute, second, microsecond] of HH[:MM[:SS[.fff[fff]]]], or None."""
    values = [0, 0, 0, 0]
    if len(text) < 2 or not text.isascii():
        return None
    at = 0
    colons = None
    for part in range(3):
        if not text[at : at + 2].isdigit() or len(text[at : at + 2]) < 2:
            return None
        values[part] = int(text[at : at + 2])
        at += 2
        if at == len(text):
            return values
        if colons is None:
            colons = text[at] == ":"
        if text[at] in ".,":
            break
        if part == 2:
            return None
        if colons:
            if text[at] != ":":
                return None
            at += 1
    digits = text[at + 1 :]
    if not digits or not digits.isdigit():
        return None
    values[3] = int(digits[:6].ljust(6, "0"))
    return values


def _before_offset(clock):
    # The time without what CPython skips before an offset: one character of any kind, or all after six digits of a fraction.
    for at, c in enumerate(clock[:-1]):
        if c in ".,":
            digits = len(clock) - at - 1 - len(clock[at + 1 :].lstrip("0123456789"))
            return clock[: at + 1 + digits] if digits >= 6 else ""
    return clock[:-1] if clock.isascii() else ""
