#include "durable/database/schema.h"

#include <algorithm>
#include <iterator>

namespace fermata::durable {

namespace {

// What makes a store of version n one of version n + 1. What has been released is never changed: a new version is a new text at the end.
//
// Times are milliseconds since 1970; statuses, states and kinds are the names of transitions.def; hashes SHA-256 in hexadecimal digits;
// what is called JSON is that of serialization/data_json.h. Texts that a program makes are bytes: they needn't be UTF-8.
constexpr const char* kVersions[] = {
    R"sql(
CREATE TABLE fermata_store (version BIGINT NOT NULL);
INSERT INTO fermata_store VALUES (0);

CREATE TABLE program (
  hash TEXT PRIMARY KEY,
  text {bytes} NOT NULL
);

CREATE TABLE run (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  queue TEXT NOT NULL,
  name TEXT NOT NULL,
  status TEXT NOT NULL,
  epoch BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  owner TEXT,
  lease_until BIGINT,     -- running
  ready_at BIGINT,        -- ready: since when
  wake_at BIGINT,         -- sleeping, waiting: until when, at the most
  timer_at BIGINT,        -- the next timer of the latest snapshot
  goes_on BIGINT NOT NULL, -- 1: the program stands in the midst of its work there
  failures BIGINT NOT NULL,
  key TEXT,
  parent TEXT,
  priority BIGINT NOT NULL,
  tags TEXT NOT NULL,     -- JSON
  program TEXT NOT NULL REFERENCES program (hash),
  inputs TEXT NOT NULL,   -- JSON, with arguments and seed
  limits TEXT NOT NULL,   -- JSON
  spent TEXT NOT NULL,    -- JSON
  created BIGINT NOT NULL,
  ended BIGINT,
  outcome TEXT NOT NULL,  -- JSON: result, error or reason
  events BIGINT NOT NULL, -- of its log: how many
  head TEXT NOT NULL      -- and the hash of the last
);
CREATE UNIQUE INDEX run_key ON run (tenant, key) WHERE key IS NOT NULL;
CREATE INDEX run_ready ON run (queue, priority DESC, ready_at, id) WHERE status = 'ready';
CREATE INDEX run_lease ON run (lease_until) WHERE status = 'running';
CREATE INDEX run_wake ON run (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX run_program ON run (program);
CREATE INDEX run_ended ON run (ended) WHERE ended IS NOT NULL;

CREATE TABLE snapshot (
  run TEXT NOT NULL REFERENCES run (id),
  seq BIGINT NOT NULL,
  parent TEXT NOT NULL,
  hash TEXT NOT NULL,
  at BIGINT NOT NULL,
  timer_at BIGINT,        -- its next timer
  goes_on BIGINT NOT NULL,
  stdout {bytes} NOT NULL,
  stderr {bytes} NOT NULL,
  state {bytes} NOT NULL,
  PRIMARY KEY (run, seq)
);

CREATE TABLE call (
  run TEXT NOT NULL REFERENCES run (id),
  id BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  key TEXT NOT NULL,
  function TEXT NOT NULL,
  args TEXT NOT NULL,       -- JSON: {"args": […], "kwargs": {…}}
  kind TEXT NOT NULL,
  file TEXT NOT NULL,
  line BIGINT NOT NULL,
  state TEXT NOT NULL,
  policy TEXT NOT NULL,
  tool TEXT,                -- NULL: nobody
  idempotent BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  answer TEXT,              -- JSON: a value, or {"$raise": …}
  consumed_by BIGINT,       -- the snapshot that follows the answer
  abandoned_by BIGINT,      -- the first one that doesn't wait for it any more, though no answer was consumed
  PRIMARY KEY (run, id)
);
CREATE INDEX call_open ON call (run, id) WHERE consumed_by IS NULL AND state <> 'abandoned';
CREATE INDEX call_approval ON call (run, id) WHERE state = 'awaiting_approval';
CREATE INDEX call_nobody ON call (function, run) WHERE state = 'pending' AND tool IS NULL;

CREATE TABLE attempt (
  run TEXT NOT NULL,
  call BIGINT NOT NULL,
  number BIGINT NOT NULL,
  worker TEXT NOT NULL,
  epoch BIGINT NOT NULL,
  began BIGINT NOT NULL,
  ended BIGINT,
  outcome TEXT,             -- a state of calls, or 'lost': nobody knows
  PRIMARY KEY (run, call, number),
  FOREIGN KEY (run, call) REFERENCES call (run, id)
) {clustered};

CREATE TABLE decision (
  run TEXT NOT NULL,
  call BIGINT NOT NULL,
  seq BIGINT NOT NULL,      -- the snapshot that was shown
  shown TEXT NOT NULL,
  who TEXT NOT NULL,
  channel TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT NOT NULL,
  args TEXT NOT NULL,       -- JSON: what was shown
  edited TEXT,              -- JSON: what the tool gets instead
  at BIGINT NOT NULL,
  PRIMARY KEY (run, call),
  FOREIGN KEY (run, call) REFERENCES call (run, id)
) {clustered};

CREATE TABLE event (
  run TEXT NOT NULL REFERENCES run (id),
  number BIGINT NOT NULL,
  at BIGINT NOT NULL,
  kind TEXT NOT NULL,
  epoch BIGINT NOT NULL,
  seq BIGINT NOT NULL,
  status TEXT NOT NULL,
  worker TEXT NOT NULL,
  data TEXT NOT NULL,       -- JSON
  hash TEXT NOT NULL,
  PRIMARY KEY (run, number)
) {clustered};
)sql",
    R"sql(
ALTER TABLE call ADD COLUMN retries TEXT;   -- JSON: its tool's, when that was called last
ALTER TABLE call ADD COLUMN due_at BIGINT;  -- pending: its tool isn't called before
ALTER TABLE call ADD COLUMN reason TEXT;    -- held, in doubt: why
CREATE INDEX call_people ON call (run, id) WHERE state IN ('in_doubt', 'held');
ALTER TABLE attempt ADD COLUMN error TEXT;  -- JSON: type, message, traceback
)sql",
    R"sql(
ALTER TABLE call ADD COLUMN channel TEXT;   -- it waits for a message there
CREATE TABLE message (
  run TEXT NOT NULL REFERENCES run (id),
  number BIGINT NOT NULL,
  channel TEXT NOT NULL,
  value TEXT NOT NULL,      -- JSON
  key TEXT,
  at BIGINT NOT NULL,
  consumed_by BIGINT,       -- the call that it answered
  PRIMARY KEY (run, number)
) {clustered};
CREATE UNIQUE INDEX message_key ON message (run, key) WHERE key IS NOT NULL;
CREATE INDEX message_waits ON message (run, channel, number) WHERE consumed_by IS NULL;
)sql",
    // Decisions that several people have a part in, what they ask before, and standing grants.
    R"sql(
ALTER TABLE run ADD COLUMN submitted_by TEXT;
ALTER TABLE call ADD COLUMN asked TEXT;          -- JSON: who decides, and how that stands; NULL: anybody
ALTER TABLE call ADD COLUMN deadline_at BIGINT;  -- awaiting approval: until when
CREATE INDEX call_deadline ON call (deadline_at) WHERE deadline_at IS NOT NULL;

CREATE TABLE decided (
  run TEXT NOT NULL,
  call BIGINT NOT NULL,
  number BIGINT NOT NULL,
  seq BIGINT NOT NULL,      -- the snapshot that was shown
  shown TEXT NOT NULL,
  who TEXT NOT NULL,        -- empty: its deadline
  channel TEXT NOT NULL,
  verdict TEXT NOT NULL,
  reason TEXT NOT NULL,
  args TEXT NOT NULL,       -- JSON: what was shown
  edited TEXT,              -- JSON: what the tool gets instead
  at BIGINT NOT NULL,
  roles TEXT,               -- JSON: of who decided
  granted TEXT,             -- the standing grant that was used
  PRIMARY KEY (run, call, number),
  FOREIGN KEY (run, call) REFERENCES call (run, id)
) {clustered};
INSERT INTO decided (run, call, number, seq, shown, who, channel, verdict, reason, args, edited, at)
  SELECT run, call, 1, seq, shown, who, channel, verdict, reason, args, edited, at FROM decision;
DROP TABLE decision;
ALTER TABLE decided RENAME TO decision;
CREATE INDEX decision_granted ON decision (granted) WHERE granted IS NOT NULL;

CREATE TABLE remark (
  run TEXT NOT NULL,
  call BIGINT NOT NULL,
  number BIGINT NOT NULL,
  who TEXT NOT NULL,
  question BIGINT NOT NULL, -- 0: a reply
  text TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (run, call, number),
  FOREIGN KEY (run, call) REFERENCES call (run, id)
) {clustered};

CREATE TABLE standing_grant (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  queue TEXT,               -- NULL: any
  function TEXT NOT NULL,
  program TEXT,             -- NULL: any
  who TEXT NOT NULL,
  roles TEXT NOT NULL,      -- JSON
  rules TEXT NOT NULL,      -- JSON: which arguments are meant
  others BIGINT NOT NULL,
  valid_until BIGINT NOT NULL,
  most BIGINT NOT NULL,
  used BIGINT NOT NULL,
  reason TEXT NOT NULL,
  run TEXT,                 -- the call that was decided on
  call BIGINT,
  at BIGINT NOT NULL,
  revoked_by TEXT,
  revoked_at BIGINT
);
CREATE INDEX standing_grant_use ON standing_grant (tenant, function, id) WHERE revoked_at IS NULL;
)sql",
    // Child runs.
    R"sql(
