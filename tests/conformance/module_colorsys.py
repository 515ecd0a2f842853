# colorsys: the values of all conversions, on a grid of colours, and back.
import colorsys

steps = [0.0, 0.1, 0.25, 1 / 3, 0.5, 0.7, 1.0]
total = 0
for name in ("yiq", "hls", "hsv"):
    there, back = getattr(colorsys, f"rgb_to_{name}"), getattr(colorsys, f"{name}_to_rgb")
    for r in steps:
        for g in steps:
            for b in steps:
                other = there(r, g, b)
                again = back(*other)
                assert type(other) is tuple and type(again) is tuple
                assert all(abs(x - y) < 1e-12 for x, y in zip((r, g, b), again)), (name, r, g, b, again)
                total = (total * 31 + hash(other) + hash(again)) % (1 << 61)
print(total)

assert colorsys.rgb_to_hsv(0.2, 0.4, 0.4) == (0.5, 0.5, 0.4)
assert colorsys.hsv_to_rgb(0.5, 0.5, 0.4) == (0.2, 0.4, 0.4)
assert colorsys.hls_to_rgb(0.1, 0.5, 0) == (0.5, 0.5, 0.5)
assert colorsys.yiq_to_rgb(2, 0, 0) == (1.0, 1.0, 1.0)
