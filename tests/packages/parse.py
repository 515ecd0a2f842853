# packages: parse
import parse

r = parse.parse("{name} is {age:d}", "Bo is 12")
assert r["name"] == "Bo" and r["age"] == 12
assert parse.search("{:f}", "x 1.5")[0] == 1.5
assert [r[0] for r in parse.findall("<{}>", "<a><b>")] == ["a", "b"]
