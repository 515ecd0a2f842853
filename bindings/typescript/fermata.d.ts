// What the API of `fermata serve` takes and gives; made by tests/api_types.py from the server's OpenAPI page.
// Times are texts, 2026-12-01T10:00:00.000Z; values of programs are JSON, where what JSON can't say is an object with one member: {"$tuple": [1]}.

export interface Limits {
  steps?: number;
  time_ms?: number;
  heap_bytes?: number;
  depth?: number;
  output_bytes?: number;
  host_calls?: number;
  int_digits?: number;
  wall_ms?: number;
  file_bytes?: number;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
}

export interface Error {
  type: string;
  message: string;
  traceback?: string;
  hint?: string;
  frames?: Array<Place>;
}

/** In a text, and that line of it. */
export interface Place {
  function?: string;
  file: string;
  line: number;
  column?: number;
  end_line?: number;
  end_column?: number;
  source?: string;
}

/** An exception that is raised in the program. */
export interface NewError {
  type: string;
  message?: string;
}

export interface Submission {
  source: string;
  name?: string;
  inputs?: Record<string, unknown>;
  arguments?: Array<string>;
  files?: Record<string, string | Record<string, unknown>>;
  stdin?: string | Record<string, unknown>;
  environ?: Record<string, string>;
  tenant?: string;
  queue?: string;
  key?: string;
  priority?: number;
  tags?: Record<string, string>;
  limits?: Limits;
  seed?: number;
  zone?: string;
  delay_ms?: number;
}

export interface Children {
  run: string;
  runs: Array<Run>;
}

export type RunStatus = "ready" | "running" | "waiting" | "sleeping" | "done" | "raised" | "cancelled" | "dead";

export interface Run {
  run: string;
  status: RunStatus;
  name: string;
  tenant: string;
  queue: string;
  by?: string | null;
  key?: string | null;
  parent?: string | null;
  parent_call?: number | null;
  root?: string | null;
  priority?: number;
  tags?: Record<string, string>;
  seq: number;
  epoch?: number;
  owner?: string | null;
  failures?: number;
  created: string;
  due?: string | null;
  ended?: string | null;
  result: unknown;
  error: null | Error;
  reason?: string | null;
  limit?: string | null;
  problem?: string | null;
}

export interface Runs {
  runs: Array<Run>;
  next?: string | null;
}

export interface Call {
  key: string;
  run: string;
  call: number;
  state: "awaiting_approval" | "pending" | "dispatched" | "deferred" | "in_doubt" | "held" | "answered" | "raised" | "abandoned";
  function: string;
  args: Array<unknown> | null;
  kwargs: Record<string, unknown> | null;
  arguments?: Record<string, unknown> | null;
  summary?: string | null;
  file?: string;
  line?: number;
  tool?: string | null;
  idempotent?: boolean;
  attempts?: number;
  due?: string | null;
  result: unknown;
  error: null | Error;
  reason?: string | null;
  channel?: string | null;
  child?: string | null;
  problem?: string | null;
  name?: string;
  tenant?: string;
  queue?: string;
  by?: string | null;
  policy?: string | null;
  asked?: string | null;
  roles?: Array<string>;
  quorum?: number;
  said?: Record<string, unknown>;
  shown?: string;
  approved?: Array<Decided>;
  deadline?: string | null;
  on_deadline?: "deny" | "approve" | "escalate" | "hold" | null;
  overdue?: boolean;
  escalated?: boolean;
  escalates_to?: Array<string>;
  claimed_by?: string | null;
  claimed_until?: string | null;
  delegated?: Record<string, string>;
  thread?: Array<Remark>;
  question?: string | null;
  schema?: Record<string, unknown> | null;
}

export interface Arguments {
  args: Array<unknown>;
  kwargs: Record<string, unknown>;
}

export interface Remark {
  who: string;
  question: boolean;
  text: string;
  at: string;
}

export interface Calls {
  run: string;
  calls: Array<Call>;
}

export interface Waiting {
  approvals: Array<Call>;
  others: Array<Call>;
  next?: string | null;
}

export interface Attempt {
  call: number;
  number: number;
  worker: string;
  began: string;
  ended?: string | null;
  outcome?: string | null;
  error?: null | Error;
}

export interface Attempts {
  run: string;
  attempts: Array<Attempt>;
}

