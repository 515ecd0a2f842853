def clauses(f, x):
    try:
        f()
    except* ValueError as group:
        return_later = group
    except* x.kinds:
        raise
    else:
        f()
    finally:
        x()
