"""Checks that docs/server.md says what each permission is for as the tables of routes do. tests/routes_page.py [--update]."""

import os
import re
import sys

import tree

SERVER = os.path.join(tree.ROOT, "src", "server")
PAGE = os.path.join(tree.ROOT, "docs", "server.md")
BEGIN, END = "<!-- of tests/routes_page.py --update -->\n", "<!-- end -->\n"
# What no table has, as it gives no JSON and no page.
OTHERS = [("GET", "/metrics", "view")]
WORDS = {
    "view": "`view`",
    "act": "`submit` or `decide`",
    "submit": "`submit`",
    "decide": "`decide`, `decide:ROLE`",
    "work": "`work`",
    "admin": "`admin`",
    "anybody": "nothing but the token in the path",
}


def routes():
    """[(method, path, permission)] of the API and the pages."""
    found = []
    for table in ("api/routes.def", "pages/pages.def"):
        with open(os.path.join(SERVER, table), encoding="utf-8") as file:
            found += re.findall(r'^(?:API|PAGE)\((\w+), "([^"]*)", k(\w+),', file.read(), re.M)
    return [(method, path, permission.lower()) for method, path, permission in found] + OTHERS


def text():
    lines = ["| takes | |\n|---|---|"]
    for permission, words in WORDS.items():
        of = sorted({(path, method) for method, path, takes in routes() if takes == permission})
        shown = [f"{method} {path}" for path, method in of if permission != "view"]
        if permission == "view":  # all that is only looked at
            if changes := [method + " " + path for path, method in of if method != "GET"]:
                raise ValueError(f"whoever may only look may not {', '.join(changes)}")
            shown = ["each other GET"]
        if shown:
            lines.append(f"| {words} | {', '.join(f'`{one}`' if ' /' in one else one for one in shown)} |")
    return "\n".join(lines) + "\n"


def main():
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    before, rest = page.split(BEGIN)
    whole = before + BEGIN + text() + END + rest.split(END)[1]
    if "--update" in sys.argv[1:]:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(whole)
    elif page != whole:
        print("docs/server.md isn't what the tables of routes say: tests/routes_page.py --update")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
