"""What a program shows, as fermata.mcp's tools give it."""

import unittest

from support import needs

needs("mcp")

from mcp import Client  # noqa: E402

from fermata.mcp import FermataServer  # noqa: E402


def data(result):
    assert not result.is_error, result.content
    return result.structured_content


class Shown(unittest.IsolatedAsyncioTestCase):
    async def test_what_a_program_shows(self):
        code = "display([{'a': 1}], {'image/png': b'\\x89PNG'})\ndisplay({'image/png': b'\\x89PNG', 'text/plain': 'p'}, raw=True)\n5"
        async with Client(FermataServer().mcp) as client:
            result = await client.call_tool("run_python", {"code": code})
            more = await client.call_tool("run_python", {"code": "display({'text/html': 'x' * 100_000, 'image/bmp': b'x'}, raw=True)"})
        table, plain, picture = data(result)["display"]
        self.assertIn("| a |", table["text/markdown"])
        self.assertEqual((list(plain), picture), (["text/plain"], {"text/plain": "p"}))
        self.assertEqual(data(result)["value"], 5)
        text, image = result.content
        self.assertEqual((text.type, image.type, image.mime_type, image.data), ("text", "image", "image/png", "iVBORw=="))
        (long,) = data(more)["display"]
        self.assertLess(len(long["text/html"]), 60_000)
        self.assertIn("image/bmp", long["text/plain"])


if __name__ == "__main__":
    unittest.main()