ALTER TABLE run ADD COLUMN parent_call BIGINT;  -- the call of `parent` that spawned it; NULL: it was forked from `parent`, or has none
ALTER TABLE run ADD COLUMN root TEXT;           -- the run that all of its tree come from; NULL: it has no children, and is nobody's child
ALTER TABLE call ADD COLUMN child TEXT;         -- it waits for the end of this run
CREATE UNIQUE INDEX run_child ON run (parent, parent_call) WHERE parent_call IS NOT NULL;
CREATE INDEX run_tree ON run (root) WHERE root IS NOT NULL;
)sql",
    // Schedules.
    R"sql(
CREATE TABLE schedule (
  id TEXT PRIMARY KEY,
  timetable TEXT NOT NULL,
  zone TEXT NOT NULL,
  missed TEXT NOT NULL,
  tenant TEXT NOT NULL,
  queue TEXT NOT NULL,
  name TEXT NOT NULL,
  submitted_by TEXT,
  priority BIGINT NOT NULL,
  tags TEXT NOT NULL,     -- JSON
  program TEXT NOT NULL REFERENCES program (hash),
  inputs TEXT NOT NULL,   -- JSON, with arguments and seed
  limits TEXT NOT NULL,   -- JSON
  key TEXT,
  created BIGINT NOT NULL,
  next_at BIGINT,         -- NULL: it is paused
  last_at BIGINT,         -- the time that it had a run for last
  last_run TEXT,
  fired BIGINT NOT NULL
);
CREATE UNIQUE INDEX schedule_key ON schedule (tenant, key) WHERE key IS NOT NULL;
CREATE INDEX schedule_next ON schedule (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX schedule_program ON schedule (program);
)sql",
    // Webhooks, and what they are to be told: rows of the transactions that it happened in.
    R"sql(
