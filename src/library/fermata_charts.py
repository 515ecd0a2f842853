"""Small charts for programs: line, bar, scatter and histogram, as SVG and as a Vega-Lite specification. The same data gives the same text.

    import fermata_charts as charts
    charts.line([3, 1, 2])                                   # numbers,
    charts.bar({"Oslo": 5, "Bergen": 3}, title="Orders")     # a dict by labels, or of several series,
    charts.scatter(rows, x="age", y="income", by="city")     # dicts or objects by names of theirs, or pairs

A chart that is displayed, or a program's last expression, is shown; `svg` and `vega_lite` have it as text and as a dict."""

__all__ = ["Chart", "bar", "histogram", "line", "scatter"]

_COLOURS = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7", "#a463f2", "#97bbf5", "#9c6b4e", "#9498a0")
_MOST_POINTS = 20_000
_VEGA_MARKS = {"line": "line", "bar": "bar", "scatter": "point", "histogram": "bar"}


def line(data, x=None, y=None, by=None, *, title="", x_label="", y_label="", width=640, height=360):
    """A line for each series."""
    return Chart("line", _points(data, x, y, by), title, _named(x_label, x), _named(y_label, y), width, height)


def bar(data, x=None, y=None, by=None, *, title="", x_label="", y_label="", width=640, height=360):
    """A bar for each point; those of several series stand side by side."""
    points = [Point(at if isinstance(at, str) else _label(at), value, series) for at, value, series in _points(data, x, y, by)]
    return Chart("bar", points, title, _named(x_label, x), _named(y_label, y), width, height)


def scatter(data, x=None, y=None, by=None, *, title="", x_label="", y_label="", width=640, height=360):
    """A dot for each point."""
    return Chart("scatter", _points(data, x, y, by), title, _named(x_label, x), _named(y_label, y), width, height)


def histogram(data, x=None, *, bins=10, title="", x_label="", y_label="count", width=640, height=360):
    """How many of the numbers fall into each of `bins` ranges of the same width."""
    values = [_number(_part(row, x) if x is not None else row) for row in data]
    if not isinstance(bins, int) or not 1 <= bins <= 1000:
        raise ValueError("bins must be from 1 to 1000")
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if low == high:
        low, high = low - 0.5, high + 0.5
    step = (high - low) / bins
    counts = [0] * bins
    for value in values:
        counts[min(int((value - low) / step), bins - 1)] += 1
    points = [Point(low + step * i, counts[i], "") for i in range(bins)]
    return Chart("histogram", points, title, _named(x_label, x), y_label, width, height, step)


class Point(tuple):
    """Where it stands (a number, a label, or a date), how high, and of which series ("": there is one)."""

    __slots__ = ()

    def __new__(cls, x, y, series):
        return tuple.__new__(cls, (x, y, series))


class Chart:
    """`svg` is its picture, `vega_lite` its specification, `points` are (x, y, series)."""

    def __init__(self, kind, points, title="", x_label="", y_label="", width=640, height=360, step=None):
        if len(points) > _MOST_POINTS:
            raise ValueError(f"a chart has at most {_MOST_POINTS} points, not {len(points)}")
        for size in (width, height):
            if not isinstance(size, (int, float)) or not 80 <= size <= 10_000:
                raise ValueError("width and height must be from 80 to 10000")
        self.kind, self.points, self.title = kind, points, str(title)
        self.x_label, self.y_label, self.width, self.height, self.step = str(x_label), str(y_label), width, height, step
        self.series = list(dict.fromkeys(series for _, _, series in points))

    def __repr__(self):
        return f"<{self.kind} chart of {len(self.points)} point{'s' * (len(self.points) != 1)}>"

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/svg+xml": self.svg, "application/vnd.vegalite.v5+json": self.vega_lite}

    @property
    def svg(self):
        return _Drawing(self).text()

    @property
    def vega_lite(self):
        values = [{"x": _plain(x), "y": y, **({"series": series} if series else {})} for x, y, series in self.points]
        x_axis = {"field": "x", "type": self._x_type(), "title": self.x_label or None}
        if self.kind == "histogram":
            for value in values:
                value["end"] = value["x"] + self.step
            x_axis["bin"] = {"binned": True}
        elif self.kind == "bar":
            x_axis["sort"] = None
        encoding = {"x": x_axis, "y": {"field": "y", "type": "quantitative", "title": self.y_label or None}}
        if self.kind == "histogram":
            encoding["x2"] = {"field": "end"}
        if self.series not in ([], [""]):
            encoding["color"] = {"field": "series", "type": "nominal", "title": None}
            if self.kind == "bar":
                encoding["xOffset"] = {"field": "series"}
        return {
            "$schema": "https://vega.github.io/schema/vega-lite/v5.json",
            **({"title": self.title} if self.title else {}),
            "width": self.width,
            "height": self.height,
            "data": {"values": values},
            "mark": _VEGA_MARKS[self.kind],
            "encoding": encoding,
        }

    def _x_type(self):
        kinds = {str if isinstance(x, str) else float if isinstance(x, (int, float)) else None for x, _, _ in self.points}
        return "nominal" if str in kinds else "temporal" if None in kinds else "quantitative"