export interface Decided {
  call: number;
  number: number;
  seq: number;
  shown: string;
  who: string | null;
  as?: Array<string>;
  channel?: string;
  verdict: "approve" | "deny" | "answer";
  reason?: string | null;
  arguments: Arguments;
  edited?: null | Arguments;
  grant?: string | null;
  at: string;
}

export interface Decisions {
  run: string;
  decisions: Array<Decided>;
}

export interface Message {
  number: number;
  channel: string;
  value: unknown;
  key?: string | null;
  at: string;
  call?: number | null;
}

export interface Messages {
  run: string;
  messages: Array<Message>;
}

export interface NewMessage {
  channel: string;
  value?: unknown;
  key?: string;
}

export interface Sent {
  run: string;
  number: number;
}

export interface Event {
  number: number;
  at: string;
  kind: string;
  epoch?: number;
  seq?: number;
  status: RunStatus;
  worker?: string;
  data: Record<string, unknown>;
  hash: string;
}

export interface Log {
  run: string;
  events: Array<Event>;
}

export interface Check {
  source: string;
  name?: string;
  functions?: Array<string>;
  inputs?: Array<string>;
}

export interface Source {
  run: string;
  program: string;
  name: string;
  source: string;
}

export interface Output {
  run: string;
  stdout: string;
  stderr: string;
}

/** That a program waits for. */
export interface PendingCall {
  id: number;
  kind: "call" | "async" | "timer";
  due?: number;
  function?: string;
  args?: Array<unknown>;
  kwargs?: Record<string, unknown>;
  file: string;
  line: number;
}

export interface Frame {
  function: string;
  file: string;
  line: number;
  column?: number;
  end_line?: number;
  end_column?: number;
  source?: string;
  locals: Record<string, string>;
}

export type SessionStatus = "ready" | "paused" | "yielded" | "done" | "raised" | "exhausted" | "crashed";

export interface Moment {
  run: string;
  seq: number;
  status: SessionStatus;
  calls: Array<PendingCall>;
  stack: Array<Frame>;
  variables: Record<string, string>;
  stdout?: string;
}

export interface Change {
  kind: "status" | "call" | "stack" | "task" | "local" | "global" | "stdout";
  name: string;
  before: string | null;
  after: string | null;
}

export interface Changes {
  run: string;
  from?: number;
  to?: number;
  changes: Array<Change>;
}

export interface WhatIf {
  seq?: number;
  alternatives: Array<Record<string, AnswerOrError>>;
}

export interface Alternative {
  status: SessionStatus;
  result: unknown;
  error: null | Error;
  limit?: string | null;
  calls: Array<PendingCall>;
  changes: Array<Change>;
}

export interface Alternatives {
  run: string;
  seq: number;
  alternatives: Array<Alternative>;
}

export interface Cancel {
  reason?: string;
}

export interface Retry {
  limits?: Limits;
}

export interface Fork {
  seq?: number;
  queue?: string;
  answers?: Record<string, AnswerOrError>;
  repeat?: boolean;
  key?: string;
}

export interface Decision {
  verdict: "approve" | "deny" | "answer";
  shown: string;
  reason?: string;
  args?: Array<unknown>;
  kwargs?: Record<string, unknown>;
  changes?: Record<string, unknown>;
  result?: unknown;
  error?: NewError;
  grant?: DecisionGrant;
}

export interface AnswerOrError {
  result?: unknown;
  error?: NewError;
}

export interface Claim {
  seconds?: number;
}

export interface To {
  to: string;
}

export interface Roles {
  roles?: Array<string>;
}

export interface Text {
  text: string;
}

/** Of an argument: `is`, or `between`, or any value. */
export interface GrantRule {
  name: string;
  is?: unknown;
  between?: Array<unknown>;
}

/** Later calls of the function, in this tenant and queue, are approved, too. Arguments without a rule have to be those of the call. */
export interface DecisionGrant {
  seconds: number;
  times?: number;
  reason?: string;
  any_others?: boolean;
  arguments?: Array<GrantRule>;
  same_program?: boolean;
}

export interface NewGrant {
  function: string;
  tenant?: string;
  queue?: string;
  program?: string;
  seconds: number;
  times?: number;
  reason?: string;
  key?: string;
  any_others?: boolean;
  arguments?: Array<GrantRule>;
}

