e = ValueError("first line\nsecond line")
e.add_note("a note")
e.add_note("another\nlong note")
raise e
