"""The zones that CPython's zoneinfo reads are those of Fermata's build."""


def load_tzdata(key):
    from io import BytesIO
    import _zones

    place = _zones.places.get(key)
    if place is None:
        raise ZoneInfoNotFoundError(f"No time zone found with key {key}")
    start, size = place
    return BytesIO(_zones.data[start : start + size])
