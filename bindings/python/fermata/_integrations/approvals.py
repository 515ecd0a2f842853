"""Where a program stands whose calls wait for approvals, as artifacts of tools and LangGraph's checkpoints have it, and what was
decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fermata import Done, Paused, Sealer, Step, UsageError
from fermata._core import Bound, call_record, describe_call, failure, forgotten, told


def stand(step: Step, held: Mapping[Any, Any], sealer: Sealer | None, bound: Bound) -> dict[str, Any]:
    """Where a program stands, as it is kept in a checkpoint: {"status", …}. With a `sealer` the state of one that waits is sealed."""
    if isinstance(step, Done) and not forgotten(step):
        return {"status": "done", **told(step)}
    if isinstance(step, Paused) and held:
        calls = [
            {**call_record(call), "description": describe_call(call), **held[call.id]} for call in step.calls_pending if call.id in held
        ]
        return {"status": "paused", "state": sealed_state(step, sealer, bound), "calls": calls}
    return {"status": "failed", "error": failure(step)}


def sealed_state(step: Step, sealer: Sealer | None, bound: Bound) -> bytes:
    """Its state, sealed if there is a sealer."""
    return step.save() if sealer is None else step.save(sealer=sealer, bound=bound)


def decisions(answer: Any, calls: Sequence[Mapping[str, Any]]) -> dict[Any, dict[str, Any]]:
    """What was decided about each call, by its id: {"type": "approve" | "edit" | "reject" | "respond", …}."""
    ids = [call["id"] for call in calls]
    if isinstance(answer, Mapping) and "decisions" in answer:  # as LangChain's own approvals are answered: one for each, in order
        return {key: _decision(one) for key, one in zip(ids, answer["decisions"], strict=True)}
    if isinstance(answer, Mapping) and "type" not in answer:
        named = {str(key): one for key, one in answer.items()}
        return {key: _decision(named.pop(str(key))) for key in ids if str(key) in named}
    return {key: _decision(answer) for key in ids}


def _decision(answer: Any) -> dict[str, Any]:
    if isinstance(answer, bool):
        return {"type": "approve" if answer else "reject"}
    if isinstance(answer, Mapping) and answer.get("type") in ("approve", "edit", "reject", "respond"):
        decision = dict(answer)
        edited = decision.get("edited_action")
        if isinstance(edited, Mapping):
            decision["args"] = edited.get("args")
        if decision["type"] == "respond" and "value" not in decision:
            decision["value"] = decision.get("message")
        return decision
    raise UsageError(f"not a decision about a call: {answer!r} (True, False, or {{'type': 'approve' | 'edit' | 'reject' | 'respond', …}})")
