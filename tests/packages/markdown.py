# packages: markdown
import markdown

assert markdown.markdown("# T\n\n* a\n* **b**") == "<h1>T</h1>\n<ul>\n<li>a</li>\n<li><strong>b</strong></li>\n</ul>"
print(markdown.markdown("|a|b|\n|-|-|\n|1|2|", extensions=["tables", "fenced_code", "toc"]))
