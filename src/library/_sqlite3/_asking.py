"""How a connection's natives are driven: what SQL asks of the program is called from here."""

__unbound__ = "*"

import _sqlite3._machine as machine
from _sqlite3._places import file_of as _file_of
from _sqlite3._values import DataError, ProgrammingError, plain as _plain
from operator import index as _index

_MISSING = object()
_METHODS = {machine.STEP: "step", machine.FINAL: "finalize", machine.VALUE: "value", machine.INVERSE: "inverse"}
_WHAT_FAILED = {what: f"user-defined aggregate's '{name}' method raised error" for what, name in _METHODS.items()}
_WHAT_FAILED[machine.FUNCTION] = "user-defined function raised exception"
_FUNCTIONS_OF_SQL = (machine.FUNCTION, *_METHODS)


class _NoMethod(Exception):
    pass


class Asking:
    """What Connection begins with."""

    __slots__ = (
        "_db",
        "_open",
        "_thread",
        "_timeout",
        "_callables",
        "_instances",
        "_authorizer",
        "_trace",
        "_progress",
    )

    def _check(self):
        if self._db is None:
            raise ProgrammingError("Base Connection.__init__ not called.")
        if not self._open:
            raise ProgrammingError("Cannot operate on a closed database.")

    def _check_thread(self):
        if self._db is not None and self._thread is not None and self._thread != thread_ident():
            raise ProgrammingError(
                "SQLite objects created in a thread can only be used in that same thread. The object was created in thread id"
                f" {self._thread} and this is thread id {thread_ident()}."
            )

    def _settle(self, outcome, native, *args):
        """Goes on with what a native began: what SQL asks is asked, until there is an outcome."""
        db = self._db
        call, given = native, args
        while True:
            if type(outcome) is list:
                try:
                    value, problem = self._ask(outcome)
                except BaseException:
                    machine.stop(db)
                    raise
                outcome = machine.answer(db, value, problem)
            elif type(outcome) is not int or outcome >= 0:
                return outcome
            elif outcome == machine.AGAIN:
                call, given = machine.again, ()
                outcome = machine.again(db)
            elif outcome == machine.LOST:  # a state was made in the middle of it: once more from its beginning
                call, given = native, args
                outcome = native(db, *args)
            else:
                if not thread_others():
                    raise ProgrammingError("Recursive use of cursors not allowed.")
                thread_yield()
                outcome = call(db, *given)

    def _do(self, native, *args):
        """What a native gives; its errors are raised."""
        outcome = native(self._db, *args)
        if type(outcome) is list or type(outcome) is int and outcome < 0:
            outcome = self._settle(outcome, native, *args)
        if type(outcome) is int and outcome and outcome < 100:
            outcome = self._once_more(outcome, native, *args)
        return outcome

    def _is_worth_another(self, code):
        # (What is over because there was none isn't begun anew outside its transaction.)
        return code & 255 in (5, 6, 7) and not (self._db[machine.ERROR] or (0, "", True))[2]

    def _once_more(self, code, native, *args):
        # Garbage may hold locks, and memory.
        if self._is_worth_another(code):
            machine.collect()
            due = host_monotonic() + self._timeout
            while self._is_worth_another(code):
                outcome = native(self._db, *args)
                outcome = self._settle(outcome, native, *args)
                if type(outcome) is not int or not outcome or outcome >= 100:
                    return outcome
                code = outcome
                if not thread_others() or host_monotonic() >= due or code & 255 == 7:
                    break
                thread_yield()
        raise self._error()

    def _error(self):
        return machine.error_of(*(self._db[machine.ERROR] or (machine.SQLITE_NOMEM, ""))[:2])

    def _ask(self, question):
        what, index, key, arguments = question
        if what == machine.COLLATION:  # what it raises ends the statement
            return self._order(self._callables[index](*arguments)), None
        value = problem = None
        try:
            value = self._answer(what, index, key, arguments)
        except BaseException as error:
            problem = True if isinstance(error, MemoryError) else False if isinstance(error, OverflowError) else _WHAT_FAILED.get(what, "?")
            if what in (machine.STEP, machine.FINAL, machine.VALUE, machine.INVERSE) and isinstance(error, _NoMethod):
                problem, error = error.args[0], error.args[1]
            if session_state().get("sqlite3.tracebacks"):
                from sys import _write_unraisable

                _write_unraisable(None, self._callables[index] if what in _FUNCTIONS_OF_SQL else None, error)
        return value, problem

    def _order(self, said):
        try:
            return max(-1, min(1, _index(said)))
        except (TypeError, ValueError):
            return 0

    def _answer(self, what, index, key, arguments):
        if what == machine.FILE:
            path, node = _file_of(arguments[0], index)
            self._db[machine.DISKS][arguments[0]] = node
            return True
        if what == machine.FUNCTION:
            return _plain(self._callables[index](*arguments))
        if what == machine.AUTHORIZER:
            answer = self._authorizer(index, *arguments)
            return answer if isinstance(answer, int) and -(1 << 31) <= answer < 1 << 31 else 1
        if what == machine.TRACE:
            if index:
                raise DataError("Expanded SQL string exceeds the maximum string length")
            return self._trace(arguments[0])
        if what == machine.PROGRESS:
            return bool(self._progress())
        return self._answer_of_aggregate(what, index, key, arguments)

    def _answer_of_aggregate(self, what, index, key, arguments):
        instances = self._instances
        instance = instances.get(key, _MISSING)
        if instance is _MISSING:
            try:
                instance = instances[key] = self._callables[index]()
            except BaseException as error:
                raise _NoMethod("user-defined aggregate's '__init__' method raised error", error) from None
        name = _METHODS[what]
        if what == machine.FINAL:
            del instances[key]
        try:
            method = getattr(instance, name)
        except AttributeError as error:
            raise _NoMethod(f"user-defined aggregate's '{name}' method not defined", error) from None
        answer = method(*arguments)
        return _plain(answer) if what in (machine.FINAL, machine.VALUE) else None
