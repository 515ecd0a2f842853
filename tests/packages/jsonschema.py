# packages: jsonschema==4.17.3 attrs pyrsistent
import jsonschema

s = {"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"]}
jsonschema.validate({"a": 1}, s)
try:
    jsonschema.validate({"a": 0}, s)
except jsonschema.ValidationError as e:
    assert "0 is less than the minimum of 1" in str(e)
else:
    assert 0
print([e.message for e in jsonschema.Draft7Validator(s).iter_errors({})])
