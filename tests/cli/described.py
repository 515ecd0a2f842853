"""Whether what the API gives is as its page of routes says: as much of JSON Schema as schemas.cpp uses."""


def fits(value, schema, schemas):
    """Whether a value is as a schema says: as much of JSON Schema as schemas.cpp uses."""
    if "$ref" in schema:
        return fits(value, schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    if "oneOf" in schema:
        return sum(fits(value, one, schemas) for one in schema["oneOf"]) == 1
    if "enum" in schema and value not in schema["enum"]:
        return False
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None)}
    wanted = schema.get("type", [])
    wanted = [wanted] if isinstance(wanted, str) else wanted
    if wanted and not any(isinstance(value, kinds[kind]) and (kind != "integer" or value is not True) for kind in wanted):
        return False
    if isinstance(value, dict):
        members = schema.get("properties", {})
        if any(name not in value for name in schema.get("required", ())):
            return False
        rest = schema.get("additionalProperties", True)
        for name, member in value.items():
            if not (fits(member, members[name], schemas) if name in members else rest is True or (rest and fits(member, rest, schemas))):
                return False
    if isinstance(value, list) and "items" in schema:
        return all(fits(item, schema["items"], schemas) for item in value)
    return True


def unlisted(value, schema, schemas):
    """Members that are sent, of objects whose members a schema lists, and that it doesn't list."""
    if "$ref" in schema:
        return unlisted(value, schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    if "oneOf" in schema:
        (one,) = [one for one in schema["oneOf"] if fits(value, one, schemas)]
        return unlisted(value, one, schemas)
    found = []
    if isinstance(value, dict):
        members, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, member in value.items():
            if name in members:
                found += unlisted(member, members[name], schemas)
            elif members:
                found.append(name)
            elif isinstance(rest, dict):
                found += unlisted(member, rest, schemas)
    if isinstance(value, list):
        for item in value:
            found += unlisted(item, schema.get("items", {}), schemas)
    return found
