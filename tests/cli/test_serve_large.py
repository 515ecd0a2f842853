"""Calls with large arguments: pages and lists leave them out, and who looks at one call doesn't pay for the others of its run."""

import unittest

from serving import ApiTest

MB = 1_000_000


class Large(ApiTest):
    def test_arguments_that_a_page_does_not_show(self):
        run, call = self.ask(f"refund('<' * {2 * MB})\nrefund(1)")
        self.serve()
        self.assertIn("refund(…)", self.get("/").words)
        page = self.get(call)
        self.assertLess(len(page.text), 50_000)
        self.assertIn("larger than a page shows", page.words)
        self.assertNotIn('value="approve"', page.text)
        csrf = self.get("/runs/" + run).field("csrf")
        self.post(call + "/decide", {"verdict": "approve", "shown": ""}, 400, csrf=csrf)
        whole = self.call_api("GET", "/v1" + call)
        self.assertEqual(len(whole["args"][0]), 2 * MB)
        self.call_api("POST", f"/v1{call}/decide", {"verdict": "approve", "shown": whole["shown"]})
        self.work()
        first, second = self.call_api("GET", f"/v1/runs/{run}/calls")["calls"]
        self.assertEqual((first["args"], first["kwargs"], second["args"]), (None, None, [1]))
        self.assertLess(len(self.get("/runs/" + run).text), 50_000)
        page = self.get(f"/calls/{run}/2")
        self.assertIn("refund(…)", page.words)
        self.assertIn('value="approve"', page.text)

    def test_answers_that_lists_leave_out(self):
        run = self.submit("refund('x' * 100_000)\nrefund(2)")
        self.fermata("work", "--drain", "--no-jail", "--handler", "refund=cat")
        self.serve()
        first, second = self.call_api("GET", f"/v1/runs/{run}/calls")["calls"]
        self.assertEqual((first["state"], first["result"], second["state"]), ("answered", None, "answered"))
        self.assertEqual(second["result"]["args"], [2])
        self.assertEqual(len(self.call_api("GET", f"/v1/calls/{run}/1")["result"]["args"][0]), 100_000)
        self.get("/runs/" + run)
        self.get(f"/runs/{run}/at/1")
        self.call_api("GET", f"/v1/calls/{run}/99999", status=404)


if __name__ == "__main__":
    unittest.main()
