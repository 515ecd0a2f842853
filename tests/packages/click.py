# packages: click
import click


@click.command()
@click.option("--count", default=1, type=int)
@click.argument("name")
def hello(count, name):
    for _ in range(count):
        click.echo(f"Hello {name}")


hello(["--count", "2", "Bo"], standalone_mode=False)
try:
    hello(["--count", "x", "a"], standalone_mode=False)
except click.BadParameter as e:
    assert "not a valid integer" in str(e), e
else:
    assert 0
