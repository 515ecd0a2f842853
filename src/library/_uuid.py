"""UUIDs of time and place: of the clock that the host grants, and of random bits where a network card's address would be."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["generate_time_safe"]

has_uuid_generate_time_safe = 1


def generate_time_safe():
    """The 16 bytes of such a UUID, and None: nobody knows whether another machine makes the same ones."""
    kept = session_state()
    # Since 1582-10-15, in 100 ns; never twice the same.
    time = max(round(host_time() * 10_000_000) + 0x01B21DD213814000, kept.get("uuid.last", 0) + 1)
    kept["uuid.last"] = time
    if "uuid.node" not in kept:
        kept["uuid.node"] = int.from_bytes(host_entropy(6), "big") | 1 << 40  # with the bit that no card's address has
    sequence = int.from_bytes(host_entropy(2), "big") >> 2
    low, middle, high = time & 0xFFFFFFFF, time >> 32 & 0xFFFF, time >> 48 & 0x0FFF
    number = low << 96 | middle << 80 | (0x1000 | high) << 64 | (0x8000 | sequence) << 48 | kept["uuid.node"]
    return number.to_bytes(16, "big"), None
