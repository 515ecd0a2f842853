"""The page of routes of `fermata serve`: what the API takes and gives is as it says."""

import json
import re
import unittest

from described import fits, unlisted
from serving import ApiTest


class Described(ApiTest):
    def check(self, answer, schema, schemas):
        self.assertTrue(fits(answer, schema, schemas), (schema, answer))
        self.assertEqual(unlisted(answer, schema, schemas), [], schema)

    def test_statuses_headers_and_what_is_no_json(self):
        self.serve()
        page = self.call_api("GET", "/v1/openapi.json")

        def of(path, method="post"):
            return page["paths"][path][method]

        def good(path, method="post"):
            return [status for status in of(path, method)["responses"] if status < "400"]

        self.assertEqual(good("/v1/runs"), ["200", "201"])
        self.assertEqual(good("/v1/runs/{run}/fork"), ["201"])
        self.assertEqual(good("/v1/runs/{run}/cancel"), ["200"])
        self.assertEqual(good("/v1/runs", "get"), ["200"])
        self.assertEqual(good("/v1/runs/{run}", "get"), ["200", "304"])
        self.assertIn("ETag", of("/v1/runs/{run}", "get")["responses"]["200"]["headers"])
        headers = {
            (path, one["name"])
            for path, operations in page["paths"].items()
            for operation in operations.values()
            for one in operation["parameters"]
            if one["in"] == "header"
        }
        keyed = {
            (path, "Idempotency-Key")
            for path in ("/v1/runs", "/v1/runs/{run}/messages", "/v1/runs/{run}/fork", "/v1/grants", "/v1/schedules")
        }
        self.assertEqual(headers, keyed | {("/v1/runs/{run}", "If-None-Match"), ("/v1/runs", "traceparent")})
        self.assertEqual(list(of("/v1/events", "get")["responses"]["200"]["content"]), ["text/event-stream"])
        status = next(one for one in of("/v1/runs", "get")["parameters"] if one["name"] == "status")
        self.assertIn("waiting", page["components"]["schemas"][status["schema"]["$ref"].rsplit("/", 1)[1]]["enum"])
        schemas = page["components"]["schemas"]
        rule = {"name": "amount", "between": [0, 1]}
        self.assertTrue(
            fits({"verdict": "approve", "shown": "x", "grant": {"seconds": 1, "arguments": [rule]}}, schemas["Decision"], schemas)
        )
        self.assertFalse(fits({"verdict": "approve", "shown": "x", "grant": {"arguments": [rule]}}, schemas["Decision"], schemas))

    def test_answers_are_as_the_page_of_routes_says(self):
        run, _ = self.ask("mail(1)\nanswer = refund(17, amount=5.5)", "--handler", "mail=echo 1", submit=("--by", "ada"))
        self.ask(submit=("--by", "ada"))
        self.submit("lookup(1)")
        self.work("--queue", "default")
        self.serve()
        schedule = self.call_api("POST", "/v1/schedules", {"every": "@daily", "source": "1"}, 201)["schedule"]
        self.call_api("POST", f"/v1/runs/{run}/messages", {"channel": "a", "value": 1}, 201)
        rules = [{"name": "amount", "between": [0, 10]}, {"name": "0", "is": 17}]
        self.call_api("POST", "/v1/grants", {"function": "pay", "seconds": 60, "reason": "r", "arguments": rules}, 201)
        call = f"/v1/calls/{run}/2"
        self.call_api("POST", call + "/question", {"text": "why?"})
        self.call_api("POST", call + "/decide", {"verdict": "approve", "shown": self.call_api("GET", call)["shown"], "args": [18]})
        page = self.call_api("GET", "/v1/openapi.json")
        schemas = page["components"]["schemas"]
        used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(page)))
        self.assertEqual(used, set(schemas))
        for path, operations in page["paths"].items():
            given = operations.get("get", {}).get("responses", {}).get("200", {}).get("content", {}).get("application/json")
            if not given or "{session}" in path or path.endswith("/file"):  # (test_files)
                continue
            at = path.format(run=run, call=1, seq=1, schedule=schedule)
            answer = self.call_api("GET", at + ("?from=1&to=1" if path.endswith("/diff") else ""))
            self.check(answer, given["schema"], schemas)
        parameters = {one["name"]: one for one in page["paths"]["/v1/runs/{run}/diff"]["get"]["parameters"]}
        snapshot = {"type": "string", "pattern": "^(latest|[0-9]+)$"}
        self.assertEqual(parameters["from"], {"name": "from", "in": "query", "required": True, "schema": snapshot})
        self.assertEqual(parameters["run"], {"name": "run", "in": "path", "required": True, "schema": {"type": "string"}})
        parameters = {one["name"]: one for one in page["paths"]["/v1/runs"]["get"]["parameters"]}
        self.assertEqual(parameters["limit"]["schema"], parameters["limit"]["schema"] | {"type": "integer", "minimum": 1})
        self.assertFalse(parameters["limit"]["required"])
        bodies = {path: page["paths"][path]["post"]["requestBody"]["required"] for path in ("/v1/runs", "/v1/runs/{run}/cancel")}
        self.assertEqual(list(bodies.values()), [True, False])
        self.assertEqual(page["security"], [{"token": []}])
        self.assertEqual(page["paths"]["/v1/answers/{token}"]["post"]["security"], [])
        made = self.call_api("POST", "/v1/runs", {"source": "1", "priority": 2.0}, 201)  # a whole number, as JSON Schema has it
        self.assertEqual(made["priority"], 2)
        self.call_api("POST", "/v1/runs", {"source": "1", "priority": 2.5}, 400)
        self.assertTrue(fits(made, schemas["Run"], schemas))
        self.assertFalse(fits({**made, "status": "odd"}, schemas["Run"], schemas))
        for code in ("1/0", "print(1)", "def"):
            self.check(self.call_api("POST", "/v1/execute", {"code": code}), schemas["Executed"], schemas)
        self.check(self.call_api("POST", "/v1/check", {"source": "lookp(1)"}), schemas["Findings"], schemas)
        told = self.call_api("POST", f"/v1/runs/{run}/what-if", {"alternatives": [{}, {"2": {"error": {"type": "ValueError"}}}], "seq": 2})
        self.check(told, schemas["Alternatives"], schemas)
        session = self.call_api("POST", "/v1/sessions", {"files": {"a": "1"}}, 201)
        self.assertTrue(fits(session, schemas["Session"], schemas))
        at = "/v1/sessions/" + session["session"]
        for method, path, body, schema in (
            ("GET", "/v1/sessions", None, "Sessions"),
            ("POST", at + "/run", {"code": "def"}, "Executed"),
            ("GET", at + "/files", None, "Files"),
            ("GET", at + "/file?path=a", None, "FileData"),
            ("DELETE", at, None, "Session"),
        ):
            self.check(self.call_api(method, path, body), schemas[schema], schemas)


if __name__ == "__main__":
    unittest.main()
