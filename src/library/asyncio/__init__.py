"""Tasks, and what they wait for. A host function that was declared asynchronous can be awaited; while all tasks wait, the session is
paused with all their calls, and timers, pending."""

from asyncio.exceptions import *
from asyncio.events import *
from asyncio.events import _get_running_loop, _set_running_loop
from asyncio.coroutines import *
from asyncio.futures import *
from asyncio.tasks import *
from asyncio.tasks import _enter_task, _leave_task, _register_task, _unregister_task
from asyncio.locks import *
from asyncio.protocols import *
from asyncio.queues import *
from asyncio.timeouts import *
from asyncio.transports import *
from asyncio.taskgroups import *
from asyncio.base_events import *
from asyncio.runners import *
from asyncio.threads import to_thread
from asyncio.sandbox import open_connection, start_server, open_unix_connection, start_unix_server, create_subprocess_exec
from asyncio.sandbox import create_subprocess_shell
from asyncio.events import DefaultEventLoopPolicy

SelectorEventLoop = BaseEventLoop  # there is one kind

exceptions = import_module("asyncio.exceptions")
events = import_module("asyncio.events")
coroutines = import_module("asyncio.coroutines")
futures = import_module("asyncio.futures")
tasks = import_module("asyncio.tasks")
locks = import_module("asyncio.locks")
queues = import_module("asyncio.queues")
timeouts = import_module("asyncio.timeouts")
taskgroups = import_module("asyncio.taskgroups")
base_events = import_module("asyncio.base_events")
protocols = import_module("asyncio.protocols")
transports = import_module("asyncio.transports")
runners = import_module("asyncio.runners")
mixins = import_module("asyncio.mixins")
format_helpers = import_module("asyncio.format_helpers")

# What takes time to make, and few ask for.
_OF_STREAMS = ("StreamReader", "StreamReaderProtocol", "StreamWriter")


def __getattr__(name):
    if name in _OF_STREAMS:
        return getattr(import_module("asyncio.streams"), name)
    import asyncio

    raise AttributeError(f"module 'asyncio' has no attribute {name!r}", name=name, obj=asyncio)


def __dir__():
    import asyncio

    return {*asyncio.__dict__, *_OF_STREAMS, "base_futures", "base_tasks", "constants", "log", "streams", "threads"}
