"""check(): what is wrong with a program, as far as that can be said without running it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from fermata import _native
from fermata._describe import Modules, from_text
from fermata._errors import Finding, listed
from fermata._values import HandleType, Types, argument_findings, is_given, module_findings

from .granted import Functions, Granted
from .packages import Package, module_names, package_mounts
from .pool import Pool, native_of
from .store_names import store_functions

Checker = Literal["ty", "mypy", "pyright"]


def check(
    code: str,
    *,
    name: str = "program.py",
    inputs: Iterable[str] | Mapping[str, Any] = (),
    functions: Functions = (),
    types: Iterable[type | HandleType] | Types | bool = (),
    check_types: bool | Checker = False,
    modules: Modules | None = None,
    packages: Iterable[Package] = (),
    pool: Pool | None = None,
    before: Iterable[str] = (),
    durable: bool = False,
) -> list[Finding]:
    """What is wrong with a program, as far as that can be said without running it (an empty list if nothing is): names that are
    defined nowhere, modules that don't exist, calls of host functions whose arguments don't fit, calls of asynchronous ones that nothing
    awaits, an `await` on calls of others, calls of open() and input() where they aren't among `functions`, names that `modules` don't
    have. `packages` are those that it may import, as in Program.run(). `durable` says that it is for a store: spawn(), receive(), ask() and
    run_id() are there. With `pool` the text is read there (but for calls of host functions
    and names of modules, which CPython's parser finds).

    With `check_types` (`types=True` says the same where there are no classes) a type checker looks at it, too, over stubs of `functions`,
    `types` and `inputs`, which may be a mapping from names to their types: ty if it is installed, else mypy or pyright, or the one that is
    named. It runs none of the text, but reads it on this machine. Its findings have the kind "type", or "warning" where it isn't sure.
    `before` are texts whose names the program has, as in a Session. Raises UsageError when no checker is there."""
    if isinstance(types, bool):
        check_types, types = check_types or types, ()
    granted = Granted(functions, modules=modules)
    known = types if isinstance(types, Types) else Types(types)
    if granted.modules and not known.modules:
        known = known.with_modules(granted.modules)
    texts = listed(before, "before")
    typed = inputs if isinstance(inputs, Mapping) else dict.fromkeys(listed(inputs, "inputs"))
    if texts or check_types:
        from .type_checking import names_bound, type_findings, without_repeated
    of_store = store_functions(granted.declared) if durable else {}
    stored = [stub for text in of_store.values() for stub in from_text(text)]
    plain = [grant for grant in granted.grants if "." not in grant[0]] + [(stub.name, stub.is_async) for stub in stored]
    names = [*plain, *[(name, False) for name in (*known.classes, *known.exceptions, *known.handle_types)]]
    given = [*typed, *granted.namespaces(), *(bound for text in texts for bound in names_bound(text) if bound not in typed)]
    findings = [Finding(*finding) for finding in _native.check(code, name, names, given, native_of(pool))]
    given_modules, given_packages = {module.name for module in granted.modules}, module_names(package_mounts(packages))
    findings = [finding for finding in findings if not is_given(finding, given_modules, given_packages)]
    findings += module_findings(code, granted.modules, name)
    findings += argument_findings(code, granted.signatures() + stored, name, known.exceptions.values())
    if check_types and not any(finding.kind == "syntax" for finding in findings):
        findings += without_repeated(findings, type_findings(code, name, check_types, granted, known, typed, texts, of_store))
    return sorted(findings, key=lambda finding: (finding.line, finding.column))
