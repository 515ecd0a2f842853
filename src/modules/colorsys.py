"""Conversions between colour systems: RGB, YIQ (NTSC television), HLS and HSV. All are floats, within 0 and 1 but for I and Q."""

__all__ = ["rgb_to_yiq", "yiq_to_rgb", "rgb_to_hls", "hls_to_rgb", "rgb_to_hsv", "hsv_to_rgb"]

ONE_THIRD = 1.0 / 3.0
ONE_SIXTH = 1.0 / 6.0
TWO_THIRD = 2.0 / 3.0


def rgb_to_yiq(r, g, b):
    y = 0.30 * r + 0.59 * g + 0.11 * b
    red, blue = r - y, b - y
    return (y, 0.74 * red - 0.27 * blue, 0.48 * red + 0.41 * blue)


def yiq_to_rgb(y, i, q):
    # The solution of the equations of rgb_to_yiq, to all digits of a float.
    colour = (y + 0.9468822170900693 * i + 0.6235565819861433 * q,
              y - 0.27478764629897834 * i - 0.6356910791873801 * q,
              y - 1.1085450346420322 * i + 1.7090069284064666 * q)
    return tuple(0.0 if part < 0.0 else 1.0 if part > 1.0 else part for part in colour)


def _hue(r, g, b, greatest, spread):
    # Where a colour that is not grey is on the circle of hues: red at 0, green at a third, blue at two thirds.
    red, green, blue = (greatest - r) / spread, (greatest - g) / spread, (greatest - b) / spread
    if r == greatest:
        sixths = blue - green
    elif g == greatest:
        sixths = 2.0 + red - blue
    else:
        sixths = 4.0 + green - red
    return sixths / 6.0 % 1.0


def rgb_to_hls(r, g, b):
    greatest, least = max(r, g, b), min(r, g, b)
    total, spread = greatest + least, greatest - least
    lightness = total / 2.0
    if least == greatest:
        return 0.0, lightness, 0.0
    saturation = spread / (total if lightness <= 0.5 else 2.0 - total)
    return _hue(r, g, b, greatest, spread), lightness, saturation


def hls_to_rgb(h, l, s):
    if s == 0.0:
        return l, l, l
    high = l * (1.0 + s) if l <= 0.5 else l + s - (l * s)
    low = 2.0 * l - high
    return tuple(_channel(low, high, hue) for hue in (h + ONE_THIRD, h, h - ONE_THIRD))


def _channel(low, high, hue):
    # How strong a primary colour is at a distance from its own hue: it rises for a sixth, stays, and falls for a sixth.
    hue = hue % 1.0
    if hue < ONE_SIXTH:
        return low + (high - low) * hue * 6.0
    if hue < 0.5:
        return high
    if hue < TWO_THIRD:
        return low + (high - low) * (TWO_THIRD - hue) * 6.0
    return low


def rgb_to_hsv(r, g, b):
    greatest, least = max(r, g, b), min(r, g, b)
    spread = greatest - least
    if least == greatest:
        return 0.0, 0.0, greatest
    return _hue(r, g, b, greatest, spread), spread / greatest, greatest


def hsv_to_rgb(h, s, v):
    if s == 0.0:
        return v, v, v
    sixth = int(h * 6.0)
    within = h * 6.0 - sixth
    low, falling, rising = v * (1.0 - s), v * (1.0 - s * within), v * (1.0 - s * (1.0 - within))
    return ((v, rising, low), (falling, v, low), (low, v, rising), (low, falling, v), (rising, low, v), (v, low, falling))[sixth % 6]
