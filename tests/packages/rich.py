# packages: rich pygments markdown-it-py mdurl
from rich.console import Console
from rich.table import Table
import io

c = Console(file=io.StringIO(), width=40)
t = Table(title="T")
t.add_column("a")
t.add_row("1")
c.print(t)
c.print("[bold]hi[/bold]", {"a": [1, 2]})
from rich.markdown import Markdown

c.print(Markdown("# x\n* y"))
print(c.file.getvalue())