CREATE TABLE webhook (
  id TEXT PRIMARY KEY,
  tenant TEXT NOT NULL,
  url TEXT NOT NULL,
  types TEXT NOT NULL,      -- with a blank before and behind each
  secrets {bytes} NOT NULL, -- JSON, sealed when the store has keys
  at BIGINT NOT NULL
);
CREATE INDEX webhook_tenant ON webhook (tenant);
CREATE TABLE outbox (
  webhook TEXT NOT NULL,    -- no REFERENCES: whoever removes one must not disturb a run that tells it something
  id TEXT NOT NULL,         -- run:event:number
  run TEXT NOT NULL,        -- may be pruned meanwhile
  type TEXT NOT NULL,
  body TEXT NOT NULL,       -- JSON, as it is sent
  at BIGINT NOT NULL,
  due_at BIGINT,            -- NULL: given up
  attempts BIGINT NOT NULL,
  problem TEXT NOT NULL,
  PRIMARY KEY (webhook, id)
) {clustered};
CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
)sql",
    // Who forked a run, which may be somebody else's.
    R"sql(
ALTER TABLE run ADD COLUMN forked_by TEXT;
)sql",
    // Answers that come later.
    R"sql(
ALTER TABLE attempt ADD COLUMN token TEXT;  -- the hash of what answers the call later; not in a run's file
CREATE INDEX call_deferred ON call (run, id) WHERE state = 'deferred';
)sql",
    // The audit.
    R"sql(
