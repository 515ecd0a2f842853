"""What CPython 3.12 adds to token: numbers for the parts of f-strings. The tokenizer, 3.11's, gives these as strings: none comes up."""

FSTRING_START, FSTRING_MIDDLE, FSTRING_END = range(N_TOKENS, N_TOKENS + 3)
tok_name.update({FSTRING_START: "FSTRING_START", FSTRING_MIDDLE: "FSTRING_MIDDLE", FSTRING_END: "FSTRING_END"})
N_TOKENS += 3
__all__ += ["FSTRING_START", "FSTRING_MIDDLE", "FSTRING_END"]
