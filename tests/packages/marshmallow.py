# packages: marshmallow
from marshmallow import Schema, fields, ValidationError, validate


class U(Schema):
    name = fields.Str(required=True)
    age = fields.Int(validate=validate.Range(min=0))
    at = fields.DateTime()


assert U().load({"name": "a", "age": "3"}) == {"name": "a", "age": 3}
try:
    U().load({"age": -1})
except ValidationError as e:
    assert e.messages == {"name": ["Missing data for required field."], "age": ["Must be greater than or equal to 0."]}, e.messages
else:
    assert 0
