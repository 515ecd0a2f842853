"""A method for each row of the API; made by tests/api_types.py from the server's OpenAPI page."""

from __future__ import annotations

from typing import Any

from .http import Http, path_of
from .types import (
    Alternatives,
    AnswerOrError,
    Answered,
    Attempts,
    Audit,
    Call,
    Calls,
    Cancel,
    Changes,
    Check,
    Children,
    Claim,
    Decision,
    Decisions,
    Executed,
    Execution,
    FileData,
    Files,
    Findings,
    Fork,
    Grant,
    Grants,
    Log,
    Messages,
    Moment,
    NewFiles,
    NewGrant,
    NewMessage,
    NewSchedule,
    NewSession,
    NewWebhook,
    Output,
    Retry,
    Roles,
    Run,
    RunStatus,
    Runs,
    Schedule,
    Schedules,
    Sent,
    Session,
    Sessions,
    Source,
    Stats,
    Submission,
    Text,
    To,
    Waiting,
    Webhook,
    Webhooks,
    WhatIf,
    Workers,
)


class Operations(Http):
    """`run`, `call`, … are those of the path; what has a body takes it as a dict of the members that the API page has."""

    def list_runs(
        self,
        *,
        status: RunStatus | None = None,
        queue: str | None = None,
        tenant: str | None = None,
        limit: int | None = None,
        before: str | None = None,
    ) -> Runs:
        """Runs, the newest first; ?status=STATUS, ?queue, ?tenant, ?limit=LIMIT, and ?before a run for the next page."""
        answer: Runs = self.ask(
            "GET", "/v1/runs", query={"status": status, "queue": queue, "tenant": tenant, "limit": limit, "before": before}
        )
        return answer

    def submit_run(self, body: Submission, *, idempotency_key: str | None = None) -> Run:
        """Submits a program. The Idempotency-Key, or `key`, gives the run that is there: 200, not 201; with a traceparent it is a part of
        that trace."""
        answer: Run = self.ask("POST", "/v1/runs", body=body, idempotency_key=idempotency_key)
        return answer

    def get_run(self, run: str, *, wait: int | None = None) -> Run:
        """A run, with its ETag; ?wait=NUMBER seconds waits for its end, 30 at most."""
        answer: Run = self.ask("GET", path_of("/v1/runs/{run}", run), query={"wait": wait})
        return answer

    def list_calls(self, run: str) -> Calls:
        """All its calls, as they are now."""
        answer: Calls = self.ask("GET", path_of("/v1/runs/{run}/calls", run))
        return answer

    def list_attempts(self, run: str) -> Attempts:
        """How often which call's tool was called, and how that ended."""
        answer: Attempts = self.ask("GET", path_of("/v1/runs/{run}/attempts", run))
        return answer

    def list_decisions(self, run: str) -> Decisions:
        """Who decided what, and what they had been shown."""
        answer: Decisions = self.ask("GET", path_of("/v1/runs/{run}/decisions", run))
        return answer

    def list_children(self, run: str) -> Children:
        """The runs that it spawned."""
        answer: Children = self.ask("GET", path_of("/v1/runs/{run}/children", run))
        return answer

    def list_messages(self, run: str) -> Messages:
        """What was sent to it."""
        answer: Messages = self.ask("GET", path_of("/v1/runs/{run}/messages", run))
        return answer

    def send_message(self, run: str, body: NewMessage, *, idempotency_key: str | None = None) -> Sent:
        """Sends it a message; with an Idempotency-Key once."""
        answer: Sent = self.ask("POST", path_of("/v1/runs/{run}/messages", run), body=body, idempotency_key=idempotency_key)
        return answer

    def get_log(self, run: str, *, after: int | None = None) -> Log:
        """Its log, a chain of hashes; ?after=NUMBER."""
        answer: Log = self.ask("GET", path_of("/v1/runs/{run}/log", run), query={"after": after})
        return answer

    def get_source(self, run: str) -> Source:
        """Its program."""
        answer: Source = self.ask("GET", path_of("/v1/runs/{run}/source", run))
        return answer

    def get_output(self, run: str) -> Output:
        """What it has printed."""
        answer: Output = self.ask("GET", path_of("/v1/runs/{run}/output", run))
        return answer

    def list_files(self, run: str, *, seq: str | None = None) -> Files:
        """The files that its program has made or changed; of its latest snapshot, or of ?seq=SNAPSHOT."""
        answer: Files = self.ask("GET", path_of("/v1/runs/{run}/files", run), query={"seq": seq})
        return answer

    def get_file(self, run: str, *, path: str, seq: str | None = None) -> FileData:
        """One of them, ?path=PATH!; ?seq=SNAPSHOT."""
        answer: FileData = self.ask("GET", path_of("/v1/runs/{run}/file", run), query={"path": path, "seq": seq})
        return answer

    def get_moment(self, run: str, seq: int | str) -> Moment:
        """Where it stood at a snapshot: calls, stack, variables; `latest` is the latest."""
        answer: Moment = self.ask("GET", path_of("/v1/runs/{run}/at/{seq}", run, seq))
        return answer

    def get_diff(self, run: str, *, from_: str, to: str) -> Changes:
        """What changed between ?from=SNAPSHOT! and ?to=SNAPSHOT!."""
        answer: Changes = self.ask("GET", path_of("/v1/runs/{run}/diff", run), query={"from": from_, "to": to})
        return answer

    def post_what_if(self, run: str, body: WhatIf) -> Alternatives:
        """What would follow from other answers: nothing is called or written."""
        answer: Alternatives = self.ask("POST", path_of("/v1/runs/{run}/what-if", run), body=body)
        return answer

    def cancel_run(self, run: str, body: Cancel | None = None) -> Run:
        """Ends it and its children."""
        answer: Run = self.ask("POST", path_of("/v1/runs/{run}/cancel", run), body=body or {})
        return answer

    def retry_run(self, run: str, body: Retry | None = None) -> Run:
        """A dead run goes on from its latest snapshot."""
        answer: Run = self.ask("POST", path_of("/v1/runs/{run}/retry", run), body=body or {})
        return answer

    def fork_run(self, run: str, body: Fork | None = None, *, idempotency_key: str | None = None) -> Run:
        """A new run from one of its snapshots, with other answers; with an Idempotency-Key once."""
        answer: Run = self.ask("POST", path_of("/v1/runs/{run}/fork", run), body=body or {}, idempotency_key=idempotency_key)
        return answer

    def list_waiting(
        self,
        *,
        tenant: str | None = None,
        queue: str | None = None,
        role: str | None = None,
        after: str | None = None,
        limit: int | None = None,
    ) -> Waiting:
        """The calls that wait for people, the most urgent first: for approvals, then those in doubt, held, unanswered; ?tenant, ?queue,
        ?role, ?after, which the last answer gave as `next`, ?limit=LIMIT."""
        answer: Waiting = self.ask(
            "GET", "/v1/calls", query={"tenant": tenant, "queue": queue, "role": role, "after": after, "limit": limit}
        )
        return answer

    def get_call(self, run: str, call: int | str) -> Call:
        """A call, with how its approval stands."""
        answer: Call = self.ask("GET", path_of("/v1/calls/{run}/{call}", run, call))
        return answer

    def decide_call(self, run: str, call: int | str, body: Decision) -> Call:
        """Approves, denies or answers what was `shown`; 409 when that has changed, or somebody was faster."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/decide", run, call), body=body)
        return answer

    def answer_call(self, run: str, call: int | str, body: AnswerOrError | None = None) -> Call:
        """Answers a call that no tool answers, or one that is in doubt or held."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/answer", run, call), body=body or {})
        return answer

    def call_again(self, run: str, call: int | str) -> Call:
        """Has the tool called again for a call that is held, or that it didn't act for."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/again", run, call))
        return answer

    def claim_call(self, run: str, call: int | str, body: Claim | None = None) -> Call:
        """Nobody else decides for `seconds`."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/claim", run, call), body=body or {})
        return answer

    def release_call(self, run: str, call: int | str) -> Call:
        """Gives the claim back."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/release", run, call))
        return answer

    def delegate_call(self, run: str, call: int | str, body: To) -> Call:
        """Somebody else decides in the viewer's place."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/delegate", run, call), body=body)
        return answer

    def escalate_call(self, run: str, call: int | str, body: Roles | None = None) -> Call:
        """To the roles that the policy names."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/escalate", run, call), body=body or {})
        return answer

    def question_call(self, run: str, call: int | str, body: Text) -> Call:
        """Asks back."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/question", run, call), body=body)
        return answer

    def reply_call(self, run: str, call: int | str, body: Text) -> Call:
        """Answers a question."""
        answer: Call = self.ask("POST", path_of("/v1/calls/{run}/{call}/reply", run, call), body=body)
        return answer

    def answer_by_token(self, token: str, body: AnswerOrError | None = None) -> Answered:
        """A tool's answer that comes later: the token, which the tool was given, is all that it takes. The same answer may come again."""
        answer: Answered = self.ask("POST", path_of("/v1/answers/{token}", token), body=body or {})
        return answer

    def list_grants(self, *, tenant: str | None = None, function: str | None = None, all: bool | None = None) -> Grants:
        """Standing grants; ?tenant, ?function, ?all=true."""
        answer: Grants = self.ask("GET", "/v1/grants", query={"tenant": tenant, "function": function, "all": all})
        return answer

    def make_grant(self, body: NewGrant, *, idempotency_key: str | None = None) -> Grant:
        """Approves calls beforehand, with the viewer's roles; with an Idempotency-Key once."""
        answer: Grant = self.ask("POST", "/v1/grants", body=body, idempotency_key=idempotency_key)
        return answer

    def revoke_grant(self, grant: str) -> Grant:
        """Ends a standing grant."""
        answer: Grant = self.ask("POST", path_of("/v1/grants/{grant}/revoke", grant))
        return answer

    def list_schedules(self, *, tenant: str | None = None) -> Schedules:
        """Schedules, whose times begin runs; ?tenant."""
        answer: Schedules = self.ask("GET", "/v1/schedules", query={"tenant": tenant})
        return answer

    def make_schedule(self, body: NewSchedule, *, idempotency_key: str | None = None) -> Schedule:
        """Makes one: `every` is 15m, @daily or a line of cron. Under the same Idempotency-Key, or `key`, it is the one that is there:
        200, not 201."""
        answer: Schedule = self.ask("POST", "/v1/schedules", body=body, idempotency_key=idempotency_key)
        return answer

    def get_schedule(self, schedule: str) -> Schedule:
        """One of them."""
        answer: Schedule = self.ask("GET", path_of("/v1/schedules/{schedule}", schedule))
        return answer

    def delete_schedule(self, schedule: str) -> Schedule:
        """Deletes it; the runs that it began go on."""
        answer: Schedule = self.ask("DELETE", path_of("/v1/schedules/{schedule}", schedule))
        return answer

    def pause_schedule(self, schedule: str) -> Schedule:
        """No times of it come."""
        answer: Schedule = self.ask("POST", path_of("/v1/schedules/{schedule}/pause", schedule))
        return answer

    def resume_schedule(self, schedule: str) -> Schedule:
        """They come again."""
        answer: Schedule = self.ask("POST", path_of("/v1/schedules/{schedule}/resume", schedule))
        return answer

    def list_webhooks(self, *, tenant: str | None = None) -> Webhooks:
        """Addresses that are told what happens, without their secrets, and what they haven't accepted yet; ?tenant."""
        answer: Webhooks = self.ask("GET", "/v1/webhooks", query={"tenant": tenant})
        return answer

    def add_webhook(self, body: NewWebhook) -> Webhook:
        """Adds one, for who isn't of one tenant alone."""
        answer: Webhook = self.ask("POST", "/v1/webhooks", body=body)
        return answer

    def delete_webhook(self, webhook: str) -> Webhook:
        """Removes it, with what it is still to be told."""
        answer: Webhook = self.ask("DELETE", path_of("/v1/webhooks/{webhook}", webhook))
        return answer

    def list_audit(
        self,
        *,
        tenant: str | None = None,
        who: str | None = None,
        action: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int | None = None,
        before: int | None = None,
        after: int | None = None,
    ) -> Audit:
        """Who did what, the newest first; ?tenant, ?who, ?action, ?since=TIME, ?until=TIME, ?limit=LIMIT, ?before=NUMBER for the next
        page; with ?after=NUMBER the oldest first, of those behind it. Accept: application/x-ndjson gives a line each."""
        answer: Audit = self.ask(
            "GET",
            "/v1/audit",
            query={
                "tenant": tenant,
                "who": who,
                "action": action,
                "since": since,
                "until": until,
                "limit": limit,
                "before": before,
                "after": after,
            },
        )
        return answer

    def list_workers(self) -> Workers:
        """Who works on the store, or did within the last hour; for who isn't of one tenant alone."""
        answer: Workers = self.ask("GET", "/v1/workers")
        return answer

    def get_stats(self, *, tenant: str | None = None) -> Stats:
        """How much of what there is, by queue; ?tenant."""
        answer: Stats = self.ask("GET", "/v1/stats", query={"tenant": tenant})
        return answer

    def check_program(self, body: Check) -> Findings:
        """What is wrong with a program, without running it. Functions are known that workers answer; `functions` and `inputs` name
        others, classes among them."""
        answer: Findings = self.ask("POST", "/v1/check", body=body)
        return answer

    def execute(self, body: Execution) -> Executed:
        """Runs a program at once, alone, and gives what came of it."""
        answer: Executed = self.ask("POST", "/v1/execute", body=body)
        return answer

    def list_sessions(self) -> Sessions:
        """Sessions that are fed one text after the other, the oldest first."""
        answer: Sessions = self.ask("GET", "/v1/sessions")
        return answer

    def make_session(self, body: NewSession | None = None) -> Session:
        """Makes one, in this server's memory."""
        answer: Session = self.ask("POST", "/v1/sessions", body=body or {})
        return answer

    def get_session(self, session: str) -> Session:
        """How it stands, and in how many seconds it is deleted if nobody uses it."""
        answer: Session = self.ask("GET", path_of("/v1/sessions/{session}", session))
        return answer

    def delete_session(self, session: str) -> Session:
        """Deletes it; what runs in it ends."""
        answer: Session = self.ask("DELETE", path_of("/v1/sessions/{session}", session))
        return answer

    def run_in_session(self, session: str, body: Execution) -> Executed:
        """Runs a text in it, which finds what those before left; one at a time."""
        answer: Executed = self.ask("POST", path_of("/v1/sessions/{session}/run", session), body=body)
        return answer

    def pause_session(self, session: str) -> Session:
        """It is kept for a day, and runs nothing until it is resumed."""
        answer: Session = self.ask("POST", path_of("/v1/sessions/{session}/pause", session))
        return answer

    def resume_session(self, session: str) -> Session:
        """It runs again, and is deleted again when nobody uses it."""
        answer: Session = self.ask("POST", path_of("/v1/sessions/{session}/resume", session))
        return answer

    def list_session_files(self, session: str) -> Files:
        """The files in it."""
        answer: Files = self.ask("GET", path_of("/v1/sessions/{session}/files", session))
        return answer

    def put_session_files(self, session: str, body: NewFiles) -> Session:
        """Writes files into it."""
        answer: Session = self.ask("POST", path_of("/v1/sessions/{session}/files", session), body=body)
        return answer

    def get_session_file(self, session: str, *, path: str) -> FileData:
        """A file: ?path=PATH!, from /home/user."""
        answer: FileData = self.ask("GET", path_of("/v1/sessions/{session}/file", session), query={"path": path})
        return answer

    def get_openapi(self) -> dict[str, Any]:
        """This table as OpenAPI 3.1."""
        answer: dict[str, Any] = self.ask("GET", "/v1/openapi.json")
        return answer