export interface Grant {
  grant: string;
  function: string;
  arguments: Array<GrantRule>;
  any_others?: boolean;
  tenant: string;
  queue?: string | null;
  program?: string | null;
  until: string;
  times: number;
  used: number;
  by: string;
  as?: Array<string>;
  reason?: string;
  at?: string;
  call?: string | null;
  revoked_by?: string | null;
  revoked_at?: string | null;
}

export interface Grants {
  grants: Array<Grant>;
}

export interface Answered {
  is_new: boolean;
}

export interface Audit {
  records: Array<{ number: number; at: string; action: string; tenant: string | null; run: string | null; who: string | null; how: string | null; from: string | null; data: Record<string, unknown>; hash: string; }>;
  next: number | null;
}

export interface QueueStats {
  queue: string;
  runs: Record<string, number>;
  ready_for_ms?: number | null;
  approvals?: number;
  in_doubt?: number;
  held?: number;
  unanswered?: number;
  deferred?: number;
}

export interface Stats {
  queues: Array<QueueStats>;
}

export interface Finding {
  kind: "syntax" | "unknown-name" | "unknown-import" | "arguments" | "warning" | "misfit";
  type: string;
  message: string;
  file: string;
  line: number;
  column: number;
  end_line?: number;
  end_column?: number;
}

export interface Findings {
  status: "done" | "raised";
  findings: Array<Finding>;
  stdout?: string;
  stderr?: string;
  result?: unknown;
  error?: null | Error;
  limit?: string | null;
  pending?: Array<PendingCall>;
  spent?: Record<string, number>;
}

export interface Execution {
  code: string;
  inputs?: Record<string, unknown>;
  timeout_ms?: number;
}

export interface Executed {
  status: "done" | "raised" | "exhausted" | "crashed";
  stdout: string;
  stderr: string;
  result: unknown;
  error: null | Error;
  limit?: string | null;
  pending?: Array<PendingCall>;
  spent?: Record<string, number>;
  findings?: Array<Finding>;
  frames?: Array<Place>;
  display?: Array<Record<string, unknown>>;
  result_is_repr?: boolean;
  warnings?: Array<string>;
  crash?: Record<string, unknown>;
}

export interface Schedule {
  schedule: string;
  every: string;
  zone: string;
  missed: "skip" | "once" | "all";
  name: string;
  tenant: string;
  queue: string;
  key?: string | null;
  priority?: number;
  tags?: Record<string, string>;
  created?: string;
  by?: string | null;
  paused: boolean;
  next: string | null;
  last?: string | null;
  last_run?: string | null;
  runs: number;
}

export interface Schedules {
  schedules: Array<Schedule>;
}

export interface NewSchedule {
  every: string;
  zone?: string;
  missed?: "skip" | "once" | "all";
  source: string;
  name?: string;
  inputs?: Record<string, unknown>;
  arguments?: Array<string>;
  files?: Record<string, string | Record<string, unknown>>;
  stdin?: string | Record<string, unknown>;
  environ?: Record<string, string>;
  tenant?: string;
  queue?: string;
  key?: string;
  priority?: number;
  tags?: Record<string, string>;
  limits?: Limits;
  seed?: number;
}

export interface Webhook {
  webhook: string;
  tenant: string;
  url: string;
  types: Array<string>;
  at: string;
}

export interface Notice {
  id: string;
  webhook: string;
  type: string;
  run: string;
  at: string;
  attempts: number;
  due: string | null;
  problem: string;
}

export interface Webhooks {
  webhooks: Array<Webhook>;
  notices: Array<Notice>;
}

export interface NewWebhook {
  tenant?: string;
  url: string;
  types?: Array<string>;
  secrets: Array<string>;
}

export interface Worker {
  worker: string;
  alive: boolean;
  host?: string;
  process?: number;
  queues: Array<string>;
  tools: Array<string>;
  functions: Array<string>;
  types?: Array<string>;
  runs?: number;
  concurrency?: number;
  since?: string;
  seen?: string;
}

export interface Workers {
  workers: Array<Worker>;
}

export interface NewFiles {
  files: Record<string, string | Record<string, unknown>>;
}

export interface FileData {
  path: string | Record<string, unknown>;
  size: number;
  data: string | Record<string, unknown>;
}

