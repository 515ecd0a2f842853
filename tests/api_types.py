"""Writes the types of the server's API, for Python and TypeScript, and the methods of its Python client, as its OpenAPI page says: what it
takes and gives is written down once, in src/server/api. tests/api_types.py [--build DIR] [--update]"""

import argparse
import json
import keyword
import os
import re
import subprocess
import sys
import tempfile
import textwrap
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLIENT = os.path.join(ROOT, "bindings", "python", "fermata", "_client")
MADE = "made by tests/api_types.py from the server's OpenAPI page"


def page_of(fermata):
    """The OpenAPI page of a server of this build."""
    with tempfile.TemporaryDirectory() as folder:
        command = [fermata, "serve", "--store", os.path.join(folder, "s.db"), "--listen", "127.0.0.1:0", "--no-jail"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
            try:
                address = server.stdout.readline().strip().rstrip("/")
                with urllib.request.urlopen(address + "/v1/openapi.json") as answer:
                    return json.load(answer)
            finally:
                server.terminate()


def operations(page):
    """(method, path, operation, schema of what it gives) of all that answer in JSON."""
    for path, of_path in page["paths"].items():
        for method, operation in of_path.items():
            good = next(response for status, response in operation["responses"].items() if status.startswith("2"))
            if "application/json" in good["content"]:
                yield method.upper(), path, operation, good["content"]["application/json"]["schema"]


class Language:
    """How types are written. What has no members and is no choice has no name of its own."""

    def __init__(self, page):
        self.schemas = page["components"]["schemas"]

    def named(self, name):
        schema = self.schemas[name]
        return name if "properties" in schema or "enum" in schema else self.type_of(schema)

    def type_of(self, schema):
        if "$ref" in schema:
            return self.named(schema["$ref"].rpartition("/")[2])
        if "enum" in schema:
            return self.choice(schema["enum"])
        if "oneOf" in schema:
            return self.either([self.type_of(one) for one in schema["oneOf"]])
        kinds = schema.get("type", "any")
        return self.either([self.plain(kind, schema) for kind in (kinds if isinstance(kinds, list) else [kinds])])

    def plain(self, kind, schema):
        if kind == "array":
            return self.list_of(self.type_of(schema.get("items", {})))
        if kind == "object":
            if "properties" in schema:
                return self.record(schema)
            more = schema.get("additionalProperties")
            return self.dict_of(self.type_of(more) if isinstance(more, dict) else self.plain_types["any"])
        return self.plain_types[kind]


class Python(Language):
    plain_types = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None", "any": "Any"}

    def choice(self, values):
        given = ", ".join(json.dumps(value) for value in values if value is not None)
        return self.either([f"Literal[{given}]"] + (["None"] if None in values else []))

    def either(self, kinds):
        return "Any" if "Any" in kinds else " | ".join(dict.fromkeys(kinds))

    def list_of(self, item):
        return f"list[{item}]"

    def dict_of(self, item):
        return f"dict[str, {item}]"

    def record(self, schema):
        return "dict[str, Any]"

    def declaration(self, name, schema):
        if "enum" in schema:
            return f"{name} = {self.choice(schema['enum'])}\n"
        members = {key: self.type_of(one) for key, one in schema["properties"].items()}
        if any(keyword.iskeyword(key) for key in members):  # no class can have those
            return f'{name} = TypedDict(\n    "{name}",\n    {{\n{self.rows(members, "        ", quote=True)}    }},\n    total=False,\n)\n'
        needed = {key: kind for key, kind in members.items() if key in schema.get("required", [])}
        others = {key: kind for key, kind in members.items() if key not in needed}
        doc = f'    """{schema["description"]}."""\n\n' if "description" in schema else ""
        if not others:
            return f"class {name}(TypedDict):\n{doc}{self.rows(needed)}"
        base = f"class _{name}(TypedDict):\n{self.rows(needed)}\n\n" if needed else ""
        return f"{base}class {name}({f'_{name}' if needed else 'TypedDict'}, total=False):\n{doc}{self.rows(others)}"

    def rows(self, members, margin="    ", quote=False):
        return "".join(f"{margin}\"{key}\": '{kind}',\n" if quote else f"{margin}{key}: {kind}\n" for key, kind in members.items())

    def types(self):
        names = {name: schema for name, schema in self.schemas.items() if "properties" in schema or "enum" in schema}
        listed = "".join(f'    "{name}",\n' for name in sorted(names))
        choices = [self.declaration(name, schema) for name, schema in names.items() if "enum" in schema]
        classes = [self.declaration(name, schema) for name, schema in names.items() if "enum" not in schema]
        return (
            f'"""What the API of `fermata serve` takes and gives; {MADE}.\n\nTimes are texts, "2026-12-01T10:00:00.000Z"; values of '
            'programs are JSON, where what JSON can\'t say is an object with one\nmember: {"$tuple": [1]}."""\n\n'
            f"from __future__ import annotations\n\nfrom typing import Any, Literal, TypedDict\n\n__all__ = [\n{listed}]\n\n"
            + "\n".join(choices)
            + "\n\n"
            + "\n\n".join(classes)
        )

    def methods(self, page):
        parts = [self.method(*one) for one in operations(page)]
        used = sorted(
            set(re.findall(r"\b[A-Z]\w+\b", re.sub(r'"""(.|\n)*?"""|"[^"\n]*"', "", "".join(parts)))) - {"None", "Any", "Literal"}
        )
        listed = "".join(f"    {name},\n" for name in used if name in self.schemas)
        return (
            f'"""A method for each row of the API; {MADE}."""\n\nfrom __future__ import annotations\n\nfrom typing import Any\n\n'
            f"from .http import Http, path_of\nfrom .types import (\n{listed})\n\n\nclass Operations(Http):\n"
            '    """`run`, `call`, … are those of the path; what has a body takes it as a dict of the members that the API page has."""\n\n'
            + "\n".join(parts)
        )

    def method(self, verb, path, operation, gives):
        parts = re.findall(r"\{(\w+)\}", path)
        arguments = [f"{part}: {'int | str' if part in ('call', 'seq') else 'str'}" for part in parts]
        sent = []
        body = operation.get("requestBody")
        if body:
            kind = self.type_of(body["content"]["application/json"]["schema"])
            arguments.append(f"body: {kind}" if body.get("required") else f"body: {kind} | None = None")
            sent.append("body=body" if body.get("required") else "body=body or {}")
        query, keywords = [], []
        for one in operation["parameters"]:
            name = one["name"]
            if one["in"] == "query":
                argument = name + "_" if keyword.iskeyword(name) else name
                kind = "bool" if set(one["schema"].get("enum", ())) == {"true", "false"} else self.type_of(one["schema"])
                keywords.append(f"{argument}: {kind}" if one.get("required") else f"{argument}: {kind} | None = None")
                query.append(f'"{name}": {argument}')
            elif name == "Idempotency-Key":
                keywords.append("idempotency_key: str | None = None")
                sent.append("idempotency_key=idempotency_key")
        if query:
            sent.insert(0, f"query={{{', '.join(query)}}}")
        given = ["self", *arguments, *(["*", *keywords] if keywords else [])]
        where = f'"{path}"' if not parts else f'path_of("{path}", {", ".join(parts)})'
        kind = self.type_of(gives)
        asked = f"self.ask({', '.join([json.dumps(verb), where, *sent])})"
        doc = "\n        ".join(textwrap.wrap(f'"""{operation["summary"]}."""', 130))
        return (
            f"    def {operation['operationId']}({', '.join(given)}) -> {kind}:\n"
            f"        {doc}\n        answer: {kind} = {asked}\n        return answer\n"
        )


class TypeScript(Language):
    plain_types = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null", "any": "unknown"}

    def choice(self, values):
        return " | ".join(json.dumps(value) for value in values)

    def either(self, kinds):
        return " | ".join(dict.fromkeys(kinds))

    def list_of(self, item):
        return f"Array<{item}>"

    def dict_of(self, item):
        return f"Record<string, {item}>"

    def record(self, schema):
        return "{ " + " ".join(self.members(schema)) + " }"

    def members(self, schema):
        needed = schema.get("required", [])
        return [f"{key}{'' if key in needed else '?'}: {self.type_of(one)};" for key, one in schema["properties"].items()]

    def types(self, page):
        parts = []
        for name, schema in self.schemas.items():
            doc = f"/** {schema['description']}. */\n" if "description" in schema else ""
            if "enum" in schema:
                parts.append(f"{doc}export type {name} = {self.choice(schema['enum'])};\n")
            elif "properties" in schema:
                parts.append(f"{doc}export interface {name} {{\n" + "".join(f"  {one}\n" for one in self.members(schema)) + "}\n")
        rows = "".join(self.operation(*one) for one in operations(page))
        return (
            f"// What the API of `fermata serve` takes and gives; {MADE}.\n// Times are texts, 2026-12-01T10:00:00.000Z; values of programs are "
            'JSON, where what JSON can\'t say is an object with one member: {"$tuple": [1]}.\n\n'
            + "\n".join(parts)
            + "\n/** All of it: what each row's path, query and body take, and what it gives. */\nexport interface Operations {\n"
            + rows
            + "}\n"
        )

    def operation(self, verb, path, operation, gives):
        parts = "; ".join(
            f"{part}: {'number | string' if part in ('call', 'seq') else 'string'}" for part in re.findall(r"\{(\w+)\}", path)
        )
        query = [one for one in operation["parameters"] if one["in"] == "query"]
        asked = "; ".join(f"{one['name']}{'' if one.get('required') else '?'}: {self.type_of(one['schema'])}" for one in query)
        members = [f'method: "{verb}"', f'path: "{path}"']
        members += [f"parts: {{ {parts} }}"] if parts else []
        members += [f"query: {{ {asked} }}"] if asked else []
        if body := operation.get("requestBody"):
            kind = self.type_of(body["content"]["application/json"]["schema"])
            members.append(f"body{'' if body.get('required') else '?'}: {kind}")
        members.append(f"gives: {self.type_of(gives)}")
        return f"  /** {operation['summary']}. */\n  {operation['operationId']}: {{ {'; '.join(members)} }};\n"


def black(text):
    """As tests/lint wants it."""
    command = ["black", "--quiet", "--config", os.path.join(ROOT, "pyproject.toml"), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def texts(fermata):
    """The files, by their paths."""
    page = page_of(fermata)
    python = Python(page)
    return {
        os.path.join(CLIENT, "types.py"): black(python.types()),
        os.path.join(CLIENT, "operations.py"): black(python.methods(page)),
        os.path.join(ROOT, "bindings", "typescript", "fermata.d.ts"): TypeScript(page).types(page),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--update", action="store_true")
    options = parser.parse_args()
    stale = []
    for path, text in texts(os.path.join(options.build, "fermata")).items():
        with open(path, "a+", encoding="utf-8") as file:
            file.seek(0)
            if file.read() == text:
                continue
            stale.append(os.path.relpath(path, ROOT))
            if options.update:
                file.truncate(0)
                file.write(text)
    if stale and not options.update:
        print(f"{', '.join(stale)}: not as the server's page says: tests/api_types.py --update")
    return bool(stale and not options.update)


if __name__ == "__main__":
    sys.exit(main())
