"""What answers calls outside a session: a Toolbox, from any thread, and the Context that a function has meanwhile.

The engine isn't imported: the command's plugin for --tools has a copy of this folder and of those below it.
"""

from .contexts import AROUND, Context, known_context, made_up, within
from .failing import failure
from .policies import Allow, Ask, Deny, OnDeadline
from .toolbox import Toolbox

__all__ = ["AROUND", "Allow", "Ask", "Context", "Deny", "OnDeadline", "Toolbox", "failure", "known_context", "made_up", "within"]