CREATE TABLE audit (
  number BIGINT PRIMARY KEY,
  at BIGINT NOT NULL,
  action TEXT NOT NULL,
  tenant TEXT NOT NULL,     -- empty: of none
  run TEXT NOT NULL,        -- may be pruned meanwhile
  who TEXT NOT NULL,        -- empty: nobody knows
  how TEXT NOT NULL,
  origin TEXT NOT NULL,
  data TEXT NOT NULL,       -- JSON
  hash TEXT NOT NULL
) {clustered};
CREATE INDEX audit_at ON audit (at);
CREATE INDEX audit_tenant ON audit (tenant, number);
CREATE INDEX audit_who ON audit (who, number);
CREATE TABLE audit_chain (  -- one row: who adds to the audit locks it
  id BIGINT PRIMARY KEY,
  number BIGINT NOT NULL,   -- of the last record
  hash TEXT NOT NULL,
  pruned BIGINT NOT NULL,   -- the number of the last one that was deleted
  pruned_hash TEXT NOT NULL
);
INSERT INTO audit_chain (id, number, hash, pruned, pruned_hash) VALUES (1, 0, '', 0, '');
)sql",
    // Who works on the store. And tenants have their turns.
    R"sql(
DROP INDEX run_ready;
CREATE INDEX run_ready ON run (queue, tenant, priority DESC, ready_at, id) WHERE status = 'ready';
CREATE TABLE worker (
  name TEXT PRIMARY KEY,
  host TEXT NOT NULL,
  process BIGINT NOT NULL,
  queues TEXT NOT NULL,     -- JSON: names; as the next two
  tools TEXT NOT NULL,
  functions TEXT NOT NULL,
  concurrency BIGINT NOT NULL,
  since BIGINT NOT NULL,
  seen BIGINT NOT NULL,
  alive_until BIGINT NOT NULL
);
)sql",
    // Arguments that somebody edits are checked by what workers know of their tools.
    R"sql(
ALTER TABLE worker ADD COLUMN parameters TEXT;  -- JSON: a schema for each tool of which they are known
)sql",
    // Also when no worker is there: what the last one knew that has ended.
    R"sql(
CREATE TABLE known_tool (
  queue TEXT NOT NULL,
  function TEXT NOT NULL,
  parameters TEXT NOT NULL,  -- JSON, a schema
  PRIMARY KEY (queue, function)
);
)sql",
    // Once it was used with keys, workers without them begin nothing.
    R"sql(
ALTER TABLE fermata_store ADD COLUMN sealed BIGINT NOT NULL DEFAULT 0;  -- 1: it is so
)sql",
    // Which key seals, and what shows who has it. States that were sealed anew.
    R"sql(
