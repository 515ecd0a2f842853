# packages: jinja2 markupsafe
import jinja2

t = jinja2.Template("Hello {{ name|upper }}{% for i in items if i>1 %} {{loop.index}}:{{i}}{% endfor %}")
assert t.render(name="x", items=[1, 2, 3]) == "Hello X 1:2 2:3"
e = jinja2.Environment(
    loader=jinja2.DictLoader({"b": "<{% block c %}{% endblock %}>", "a": '{% extends "b" %}{% block c %}{{ v }}{% endblock %}'}),
    autoescape=True,
)
assert e.get_template("a").render(v="<&>") == "<&lt;&amp;&gt;>"
try:
    jinja2.Template("{{ x.y.z }}").render()
except jinja2.UndefinedError as e:
    print(e)
else:
    assert 0
