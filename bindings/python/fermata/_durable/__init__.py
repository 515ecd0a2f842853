"""Durable runs: kept in a database, continued by any worker.

A Store has Runs, and their Approvals for people; a Worker takes runs out of it and answers their calls with tools. What may happen to a run
is the engine's affair (src/durable): here is how Python says and sees it.
"""

from .approvals import Approval, Decision, Remark
from .calls import RunCall
from .grants import Between, Grant, StandingGrant
from .looking import Attempt, AuditRecord, Event, Moments, QueueStats, Resealed, RunInfo, RunStatus, Snapshot, Violation, WorkerInfo
from .policies import PolicyCall, PolicyDecision, PolicyRun
from .runs import Run
from .schedules import Schedule
from .store import Store
from .worker import Worker

__all__ = [
    "Approval",
    "Attempt",
    "AuditRecord",
    "Between",
    "Decision",
    "Event",
    "Grant",
    "Moments",
    "PolicyCall",
    "PolicyDecision",
    "PolicyRun",
    "QueueStats",
    "Remark",
    "Resealed",
    "Run",
    "RunCall",
    "RunInfo",
    "RunStatus",
    "Schedule",
    "Snapshot",
    "StandingGrant",
    "Store",
    "Violation",
    "Worker",
    "WorkerInfo",
]