# --- what programs give


def _points(data, x, y, by):
    if x is not None or y is not None or by is not None:
        if x is None or y is None:
            raise TypeError("of rows both x and y must be named")
        return [Point(_place(_part(row, x)), _number(_part(row, y)), "" if by is None else _label(_part(row, by))) for row in data]
    if not isinstance(data, dict):
        return _series(data, "")
    if any(isinstance(values, (list, tuple)) for values in data.values()):
        return [point for name, values in data.items() for point in _series(values, _label(name))]
    return [Point(_place(at), _number(value), "") for at, value in data.items()]


def _series(values, series):
    points = []
    for i, value in enumerate(values):
        if isinstance(value, (list, tuple)):
            if len(value) != 2:
                raise ValueError(f"a point is a number or a pair (x, y), not {value!r}")
            points.append(Point(_place(value[0]), _number(value[1]), series))
        else:
            points.append(Point(i, _number(value), series))
    return points


def _part(row, name):
    if callable(name):
        return name(row)
    if isinstance(row, dict) or not isinstance(name, str):
        return row[name]
    return getattr(row, name)


def _named(label, name):
    return label or (name if isinstance(name, str) else "")


def _number(value):
    try:
        number = float(value) if not isinstance(value, (int, float)) or isinstance(value, bool) else value
        finite = number - number == 0
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"a chart's value must be a number, not {value!r}") from None
    if not finite or not -1e300 < number < 1e300:
        raise ValueError(f"a chart can't show {value!r}")
    return number


def _place(value):
    if isinstance(value, str) or hasattr(value, "toordinal"):
        return value
    if isinstance(value, (int, float)):
        return _number(value)
    return _label(value)


def _label(value):
    return value if isinstance(value, str) else str(value)


def _plain(x):
    return x if isinstance(x, (str, int, float)) else x.isoformat()


# --- the picture