ALTER TABLE fermata_store ADD COLUMN seal_key TEXT NOT NULL DEFAULT '';  -- its id
ALTER TABLE fermata_store ADD COLUMN seal_proof {bytes};                 -- sealed with it
ALTER TABLE snapshot ADD COLUMN stored TEXT;  -- the hash of `state`; NULL: it is `hash`
)sql",
    // Leases, and who is alive, by the clock of the one machine that a SQLite file is on: the time of day may be set.
    R"sql(
ALTER TABLE run ADD COLUMN lease_clock TEXT;  -- its id; NULL: lease_until says when the lease is over
ALTER TABLE run ADD COLUMN lease_tick BIGINT;
ALTER TABLE worker ADD COLUMN alive_clock TEXT;  -- as these two
ALTER TABLE worker ADD COLUMN alive_tick BIGINT;
)sql",
    // What waits for approvals is listed a page at a time, the most urgent first.
    R"sql(
ALTER TABLE call ADD COLUMN urgent_at BIGINT;  -- awaiting approval: its deadline, also when that is over; the largest number: it has none
ALTER TABLE call ADD COLUMN args_bytes BIGINT NOT NULL DEFAULT 0;  -- of `args`
UPDATE call SET args_bytes = length(args) WHERE consumed_by IS NULL;
UPDATE call SET urgent_at = CASE WHEN asked LIKE '%"overdue": true%' THEN 0 ELSE coalesce(deadline_at, 9223372036854775807) END
  WHERE state = 'awaiting_approval';
CREATE INDEX call_urgent ON call (urgent_at, run, id) WHERE state = 'awaiting_approval';
DROP INDEX call_approval;
)sql",
    // Large states are stored in pieces (pieces.h).
    R"sql(
CREATE TABLE piece (
  run TEXT NOT NULL REFERENCES run (id),
  seq BIGINT NOT NULL,     -- the snapshot that brought it
  number BIGINT NOT NULL,  -- among those, from 0
  bytes {bytes} NOT NULL,
  PRIMARY KEY (run, seq, number)
);
)sql",
    // What somebody looks for in the inbox again and again.
    R"sql(
CREATE TABLE saved_filter (
  tenant TEXT NOT NULL,     -- as whose they sign in; empty: of all
  who TEXT NOT NULL,
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  queue TEXT NOT NULL,
  mine BIGINT NOT NULL,     -- 1: only those on which they may decide
  at BIGINT NOT NULL,
  PRIMARY KEY (tenant, who, name)
) {clustered};
)sql",
    // A program that makes an instance of a worker's class calls no unknown function.
    R"sql(
ALTER TABLE worker ADD COLUMN types TEXT;  -- JSON: the names of the classes that its programs may use; NULL: not told
)sql",
    // Events have hashes of what was written with them (rows/digests.h): who writes none may not write here any more.
    "UPDATE fermata_store SET version = version",
};
static_assert(std::size(kVersions) == size_t(kSchemaVersion));

constexpr Statement kVersion{"SELECT version FROM fermata_store"};
constexpr Statement kSetVersion{"UPDATE fermata_store SET version = $1"};

}  // namespace

int64_t version_of(Database& database) {
  std::vector<std::string> names;
  for (const Row& row : database.run(database.dialect().tables)) names.push_back(row.text(0));
  int64_t version = 0;
  if (std::ranges::find(names, "fermata_store") != names.end()) version = database.run(kVersion).at(0).number(0);
  else if (!names.empty())
    throw StoreError(StoreError::Kind::kOpen, "the database has a table " + names[0] + " and none of a store's: it is somebody else's");
  if (version > kSchemaVersion)
    throw StoreError(StoreError::Kind::kVersion, "a later release wrote the store: its version is " + std::to_string(version) +
                                                     ", this release knows those up to " + std::to_string(kSchemaVersion));
  return version;
}

void migrate(Database& database, int64_t to) {
  database.run_script(database.dialect().place);
  for (int64_t next = version_of(database); next < to; ++next) database.run_script(kVersions[next]);
  database.run(kSetVersion, {to});
}

}  // namespace fermata::durable
