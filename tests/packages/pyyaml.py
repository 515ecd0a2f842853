# packages: pyyaml
import yaml

d = {"a": [1, 2.5, None, True], "b": {"c": "x: y"}, "d": "2024-01-01"}
assert yaml.safe_load(yaml.safe_dump(d)) == d
assert yaml.safe_load("- a\n- b: 1\n  c: [x, y]\n- |\n  text\n") == ["a", {"b": 1, "c": ["x", "y"]}, "text\n"]
assert yaml.safe_load("x: &a {k: 1}\ny: *a") == {"x": {"k": 1}, "y": {"k": 1}}
try:
    yaml.safe_load("a: [")
except yaml.YAMLError as e:
    print(e)
else:
    assert 0
print(yaml.safe_load("d: 2024-01-02"), yaml.dump(d))
