# packages: beautifulsoup4 soupsieve typing-extensions
from bs4 import BeautifulSoup

s = BeautifulSoup('<div class="a"><a href="/x">one</a><a>two</a></div>', "html.parser")
assert [a.text for a in s.find_all("a")] == ["one", "two"]
assert s.select_one("div.a > a[href]")["href"] == "/x"
print(s.prettify())