class _Drawing:
    def __init__(self, chart):
        self.chart = chart
        self.left, self.right, self.bottom = 60, 16, 46
        self.top = 34 if chart.title else 16
        self.several = chart.series not in ([], [""])
        if self.several:
            self.top += 20
        self.inner_width = chart.width - self.left - self.right
        self.inner_height = chart.height - self.top - self.bottom
        self.parts = []
        self._scale()

    def _scale(self):
        chart = self.chart
        values = [y for _, y, _ in chart.points]
        if chart.kind in ("bar", "histogram"):
            values.append(0)
        self.y_ticks = _ticks(min(values, default=0), max(values, default=1), 5)
        self.labels = None
        places = [x for x, _, _ in chart.points]
        if chart.kind == "bar" or any(isinstance(x, str) for x in places):
            self.labels = list(dict.fromkeys(_label(x) for x in places))
            self.place_of = {label: i for i, label in enumerate(self.labels)}
            self.x_low, self.x_high = -0.5, max(len(self.labels), 1) - 0.5
            return
        self.dates = any(not isinstance(x, (int, float)) for x in places)
        numbers = [self._x_number(x) for x in places]
        if chart.kind == "histogram":
            numbers.append(numbers[-1] + chart.step)
        self.x_low, self.x_high = min(numbers, default=0), max(numbers, default=1)
        self.x_ticks = _ticks(self.x_low, self.x_high, 8)
        if not self.dates and chart.kind != "histogram":
            self.x_low, self.x_high = self.x_ticks[0], self.x_ticks[-1]
        if self.x_low == self.x_high:
            self.x_low, self.x_high = self.x_low - 0.5, self.x_high + 0.5

    def _x_number(self, x):
        if self.labels is not None:
            return self.place_of[_label(x)]
        if isinstance(x, (int, float)):
            return x
        # A date, with its time of day as a part of it.
        time = (x.hour * 3600 + x.minute * 60 + x.second) / 86400 if hasattr(x, "hour") else 0
        return x.toordinal() + time

    def _x(self, number):
        return self.left + (number - self.x_low) / (self.x_high - self.x_low) * self.inner_width

    def _y(self, number):
        low, high = self.y_ticks[0], self.y_ticks[-1]
        return self.top + (high - number) / (high - low) * self.inner_height

    def text(self):
        chart = self.chart
        self._axes()
        {"line": self._lines, "scatter": self._dots, "bar": self._bars, "histogram": self._blocks}[chart.kind]()
        middle = self.left + self.inner_width / 2
        if chart.title:
            self._write(chart.width / 2, 20, chart.title, 'text-anchor="middle" font-size="15" font-weight="bold"')
        if chart.x_label:
            self._write(middle, chart.height - 8, chart.x_label, 'text-anchor="middle"')
        if chart.y_label:
            at = self.top + self.inner_height / 2
            self._write(14, at, chart.y_label, f'text-anchor="middle" transform="rotate(-90 14 {_text(at)})"')
        if self.several:
            self._legend()
        size = f'width="{_text(chart.width)}" height="{_text(chart.height)}" viewBox="0 0 {_text(chart.width)} {_text(chart.height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11" fill="#333">'
        ground = '<rect width="100%" height="100%" fill="#fff"/>'
        return "\n".join([head, ground, *self.parts, "</svg>"]) + "\n"

    def _write(self, x, y, text, style):
        import html

        allowed = "".join(c if c >= " " and not "\ud800" <= c <= "\udfff" else " " for c in text[:200])
        self.parts.append(f'<text x="{_text(x)}" y="{_text(y)}" {style}>{html.escape(allowed)}</text>')

    def _axes(self):
        left, right = _text(self.left), _text(self.left + self.inner_width)
        for tick in self.y_ticks:
            y = _text(self._y(tick))
            self.parts.append(f'<line x1="{left}" x2="{right}" y1="{y}" y2="{y}" stroke="#ddd"/>')
            self._write(self.left - 6, self._y(tick) + 4, _tick_text(tick, self.y_ticks), 'text-anchor="end"')
        base = self.top + self.inner_height
        self.parts.append(f'<line x1="{left}" x2="{right}" y1="{_text(base)}" y2="{_text(base)}" stroke="#333"/>')
        for at, text in self._x_texts():
            self._write(self._x(at), base + 16, text, 'text-anchor="middle"')

    def _x_texts(self):
        if self.labels is not None:
            every = max(1, -(-len(self.labels) * 40 // max(int(self.inner_width), 1)))
            most = max(4, int(self.inner_width / max(len(self.labels), 1) * every / 6))
            return [(i, text if len(text) <= most else text[: most - 1] + "…") for i, text in enumerate(self.labels) if i % every == 0]
        if not self.dates:
            return [(tick, _tick_text(tick, self.x_ticks)) for tick in self.x_ticks if self.x_low <= tick <= self.x_high]
        import datetime

        days = sorted({int(tick) for tick in self.x_ticks if self.x_low <= int(tick) <= self.x_high})
        return [(day, datetime.date.fromordinal(day).isoformat()) for day in days[:: max(1, -(-len(days) // 6))]]

    def _points_of(self, series):
        return [(self._x(self._x_number(x)), self._y(y)) for x, y, of in self.chart.points if of == series]

    def _lines(self):
        for i, series in enumerate(self.chart.series):
            points = self._points_of(series)
            path = " ".join(f"{_text(x)},{_text(y)}" for x, y in points)
            self.parts.append(f'<polyline points="{path}" fill="none" stroke="{_colour(i)}" stroke-width="2"/>')
            if len(points) == 1:
                self._dot(points[0], i)

    def _dots(self):
        for i, series in enumerate(self.chart.series):
            for point in self._points_of(series):
                self._dot(point, i)

    def _dot(self, point, i):
        self.parts.append(f'<circle cx="{_text(point[0])}" cy="{_text(point[1])}" r="3.5" fill="{_colour(i)}" fill-opacity="0.8"/>')

    def _bars(self):
        slot = self.inner_width / max(len(self.labels), 1)
        thick = slot * 0.8 / max(len(self.chart.series), 1)
        for x, y, series in self.chart.points:
            i = self.chart.series.index(series)
            self._block(self._x(self._x_number(x)) - slot * 0.4 + i * thick, thick, y, i)

    def _blocks(self):
        for x, y, _ in self.chart.points:
            left = self._x(x)
            self._block(left, self._x(x + self.chart.step) - left - 1, y, 0)

    def _block(self, left, thick, value, i):
        top, base = sorted((self._y(value), self._y(0)))
        box = f'x="{_text(left)}" y="{_text(top)}" width="{_text(max(thick, 0.5))}" height="{_text(base - top)}"'
        self.parts.append(f'<rect {box} fill="{_colour(i)}"/>')

    def _legend(self):
        x, y = self.left, self.top - 14
        for i, series in enumerate(self.chart.series):
            if x > self.chart.width - 60:
                break
            self.parts.append(f'<rect x="{_text(x)}" y="{_text(y)}" width="10" height="10" fill="{_colour(i)}"/>')
            name = series if len(series) <= 20 else series[:19] + "…"
            self._write(x + 14, y + 9, name, 'text-anchor="start"')
            x += 28 + 7 * len(name)


def _colour(i):
    return _COLOURS[i % len(_COLOURS)]


def _text(number):
    """A coordinate."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _ticks(low, high, count):
    """About so many round numbers around a range."""
    if low == high:
        low, high = (low - 0.5, high + 0.5) if abs(low) < 1e6 else (low - abs(low) / 10, high + abs(high) / 10)
    raw = (high - low) / count
    power = 10.0 ** _exponent(raw)
    step = next(round_one * power for round_one in (1, 2, 5, 10) if raw <= round_one * power * 1.0001)
    first, last = int(low // step), int(-(-high // step))
    return [i * step for i in range(first, last + 1)]


def _exponent(number):
    return int(f"{number:e}".partition("e")[2])


def _tick_text(tick, ticks):
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1
    if abs(tick) >= 1e7 or (tick and step < 1e-4):
        return f"{tick:.3g}"
    return f"{tick:,.{max(0, -_exponent(step * 1.0001))}f}"
