"""The pieces of an agent's loop: code out of a model's answer, a check, a run, and a line for the audit log.

code = extract_code(answer)
if not validate(code, functions=tools)["valid"]: ...
executor = Executor(functions=tools, audit=AuditLog("audit.jsonl"), user_id="u1", agent_id="a7")
executor.execute(code)             # {"success": True, "output": "42\\n", "error": None}
"""

from fermata._compat.patterns import (
    AuditLog, AuditRecord, CodeBlock, Execution, Executor, Validation, audit_record, code_hash, extract_blocks, extract_code, validate,
)  # fmt: skip
from fermata._core import offer

__all__ = [
    "AuditLog",
    "AuditRecord",
    "CodeBlock",
    "Execution",
    "Executor",
    "Validation",
    "audit_record",
    "code_hash",
    "extract_blocks",
    "extract_code",
    "validate",
]
offer(globals())
