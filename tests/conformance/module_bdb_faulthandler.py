import bdb, faulthandler, io, sys

print(faulthandler.is_enabled(), faulthandler.disable(), faulthandler.cancel_dump_traceback_later(), faulthandler.unregister(10))
print(faulthandler.enable(file=sys.__stderr__), faulthandler.is_enabled(), faulthandler.disable(), faulthandler.is_enabled())


class Watcher(bdb.Bdb):
    pass


watcher = Watcher(skip=["json.*"])
print(watcher.is_skipped_module("json.decoder"), watcher.is_skipped_module("re"), watcher.canonic("<string>"))
print(watcher.set_break(__file__, 1), watcher.get_all_breaks() == {watcher.canonic(__file__): [1]}, watcher.clear_all_breaks())
print(issubclass(bdb.BdbQuit, Exception), bdb.Breakpoint.bplist)
