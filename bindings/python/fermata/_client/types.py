"""What the API of `fermata serve` takes and gives; made by tests/api_types.py from the server's OpenAPI page.

Times are texts, "2026-12-01T10:00:00.000Z"; values of programs are JSON, where what JSON can't say is an object with one
member: {"$tuple": [1]}."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

__all__ = [
    "Alternative",
    "Alternatives",
    "AnswerOrError",
    "Answered",
    "Arguments",
    "Attempt",
    "Attempts",
    "Audit",
    "Call",
    "Calls",
    "Cancel",
    "Change",
    "Changes",
    "Check",
    "Children",
    "Claim",
    "Decided",
    "Decision",
    "DecisionGrant",
    "Decisions",
    "Error",
    "Event",
    "Executed",
    "Execution",
    "FileData",
    "Files",
    "Finding",
    "Findings",
    "Fork",
    "Frame",
    "Grant",
    "GrantRule",
    "Grants",
    "Limits",
    "Log",
    "Message",
    "Messages",
    "Moment",
    "NewError",
    "NewFiles",
    "NewGrant",
    "NewMessage",
    "NewSchedule",
    "NewSession",
    "NewWebhook",
    "Notice",
    "Output",
    "PendingCall",
    "Place",
    "Problem",
    "QueueStats",
    "Remark",
    "Retry",
    "Roles",
    "Run",
    "RunStatus",
    "Runs",
    "Schedule",
    "Schedules",
    "Sent",
    "Session",
    "SessionStatus",
    "Sessions",
    "Source",
    "Stats",
    "Submission",
    "Text",
    "To",
    "Waiting",
    "Webhook",
    "Webhooks",
    "WhatIf",
    "Worker",
    "Workers",
]

RunStatus = Literal["ready", "running", "waiting", "sleeping", "done", "raised", "cancelled", "dead"]

SessionStatus = Literal["ready", "paused", "yielded", "done", "raised", "exhausted", "crashed"]


class Limits(TypedDict, total=False):
    steps: int
    time_ms: int
    heap_bytes: int
    depth: int
    output_bytes: int
    host_calls: int
    int_digits: int
    wall_ms: int
    file_bytes: int


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str


class _Error(TypedDict):
    type: str
    message: str


class Error(_Error, total=False):
    traceback: str
    hint: str
    frames: list[Place]


class _Place(TypedDict):
    file: str
    line: int


class Place(_Place, total=False):
    """In a text, and that line of it."""

    function: str
    column: int
    end_line: int
    end_column: int
    source: str


class _NewError(TypedDict):
    type: str


class NewError(_NewError, total=False):
    """An exception that is raised in the program."""

    message: str


class _Submission(TypedDict):
    source: str


class Submission(_Submission, total=False):
    name: str
    inputs: dict[str, Any]
    arguments: list[str]
    files: dict[str, str | dict[str, Any]]
    stdin: str | dict[str, Any]
    environ: dict[str, str]
    tenant: str
    queue: str
    key: str
    priority: int
    tags: dict[str, str]
    limits: Limits
    seed: int
    zone: str
    delay_ms: int


class Children(TypedDict):
    run: str
    runs: list[Run]


class _Run(TypedDict):
    run: str
    status: RunStatus
    name: str
    tenant: str
    queue: str
    seq: int
    created: str
    result: Any
    error: None | Error


class Run(_Run, total=False):
    by: str | None
    key: str | None
    parent: str | None
    parent_call: int | None
    root: str | None
    priority: int
    tags: dict[str, str]
    epoch: int
    owner: str | None
    failures: int
    due: str | None
    ended: str | None
    reason: str | None
    limit: str | None
    problem: str | None


class _Runs(TypedDict):
    runs: list[Run]


class Runs(_Runs, total=False):
    next: str | None


class _Call(TypedDict):
    key: str
    run: str
    call: int
    state: Literal["awaiting_approval", "pending", "dispatched", "deferred", "in_doubt", "held", "answered", "raised", "abandoned"]
    function: str
    args: list[Any] | None
    kwargs: dict[str, Any] | None
    result: Any
    error: None | Error


class Call(_Call, total=False):
    arguments: dict[str, Any] | None
    summary: str | None
    file: str
    line: int
    tool: str | None
    idempotent: bool
    attempts: int
    due: str | None
    reason: str | None
    channel: str | None
    child: str | None
    problem: str | None
    name: str
    tenant: str
    queue: str
    by: str | None
    policy: str | None
    asked: str | None
    roles: list[str]
    quorum: int
    said: dict[str, Any]
    shown: str
    approved: list[Decided]
    deadline: str | None
    on_deadline: Literal["deny", "approve", "escalate", "hold"] | None
    overdue: bool
    escalated: bool
    escalates_to: list[str]
    claimed_by: str | None
    claimed_until: str | None
    delegated: dict[str, str]
    thread: list[Remark]
    question: str | None
    schema: dict[str, Any] | None


class Arguments(TypedDict):
    args: list[Any]
    kwargs: dict[str, Any]


class Remark(TypedDict):
    who: str
    question: bool
    text: str
    at: str


class Calls(TypedDict):
    run: str
    calls: list[Call]


class _Waiting(TypedDict):
    approvals: list[Call]
    others: list[Call]


class Waiting(_Waiting, total=False):
    next: str | None


class _Attempt(TypedDict):
    call: int
    number: int
    worker: str
    began: str


class Attempt(_Attempt, total=False):
    ended: str | None
    outcome: str | None
    error: None | Error


class Attempts(TypedDict):
    run: str
    attempts: list[Attempt]


Decided = TypedDict(
    "Decided",
    {
        "call": "int",
        "number": "int",
        "seq": "int",
        "shown": "str",
        "who": "str | None",
        "as": "list[str]",
        "channel": "str",
        "verdict": 'Literal["approve", "deny", "answer"]',
        "reason": "str | None",
        "arguments": "Arguments",
        "edited": "None | Arguments",
        "grant": "str | None",
        "at": "str",
    },
    total=False,
)


class Decisions(TypedDict):
    run: str
    decisions: list[Decided]


class _Message(TypedDict):
    number: int
    channel: str
    value: Any
    at: str


class Message(_Message, total=False):
    key: str | None
    call: int | None


class Messages(TypedDict):
    run: str
    messages: list[Message]


class _NewMessage(TypedDict):
    channel: str


class NewMessage(_NewMessage, total=False):
    value: Any
    key: str


class Sent(TypedDict):
    run: str
    number: int


class _Event(TypedDict):
    number: int
    at: str
    kind: str
    status: RunStatus
    data: dict[str, Any]
    hash: str


class Event(_Event, total=False):
    epoch: int
    seq: int
    worker: str


class Log(TypedDict):
    run: str
    events: list[Event]


class _Check(TypedDict):
    source: str


class Check(_Check, total=False):
    name: str
    functions: list[str]
    inputs: list[str]


class Source(TypedDict):
    run: str
    program: str
    name: str
    source: str


class Output(TypedDict):
    run: str
    stdout: str
    stderr: str


class _PendingCall(TypedDict):
    id: int
    kind: Literal["call", "async", "timer"]
    file: str
    line: int


class PendingCall(_PendingCall, total=False):
    """That a program waits for."""

    due: float
    function: str
    args: list[Any]
    kwargs: dict[str, Any]


class _Frame(TypedDict):
    function: str
    file: str
    line: int
    locals: dict[str, str]


class Frame(_Frame, total=False):
    column: int
    end_line: int
    end_column: int
    source: str


class _Moment(TypedDict):
    run: str
    seq: int
    status: SessionStatus
    calls: list[PendingCall]
    stack: list[Frame]
    variables: dict[str, str]


class Moment(_Moment, total=False):
    stdout: str


class Change(TypedDict):
    kind: Literal["status", "call", "stack", "task", "local", "global", "stdout"]
    name: str
    before: str | None
    after: str | None


Changes = TypedDict(
    "Changes",
    {
        "run": "str",
        "from": "int",
        "to": "int",
        "changes": "list[Change]",
    },
    total=False,
)


class _WhatIf(TypedDict):
    alternatives: list[dict[str, AnswerOrError]]


class WhatIf(_WhatIf, total=False):
    seq: int


class _Alternative(TypedDict):
    status: SessionStatus
    result: Any
    error: None | Error
    calls: list[PendingCall]
    changes: list[Change]


class Alternative(_Alternative, total=False):
    limit: str | None


class Alternatives(TypedDict):
    run: str
    seq: int
    alternatives: list[Alternative]


class Cancel(TypedDict, total=False):
    reason: str


class Retry(TypedDict, total=False):
    limits: Limits


class Fork(TypedDict, total=False):
    seq: int
    queue: str
    answers: dict[str, AnswerOrError]
    repeat: bool
    key: str


class _Decision(TypedDict):
    verdict: Literal["approve", "deny", "answer"]
    shown: str


class Decision(_Decision, total=False):
    reason: str
    args: list[Any]
    kwargs: dict[str, Any]
    changes: dict[str, Any]
    result: Any
    error: NewError
    grant: DecisionGrant


class AnswerOrError(TypedDict, total=False):
    result: Any
    error: NewError


class Claim(TypedDict, total=False):
    seconds: int


class To(TypedDict):
    to: str


class Roles(TypedDict, total=False):
    roles: list[str]


class Text(TypedDict):
    text: str


GrantRule = TypedDict(
    "GrantRule",
    {
        "name": "str",
        "is": "Any",
        "between": "list[Any]",
    },
    total=False,
)


class _DecisionGrant(TypedDict):
    seconds: int


class DecisionGrant(_DecisionGrant, total=False):
    """Later calls of the function, in this tenant and queue, are approved, too. Arguments without a rule have to be those of the call."""

    times: int
    reason: str
    any_others: bool
    arguments: list[GrantRule]
    same_program: bool


class _NewGrant(TypedDict):
    function: str
    seconds: int


class NewGrant(_NewGrant, total=False):
    tenant: str
    queue: str
    program: str
    times: int
    reason: str
    key: str
    any_others: bool
    arguments: list[GrantRule]


Grant = TypedDict(
    "Grant",
    {
        "grant": "str",
        "function": "str",
        "arguments": "list[GrantRule]",
        "any_others": "bool",
        "tenant": "str",
        "queue": "str | None",
        "program": "str | None",
        "until": "str",
        "times": "int",
        "used": "int",
        "by": "str",
        "as": "list[str]",
        "reason": "str",
        "at": "str",
        "call": "str | None",
        "revoked_by": "str | None",
        "revoked_at": "str | None",
    },
    total=False,
)


class Grants(TypedDict):
    grants: list[Grant]


class Answered(TypedDict):
    is_new: bool


class Audit(TypedDict):
    records: list[dict[str, Any]]
    next: int | None


class _QueueStats(TypedDict):
    queue: str
    runs: dict[str, int]


class QueueStats(_QueueStats, total=False):
    ready_for_ms: int | None
    approvals: int
    in_doubt: int
    held: int
    unanswered: int
    deferred: int


class Stats(TypedDict):
    queues: list[QueueStats]


class _Finding(TypedDict):
    kind: Literal["syntax", "unknown-name", "unknown-import", "arguments", "warning", "misfit"]
    type: str
    message: str
    file: str
    line: int
    column: int


class Finding(_Finding, total=False):
    end_line: int
    end_column: int


class _Findings(TypedDict):
    status: Literal["done", "raised"]
    findings: list[Finding]


class Findings(_Findings, total=False):
    stdout: str
    stderr: str
    result: Any
    error: None | Error
    limit: str | None
    pending: list[PendingCall]
    spent: dict[str, int]


class _Execution(TypedDict):
    code: str


class Execution(_Execution, total=False):
    inputs: dict[str, Any]
    timeout_ms: int


class _Executed(TypedDict):
    status: Literal["done", "raised", "exhausted", "crashed"]
    stdout: str
    stderr: str
    result: Any
    error: None | Error


class Executed(_Executed, total=False):
    limit: str | None
    pending: list[PendingCall]
    spent: dict[str, int]
    findings: list[Finding]
    frames: list[Place]
    display: list[dict[str, Any]]
    result_is_repr: bool
    warnings: list[str]
    crash: dict[str, Any]


class _Schedule(TypedDict):
    schedule: str
    every: str
    zone: str
    missed: Literal["skip", "once", "all"]
    name: str
    tenant: str
    queue: str
    paused: bool
    next: str | None
    runs: int


class Schedule(_Schedule, total=False):
    key: str | None
    priority: int
    tags: dict[str, str]
    created: str
    by: str | None
    last: str | None
    last_run: str | None


class Schedules(TypedDict):
    schedules: list[Schedule]


class _NewSchedule(TypedDict):
    every: str
    source: str


class NewSchedule(_NewSchedule, total=False):
    zone: str
    missed: Literal["skip", "once", "all"]
    name: str
    inputs: dict[str, Any]
    arguments: list[str]
    files: dict[str, str | dict[str, Any]]
    stdin: str | dict[str, Any]
    environ: dict[str, str]
    tenant: str
    queue: str
    key: str
    priority: int
    tags: dict[str, str]
    limits: Limits
    seed: int


class Webhook(TypedDict):
    webhook: str
    tenant: str
    url: str
    types: list[str]
    at: str


class Notice(TypedDict):
    id: str
    webhook: str
    type: str
    run: str
    at: str
    attempts: int
    due: str | None
    problem: str


class Webhooks(TypedDict):
    webhooks: list[Webhook]
    notices: list[Notice]


class _NewWebhook(TypedDict):
    url: str
    secrets: list[str]


class NewWebhook(_NewWebhook, total=False):
    tenant: str
    types: list[str]


class _Worker(TypedDict):
    worker: str
    alive: bool
    queues: list[str]
    tools: list[str]
    functions: list[str]


class Worker(_Worker, total=False):
    host: str
    process: int
    types: list[str]
    runs: int
    concurrency: int
    since: str
    seen: str


class Workers(TypedDict):
    workers: list[Worker]


class NewFiles(TypedDict):
    files: dict[str, str | dict[str, Any]]


class FileData(TypedDict):
    path: str | dict[str, Any]
    size: int
    data: str | dict[str, Any]


class Files(TypedDict):
    files: list[dict[str, Any]]


class NewSession(TypedDict, total=False):
    tenant: str
    timeout_ms: int
    idle_seconds: int
    limits: Limits
    files: dict[str, str | dict[str, Any]]


class Session(TypedDict):
    session: str
    tenant: str
    by: str
    status: Literal["idle", "running", "paused"]
    runs: int
    bytes: int
    timeout_ms: int
    expires_in: int


class Sessions(TypedDict):
    sessions: list[Session]
