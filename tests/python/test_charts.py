"""fermata_charts: what programs draw."""

import json
import unittest
import xml.dom.minidom

import fermata


def run(code, **options):
    return fermata.Program("import fermata_charts as charts\n" + code, **options).run().value


class Charts(unittest.TestCase):
    def chart(self, code):
        """Its repr(), its picture, which is whole, and its specification, which is JSON."""
        *before, last = code.split("\n")
        text, svg, vega = run("\n".join([*before, f"c = {last}", "repr(c), c.svg, c.vega_lite"]))
        xml.dom.minidom.parseString(svg)
        return text, svg, json.loads(json.dumps(vega))

    def test_kinds_and_data(self):
        for code, mark, points in (
            ("charts.line([3, 1, 2])", "line", 3),
            ("charts.line({'a': [1, 2], 'b': [(0, 3), (1, 4)]})", "line", 4),
            ("charts.bar({'Oslo': 5, 'Bergen': -3}, title='Orders')", "bar", 2),
            ("charts.bar({'u': [('a', 1), ('b', 3)], 'v': [('a', 2)]})", "bar", 3),
            ("charts.scatter([{'x': 1, 'y': 2, 'k': 'u'}, {'x': 3, 'y': 4, 'k': 'v'}], x='x', y='y', by='k')", "point", 2),
            ("charts.histogram([1, 2, 2, 3, 9], bins=4)", "bar", 4),
            ("import datetime\ncharts.line({datetime.date(2026, 1, 1): 1, datetime.date(2026, 5, 1): 2})", "line", 2),
            ("charts.line([])", "line", 0),
            ("charts.bar([])", "bar", 0),
            ("charts.histogram([])", "bar", 10),
            ("charts.line([1e299, -1e299])", "line", 2),
            ("charts.line([5])", "line", 1),
        ):
            with self.subTest(code):
                text, svg, vega = self.chart(code)
                self.assertEqual((vega["mark"], len(vega["data"]["values"])), (mark, points))
                self.assertRegex(text, rf"<\w+ chart of {points} points?>")
                self.assertTrue(svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"'))

    def test_what_is_drawn(self):
        svg = run("charts.bar({'a': 1, 'b': 2}, width=200, height=120).svg")
        self.assertIn('<rect x="66.2" y="45" width="49.6" height="29" fill="#4269d0"/>', svg)
        self.assertEqual(svg.count("<rect"), 3)
        self.assertEqual(
            run("[tuple(p) for p in charts.histogram([1, 2, 2, 3, 9], bins=4).points]"),
            [(1.0, 3, ""), (3.0, 1, ""), (5.0, 0, ""), (7.0, 1, "")],
        )
        vega = run("charts.scatter([(1, 2)], title='t', x_label='x').vega_lite")
        self.assertEqual((vega["title"], vega["encoding"]["x"]["title"], vega["encoding"]["x"]["type"]), ("t", "x", "quantitative"))

    def test_texts_are_escaped(self):
        svg = run("charts.bar({'<b>&': 1}, title='</svg><script>').svg")
        xml.dom.minidom.parseString(svg)
        self.assertIn("&lt;/svg&gt;&lt;script&gt;", svg)
        self.assertNotIn("<script", svg)

    def test_the_same_data_gives_the_same_text(self):
        code = "c = charts.line([0.1, 1e6, -3], title='t')\nc.svg, c.vega_lite"
        self.assertEqual(run(code), run(code))

    def test_a_chart_is_kept_in_states(self):
        step = fermata.Program(
            "import fermata_charts as charts\nc = charts.line([1, 2])\nbefore = c.svg\nask()\nbefore == c.svg", functions=["ask"]
        ).start()
        self.assertTrue(fermata.load(step.save(), functions=["ask"]).resume(None).value)

    def test_a_chart_is_shown(self):
        """As a last expression and by display()."""
        displays = fermata.Program("import fermata_charts as charts\nc = charts.bar({'a': 1})\ndisplay(c)\nc").run().display
        for display in displays:
            self.assertEqual((display.text, display.svg[:4]), ("<bar chart of 1 point>", "<svg"))
            self.assertEqual(json.loads(display.forms["application/vnd.vegalite.v5+json"])["mark"], "bar")
        self.assertEqual([display.is_result for display in displays], [False, True])

    def test_wrong_data(self):
        for code, error in (
            ("line(['a'])", "TypeError"),
            ("line([float('nan')])", "ValueError"),
            ("line([(1, 2, 3)])", "ValueError"),
            ("histogram([1], bins=0)", "ValueError"),
            ("line([1], width=1)", "ValueError"),
            ("line([1] * 20_001)", "ValueError"),
            ("bar([{}], x='a')", "TypeError"),
        ):
            with self.subTest(code), self.assertRaises(fermata.RuntimeError) as caught:
                run("charts." + code)
            self.assertEqual(caught.exception.type, error)


if __name__ == "__main__":
    unittest.main()
