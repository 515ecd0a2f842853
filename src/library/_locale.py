"""The one locale that there is: C, with UTF-8."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
CHAR_MAX = 127


class Error(Exception):
    """What setlocale() raises."""

    __module__ = "locale"


def setlocale(category, locale=None, /):
    if not LC_CTYPE <= category <= LC_ALL:
        raise Error("invalid locale category")
    if locale not in (None, "", "C", "POSIX", "C.UTF-8"):
        raise Error("unsupported locale setting")
    return "C.UTF-8" if locale == "C.UTF-8" else "C"


def localeconv():
    numbers = dict.fromkeys(
        [
            "int_frac_digits",
            "frac_digits",
            "p_cs_precedes",
            "p_sep_by_space",
            "p_sign_posn",
            "n_cs_precedes",
            "n_sep_by_space",
            "n_sign_posn",
        ],
        CHAR_MAX,
    )
    texts = dict.fromkeys(
        ["int_curr_symbol", "currency_symbol", "mon_decimal_point", "mon_thousands_sep", "positive_sign", "negative_sign", "thousands_sep"],
        "",
    )
    return {"decimal_point": ".", "grouping": [], "mon_grouping": [], **texts, **numbers}


def strcoll(first, second, /):
    return (first > second) - (first < second)


def strxfrm(text, /):
    return text


def getencoding():
    return "UTF-8"