export interface Files {
  files: Array<{ path: string | Record<string, unknown>; size: number; }>;
}

export interface NewSession {
  tenant?: string;
  timeout_ms?: number;
  idle_seconds?: number;
  limits?: Limits;
  files?: Record<string, string | Record<string, unknown>>;
}

export interface Session {
  session: string;
  tenant: string;
  by: string;
  status: "idle" | "running" | "paused";
  runs: number;
  bytes: number;
  timeout_ms: number;
  expires_in: number;
}

export interface Sessions {
  sessions: Array<Session>;
}

/** All of it: what each row's path, query and body take, and what it gives. */
export interface Operations {
  /** Runs, the newest first; ?status=STATUS, ?queue, ?tenant, ?limit=LIMIT, and ?before a run for the next page. */
  list_runs: { method: "GET"; path: "/v1/runs"; query: { status?: RunStatus; queue?: string; tenant?: string; limit?: number; before?: string }; gives: Runs };
  /** Submits a program. The Idempotency-Key, or `key`, gives the run that is there: 200, not 201; with a traceparent it is a part of that trace. */
  submit_run: { method: "POST"; path: "/v1/runs"; body: Submission; gives: Run };
  /** A run, with its ETag; ?wait=NUMBER seconds waits for its end, 30 at most. */
  get_run: { method: "GET"; path: "/v1/runs/{run}"; parts: { run: string }; query: { wait?: number }; gives: Run };
  /** All its calls, as they are now. */
  list_calls: { method: "GET"; path: "/v1/runs/{run}/calls"; parts: { run: string }; gives: Calls };
  /** How often which call's tool was called, and how that ended. */
  list_attempts: { method: "GET"; path: "/v1/runs/{run}/attempts"; parts: { run: string }; gives: Attempts };
  /** Who decided what, and what they had been shown. */
  list_decisions: { method: "GET"; path: "/v1/runs/{run}/decisions"; parts: { run: string }; gives: Decisions };
  /** The runs that it spawned. */
  list_children: { method: "GET"; path: "/v1/runs/{run}/children"; parts: { run: string }; gives: Children };
  /** What was sent to it. */
  list_messages: { method: "GET"; path: "/v1/runs/{run}/messages"; parts: { run: string }; gives: Messages };
  /** Sends it a message; with an Idempotency-Key once. */
  send_message: { method: "POST"; path: "/v1/runs/{run}/messages"; parts: { run: string }; body: NewMessage; gives: Sent };
  /** Its log, a chain of hashes; ?after=NUMBER. */
  get_log: { method: "GET"; path: "/v1/runs/{run}/log"; parts: { run: string }; query: { after?: number }; gives: Log };
  /** Its program. */
  get_source: { method: "GET"; path: "/v1/runs/{run}/source"; parts: { run: string }; gives: Source };
  /** What it has printed. */
  get_output: { method: "GET"; path: "/v1/runs/{run}/output"; parts: { run: string }; gives: Output };
  /** The files that its program has made or changed; of its latest snapshot, or of ?seq=SNAPSHOT. */
  list_files: { method: "GET"; path: "/v1/runs/{run}/files"; parts: { run: string }; query: { seq?: string }; gives: Files };
  /** One of them, ?path=PATH!; ?seq=SNAPSHOT. */
  get_file: { method: "GET"; path: "/v1/runs/{run}/file"; parts: { run: string }; query: { path: string; seq?: string }; gives: FileData };
  /** Where it stood at a snapshot: calls, stack, variables; `latest` is the latest. */
  get_moment: { method: "GET"; path: "/v1/runs/{run}/at/{seq}"; parts: { run: string; seq: number | string }; gives: Moment };
  /** What changed between ?from=SNAPSHOT! and ?to=SNAPSHOT!. */
  get_diff: { method: "GET"; path: "/v1/runs/{run}/diff"; parts: { run: string }; query: { from: string; to: string }; gives: Changes };
  /** What would follow from other answers: nothing is called or written. */
  post_what_if: { method: "POST"; path: "/v1/runs/{run}/what-if"; parts: { run: string }; body: WhatIf; gives: Alternatives };
  /** Ends it and its children. */
  cancel_run: { method: "POST"; path: "/v1/runs/{run}/cancel"; parts: { run: string }; body?: Cancel; gives: Run };
  /** A dead run goes on from its latest snapshot. */
  retry_run: { method: "POST"; path: "/v1/runs/{run}/retry"; parts: { run: string }; body?: Retry; gives: Run };
  /** A new run from one of its snapshots, with other answers; with an Idempotency-Key once. */
  fork_run: { method: "POST"; path: "/v1/runs/{run}/fork"; parts: { run: string }; body?: Fork; gives: Run };
  /** The calls that wait for people, the most urgent first: for approvals, then those in doubt, held, unanswered; ?tenant, ?queue, ?role, ?after, which the last answer gave as `next`, ?limit=LIMIT. */
  list_waiting: { method: "GET"; path: "/v1/calls"; query: { tenant?: string; queue?: string; role?: string; after?: string; limit?: number }; gives: Waiting };
  /** A call, with how its approval stands. */
  get_call: { method: "GET"; path: "/v1/calls/{run}/{call}"; parts: { run: string; call: number | string }; gives: Call };
  /** Approves, denies or answers what was `shown`; 409 when that has changed, or somebody was faster. */
  decide_call: { method: "POST"; path: "/v1/calls/{run}/{call}/decide"; parts: { run: string; call: number | string }; body: Decision; gives: Call };
  /** Answers a call that no tool answers, or one that is in doubt or held. */
  answer_call: { method: "POST"; path: "/v1/calls/{run}/{call}/answer"; parts: { run: string; call: number | string }; body?: AnswerOrError; gives: Call };
  /** Has the tool called again for a call that is held, or that it didn't act for. */
  call_again: { method: "POST"; path: "/v1/calls/{run}/{call}/again"; parts: { run: string; call: number | string }; gives: Call };
  /** Nobody else decides for `seconds`. */
  claim_call: { method: "POST"; path: "/v1/calls/{run}/{call}/claim"; parts: { run: string; call: number | string }; body?: Claim; gives: Call };
  /** Gives the claim back. */
  release_call: { method: "POST"; path: "/v1/calls/{run}/{call}/release"; parts: { run: string; call: number | string }; gives: Call };
  /** Somebody else decides in the viewer's place. */
  delegate_call: { method: "POST"; path: "/v1/calls/{run}/{call}/delegate"; parts: { run: string; call: number | string }; body: To; gives: Call };
  /** To the roles that the policy names. */
  escalate_call: { method: "POST"; path: "/v1/calls/{run}/{call}/escalate"; parts: { run: string; call: number | string }; body?: Roles; gives: Call };
  /** Asks back. */
  question_call: { method: "POST"; path: "/v1/calls/{run}/{call}/question"; parts: { run: string; call: number | string }; body: Text; gives: Call };
  /** Answers a question. */
  reply_call: { method: "POST"; path: "/v1/calls/{run}/{call}/reply"; parts: { run: string; call: number | string }; body: Text; gives: Call };
  /** A tool's answer that comes later: the token, which the tool was given, is all that it takes. The same answer may come again. */
  answer_by_token: { method: "POST"; path: "/v1/answers/{token}"; parts: { token: string }; body?: AnswerOrError; gives: Answered };
  /** Standing grants; ?tenant, ?function, ?all=true. */
  list_grants: { method: "GET"; path: "/v1/grants"; query: { tenant?: string; function?: string; all?: "true" | "false" }; gives: Grants };
  /** Approves calls beforehand, with the viewer's roles; with an Idempotency-Key once. */
  make_grant: { method: "POST"; path: "/v1/grants"; body: NewGrant; gives: Grant };
  /** Ends a standing grant. */
  revoke_grant: { method: "POST"; path: "/v1/grants/{grant}/revoke"; parts: { grant: string }; gives: Grant };
  /** Schedules, whose times begin runs; ?tenant. */
  list_schedules: { method: "GET"; path: "/v1/schedules"; query: { tenant?: string }; gives: Schedules };
  /** Makes one: `every` is 15m, @daily or a line of cron. Under the same Idempotency-Key, or `key`, it is the one that is there: 200, not 201. */
  make_schedule: { method: "POST"; path: "/v1/schedules"; body: NewSchedule; gives: Schedule };
  /** One of them. */
  get_schedule: { method: "GET"; path: "/v1/schedules/{schedule}"; parts: { schedule: string }; gives: Schedule };
  /** Deletes it; the runs that it began go on. */
  delete_schedule: { method: "DELETE"; path: "/v1/schedules/{schedule}"; parts: { schedule: string }; gives: Schedule };
  /** No times of it come. */
  pause_schedule: { method: "POST"; path: "/v1/schedules/{schedule}/pause"; parts: { schedule: string }; gives: Schedule };
  /** They come again. */
  resume_schedule: { method: "POST"; path: "/v1/schedules/{schedule}/resume"; parts: { schedule: string }; gives: Schedule };
  /** Addresses that are told what happens, without their secrets, and what they haven't accepted yet; ?tenant. */
  list_webhooks: { method: "GET"; path: "/v1/webhooks"; query: { tenant?: string }; gives: Webhooks };
  /** Adds one, for who isn't of one tenant alone. */
  add_webhook: { method: "POST"; path: "/v1/webhooks"; body: NewWebhook; gives: Webhook };
  /** Removes it, with what it is still to be told. */
  delete_webhook: { method: "DELETE"; path: "/v1/webhooks/{webhook}"; parts: { webhook: string }; gives: Webhook };
  /** Who did what, the newest first; ?tenant, ?who, ?action, ?since=TIME, ?until=TIME, ?limit=LIMIT, ?before=NUMBER for the next page; with ?after=NUMBER the oldest first, of those behind it. Accept: application/x-ndjson gives a line each. */
  list_audit: { method: "GET"; path: "/v1/audit"; query: { tenant?: string; who?: string; action?: string; since?: string; until?: string; limit?: number; before?: number; after?: number }; gives: Audit };
  /** Who works on the store, or did within the last hour; for who isn't of one tenant alone. */
  list_workers: { method: "GET"; path: "/v1/workers"; gives: Workers };
  /** How much of what there is, by queue; ?tenant. */
  get_stats: { method: "GET"; path: "/v1/stats"; query: { tenant?: string }; gives: Stats };
  /** What is wrong with a program, without running it. Functions are known that workers answer; `functions` and `inputs` name others, classes among them. */
  check_program: { method: "POST"; path: "/v1/check"; body: Check; gives: Findings };
  /** Runs a program at once, alone, and gives what came of it. */
  execute: { method: "POST"; path: "/v1/execute"; body: Execution; gives: Executed };
  /** Sessions that are fed one text after the other, the oldest first. */
  list_sessions: { method: "GET"; path: "/v1/sessions"; gives: Sessions };
  /** Makes one, in this server's memory. */
  make_session: { method: "POST"; path: "/v1/sessions"; body?: NewSession; gives: Session };
  /** How it stands, and in how many seconds it is deleted if nobody uses it. */
  get_session: { method: "GET"; path: "/v1/sessions/{session}"; parts: { session: string }; gives: Session };
  /** Deletes it; what runs in it ends. */
  delete_session: { method: "DELETE"; path: "/v1/sessions/{session}"; parts: { session: string }; gives: Session };
  /** Runs a text in it, which finds what those before left; one at a time. */
  run_in_session: { method: "POST"; path: "/v1/sessions/{session}/run"; parts: { session: string }; body: Execution; gives: Executed };
  /** It is kept for a day, and runs nothing until it is resumed. */
  pause_session: { method: "POST"; path: "/v1/sessions/{session}/pause"; parts: { session: string }; gives: Session };
  /** It runs again, and is deleted again when nobody uses it. */
  resume_session: { method: "POST"; path: "/v1/sessions/{session}/resume"; parts: { session: string }; gives: Session };
  /** The files in it. */
  list_session_files: { method: "GET"; path: "/v1/sessions/{session}/files"; parts: { session: string }; gives: Files };
  /** Writes files into it. */
  put_session_files: { method: "POST"; path: "/v1/sessions/{session}/files"; parts: { session: string }; body: NewFiles; gives: Session };
  /** A file: ?path=PATH!, from /home/user. */
  get_session_file: { method: "GET"; path: "/v1/sessions/{session}/file"; parts: { session: string }; query: { path: string }; gives: FileData };
  /** This table as OpenAPI 3.1. */
  get_openapi: { method: "GET"; path: "/v1/openapi.json"; gives: Record<string, unknown> };
}
