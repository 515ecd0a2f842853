#include "server/api/schemas.h"

namespace fermata::server {

// JSON Schema 2020-12, by name, as components of the OpenAPI page. "@ref" is written "$ref" there: in Data's JSON a dollar means a tag.
// Values of programs are any JSON, with serialization/data_json.h's tags.
const char* schemas_json() {
  return R"json({
"Value": {"description": "A value of the program's: JSON, where what JSON can't say is an object with one member: {\"$tuple\": []}, {\"$bytes\": \"base64\"}, …"},
"Time": {"type": "string", "format": "date-time"},
"MaybeTime": {"type": ["string", "null"], "format": "date-time"},
"MaybeText": {"type": ["string", "null"]},
"Tags": {"type": "object", "additionalProperties": {"type": "string"}},
"Limits": {"type": "object", "additionalProperties": false, "properties": {
  "steps": {"type": "integer", "minimum": 0}, "time_ms": {"type": "integer", "minimum": 0}, "heap_bytes": {"type": "integer", "minimum": 0},
  "depth": {"type": "integer", "minimum": 0}, "output_bytes": {"type": "integer", "minimum": 0}, "host_calls": {"type": "integer", "minimum": 0},
  "int_digits": {"type": "integer", "minimum": 0}, "wall_ms": {"type": "integer", "minimum": 0},
  "file_bytes": {"type": "integer", "minimum": 0}}},
"Problem": {"type": "object", "required": ["type", "title", "status", "detail"], "properties": {
  "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"}, "detail": {"type": "string"}}},
"Error": {"type": "object", "required": ["type", "message"], "properties": {
  "type": {"type": "string"}, "message": {"type": "string"}, "traceback": {"type": "string"}, "hint": {"type": "string"}, "frames": {"type": "array", "items": {"@ref": "#/components/schemas/Place"}}}},
"MaybeError": {"oneOf": [{"type": "null"}, {"@ref": "#/components/schemas/Error"}]},
"Place": {"description": "In a text, and that line of it", "type": "object", "required": ["file", "line"], "properties": {
  "function": {"type": "string"}, "file": {"type": "string"}, "line": {"type": "integer"}, "column": {"type": "integer"},
  "end_line": {"type": "integer"}, "end_column": {"type": "integer"}, "source": {"type": "string"}}},
"NewError": {"description": "An exception that is raised in the program", "type": "object", "required": ["type"], "additionalProperties": false, "properties": {
  "type": {"type": "string", "minLength": 1}, "message": {"type": "string"}}},
"Submission": {"type": "object", "required": ["source"], "additionalProperties": false, "properties": {
  "source": {"type": "string", "minLength": 1}, "name": {"type": "string", "default": "program.py"}, "inputs": {"type": "object"},
  "arguments": {"type": "array", "items": {"type": "string"}}, "files": {"@ref": "#/components/schemas/FileTexts"},
  "stdin": {"@ref": "#/components/schemas/Content"}, "environ": {"@ref": "#/components/schemas/Tags"}, "tenant": {"type": "string"}, "queue": {"type": "string", "default": "default"},
  "key": {"type": "string"}, "priority": {"type": "integer"}, "tags": {"@ref": "#/components/schemas/Tags"},
  "limits": {"@ref": "#/components/schemas/Limits"}, "seed": {"type": "integer", "minimum": 0}, "zone": {"type": "string", "default": "UTC"}, "delay_ms": {"type": "integer", "minimum": 0}}},
"Children": {"type": "object", "required": ["run", "runs"], "properties": {
  "run": {"type": "string"}, "runs": {"type": "array", "items": {"@ref": "#/components/schemas/Run"}}}},
"RunStatus": {"enum": ["ready", "running", "waiting", "sleeping", "done", "raised", "cancelled", "dead"]},
"Run": {"type": "object", "required": ["run", "status", "name", "tenant", "queue", "seq", "created", "result", "error"], "properties": {
  "run": {"type": "string"}, "status": {"@ref": "#/components/schemas/RunStatus"}, "name": {"type": "string"}, "tenant": {"type": "string"}, "queue": {"type": "string"},
  "by": {"@ref": "#/components/schemas/MaybeText"}, "key": {"@ref": "#/components/schemas/MaybeText"}, "parent": {"@ref": "#/components/schemas/MaybeText"}, "parent_call": {"type": ["integer", "null"]}, "root": {"@ref": "#/components/schemas/MaybeText"},
  "priority": {"type": "integer"}, "tags": {"@ref": "#/components/schemas/Tags"}, "seq": {"type": "integer"}, "epoch": {"type": "integer"}, "owner": {"@ref": "#/components/schemas/MaybeText"},
  "failures": {"type": "integer"}, "created": {"@ref": "#/components/schemas/Time"}, "due": {"@ref": "#/components/schemas/MaybeTime"}, "ended": {"@ref": "#/components/schemas/MaybeTime"}, "result": {"@ref": "#/components/schemas/Value"}, "error": {"@ref": "#/components/schemas/MaybeError"},
  "reason": {"@ref": "#/components/schemas/MaybeText"}, "limit": {"@ref": "#/components/schemas/MaybeText"},
  "problem": {"description": "Why it goes on by itself no more, as things are; of GET /v1/runs/{run}", "type": ["string", "null"]}}},
"Runs": {"type": "object", "required": ["runs"], "properties": {
  "runs": {"type": "array", "items": {"@ref": "#/components/schemas/Run"}}, "next": {"@ref": "#/components/schemas/MaybeText"}}},
"Call": {"type": "object", "required": ["key", "run", "call", "state", "function", "args", "kwargs", "result", "error"], "properties": {
  "key": {"description": "run:seq:call", "type": "string"}, "run": {"type": "string"},
  "call": {"description": "Its number, as in the path", "type": "integer"},
  "state": {"enum": ["awaiting_approval", "pending", "dispatched", "deferred", "in_doubt", "held", "answered", "raised", "abandoned"]},
  "function": {"type": "string"}, "args": {"description": "null in a list: they take more than 16 kB (and so is a result that does)", "type": ["array", "null"], "items": {"@ref": "#/components/schemas/Value"}},
  "kwargs": {"type": ["object", "null"], "additionalProperties": {"@ref": "#/components/schemas/Value"}},
  "arguments": {"description": "All of them, by the names of the parameters, as far as workers have told them, else by their places: 0, 1, …", "type": ["object", "null"], "additionalProperties": {"@ref": "#/components/schemas/Value"}},
  "summary": {"description": "What it is about, for people: by its tool's template, or else its function and arguments", "type": ["string", "null"]},
  "file": {"type": "string"}, "line": {"type": "integer"}, "tool": {"@ref": "#/components/schemas/MaybeText"}, "idempotent": {"type": "boolean"}, "attempts": {"type": "integer"},
  "due": {"@ref": "#/components/schemas/MaybeTime"}, "result": {"@ref": "#/components/schemas/Value"}, "error": {"@ref": "#/components/schemas/MaybeError"}, "reason": {"@ref": "#/components/schemas/MaybeText"},
  "channel": {"description": "It waits for a message on it", "type": ["string", "null"]},
  "child": {"description": "It waits for the end of this run", "type": ["string", "null"]},
  "problem": {"description": "Why nobody answers it; of GET /v1/calls", "type": ["string", "null"]},
  "name": {"description": "The program's", "type": "string"}, "tenant": {"type": "string"}, "queue": {"type": "string"},
  "by": {"description": "Who submitted the run", "type": ["string", "null"]},
  "policy": {"description": "Why people are asked", "type": ["string", "null"]},
  "asked": {"description": "Since when people are asked", "type": ["string", "null"], "format": "date-time"},
  "roles": {"type": "array", "items": {"type": "string"}}, "quorum": {"type": "integer"},
  "said": {"description": "By whom, what became of it: the answer, or null for having its tool called again", "type": "object"},
  "shown": {"description": "What a decision names: the hash of all that is decided on", "type": "string"}, "approved": {"type": "array", "items": {"@ref": "#/components/schemas/Decided"}},
  "deadline": {"@ref": "#/components/schemas/MaybeTime"}, "on_deadline": {"enum": ["deny", "approve", "escalate", "hold", null]}, "overdue": {"type": "boolean"},
  "escalated": {"type": "boolean"}, "escalates_to": {"type": "array", "items": {"type": "string"}}, "claimed_by": {"@ref": "#/components/schemas/MaybeText"},
  "claimed_until": {"@ref": "#/components/schemas/MaybeTime"}, "delegated": {"@ref": "#/components/schemas/Tags"}, "thread": {"type": "array", "items": {"@ref": "#/components/schemas/Remark"}},
  "question": {"description": "That a program asks by ask(): it takes an answer", "type": ["string", "null"]},
  "schema": {"description": "JSON Schema of the answer to it", "type": ["object", "null"]}}},
"Arguments": {"type": "object", "required": ["args", "kwargs"], "properties": {
  "args": {"type": "array", "items": {"@ref": "#/components/schemas/Value"}}, "kwargs": {"type": "object", "additionalProperties": {"@ref": "#/components/schemas/Value"}}}},
"Remark": {"type": "object", "required": ["who", "question", "text", "at"], "properties": {
  "who": {"type": "string"}, "question": {"description": "Whether it asks", "type": "boolean"}, "text": {"type": "string"}, "at": {"@ref": "#/components/schemas/Time"}}},
"Calls": {"type": "object", "required": ["run", "calls"], "properties": {"run": {"type": "string"}, "calls": {"type": "array", "items": {"@ref": "#/components/schemas/Call"}}}},
"Waiting": {"type": "object", "required": ["approvals", "others"], "properties": {
  "approvals": {"type": "array", "items": {"@ref": "#/components/schemas/Call"}}, "others": {"type": "array", "items": {"@ref": "#/components/schemas/Call"}},
  "next": {"@ref": "#/components/schemas/MaybeText"}}},
"Attempt": {"type": "object", "required": ["call", "number", "worker", "began"], "properties": {
  "call": {"type": "integer"}, "number": {"type": "integer"}, "worker": {"type": "string"}, "began": {"@ref": "#/components/schemas/Time"}, "ended": {"@ref": "#/components/schemas/MaybeTime"},
  "outcome": {"description": "answered, raised, failed (it may be called again), lost (nobody knows); null: it is under way", "type": ["string", "null"]}, "error": {"@ref": "#/components/schemas/MaybeError"}}},
"Attempts": {"type": "object", "required": ["run", "attempts"], "properties": {
  "run": {"type": "string"}, "attempts": {"type": "array", "items": {"@ref": "#/components/schemas/Attempt"}}}},
"Decided": {"type": "object", "required": ["call", "number", "seq", "shown", "who", "verdict", "arguments", "at"], "properties": {
  "call": {"type": "integer"}, "number": {"type": "integer"}, "seq": {"type": "integer"}, "shown": {"type": "string"},
  "who": {"description": "null: its deadline", "type": ["string", "null"]}, "as": {"type": "array", "items": {"type": "string"}},
  "channel": {"type": "string"}, "verdict": {"enum": ["approve", "deny", "answer"]}, "reason": {"@ref": "#/components/schemas/MaybeText"}, "arguments": {"@ref": "#/components/schemas/Arguments"},
  "edited": {"oneOf": [{"type": "null"}, {"@ref": "#/components/schemas/Arguments"}]}, "grant": {"@ref": "#/components/schemas/MaybeText"}, "at": {"@ref": "#/components/schemas/Time"}}},
"Decisions": {"type": "object", "required": ["run", "decisions"], "properties": {
  "run": {"type": "string"}, "decisions": {"type": "array", "items": {"@ref": "#/components/schemas/Decided"}}}},
"Message": {"type": "object", "required": ["number", "channel", "value", "at"], "properties": {
  "number": {"type": "integer"}, "channel": {"type": "string"}, "value": {"@ref": "#/components/schemas/Value"}, "key": {"@ref": "#/components/schemas/MaybeText"}, "at": {"@ref": "#/components/schemas/Time"},
  "call": {"description": "That it answered", "type": ["integer", "null"]}}},
"Messages": {"type": "object", "required": ["run", "messages"], "properties": {
  "run": {"type": "string"}, "messages": {"type": "array", "items": {"@ref": "#/components/schemas/Message"}}}},
"NewMessage": {"type": "object", "required": ["channel"], "additionalProperties": false, "properties": {
  "channel": {"type": "string", "minLength": 1}, "value": {"@ref": "#/components/schemas/Value"}, "key": {"type": "string"}}},
"Sent": {"type": "object", "required": ["run", "number"], "properties": {"run": {"type": "string"}, "number": {"type": "integer"}}},
"Event": {"type": "object", "required": ["number", "at", "kind", "status", "data", "hash"], "properties": {
  "number": {"type": "integer"}, "at": {"@ref": "#/components/schemas/Time"}, "kind": {"type": "string"}, "epoch": {"type": "integer"}, "seq": {"type": "integer"},
  "status": {"@ref": "#/components/schemas/RunStatus"}, "worker": {"type": "string"}, "data": {"type": "object"}, "hash": {"type": "string"}}},
"Log": {"type": "object", "required": ["run", "events"], "properties": {
  "run": {"type": "string"}, "events": {"type": "array", "items": {"@ref": "#/components/schemas/Event"}}}},
"Check": {"type": "object", "required": ["source"], "additionalProperties": false, "properties": {
  "source": {"type": "string", "minLength": 1}, "name": {"type": "string", "default": "program.py"},
  "functions": {"description": "That it may call", "type": "array", "items": {"type": "string"}},
  "inputs": {"description": "Their names", "type": "array", "items": {"type": "string"}}}},
"Source": {"type": "object", "required": ["run", "name", "program", "source"], "properties": {
  "run": {"type": "string"}, "program": {"description": "The hash of its text", "type": "string"}, "name": {"type": "string"},
  "source": {"type": "string"}}},
"Output": {"type": "object", "required": ["run", "stdout", "stderr"], "properties": {"run": {"type": "string"}, "stdout": {"type": "string"}, "stderr": {"type": "string"}}},
"PendingCall": {"description": "That a program waits for", "type": "object", "required": ["id", "kind", "file", "line"], "properties": {
  "id": {"type": "integer"}, "kind": {"enum": ["call", "async", "timer"]}, "due": {"description": "Of a timer", "type": "number"},
  "function": {"type": "string"}, "args": {"type": "array", "items": {"@ref": "#/components/schemas/Value"}}, "kwargs": {"type": "object", "additionalProperties": {"@ref": "#/components/schemas/Value"}},
  "file": {"type": "string"}, "line": {"type": "integer"}}},
"Frame": {"type": "object", "required": ["function", "file", "line", "locals"], "properties": {
  "function": {"type": "string"}, "file": {"type": "string"}, "line": {"type": "integer"}, "column": {"type": "integer"},
  "end_line": {"type": "integer"}, "end_column": {"type": "integer"}, "source": {"type": "string"},
  "locals": {"description": "By repr()", "type": "object", "additionalProperties": {"type": "string"}}}},
"SessionStatus": {"enum": ["ready", "paused", "yielded", "done", "raised", "exhausted", "crashed"]},
"Moment": {"type": "object", "required": ["run", "seq", "status", "calls", "stack", "variables"], "properties": {
  "run": {"type": "string"}, "seq": {"type": "integer"}, "status": {"@ref": "#/components/schemas/SessionStatus"}, "calls": {"type": "array", "items": {"@ref": "#/components/schemas/PendingCall"}}, "stack": {"type": "array", "items": {"@ref": "#/components/schemas/Frame"}}, "variables": {"@ref": "#/components/schemas/Tags"},
  "stdout": {"type": "string"}}},
"Change": {"type": "object", "required": ["kind", "name", "before", "after"], "properties": {
  "kind": {"enum": ["status", "call", "stack", "task", "local", "global", "stdout"]}, "name": {"type": "string"}, "before": {"@ref": "#/components/schemas/MaybeText"},
  "after": {"@ref": "#/components/schemas/MaybeText"}}},
"Changes": {"type": "object", "required": ["run", "changes"], "properties": {
  "run": {"type": "string"}, "from": {"type": "integer"}, "to": {"type": "integer"}, "changes": {"type": "array", "items": {"@ref": "#/components/schemas/Change"}}}},
"WhatIf": {"type": "object", "required": ["alternatives"], "additionalProperties": false, "properties": {
  "seq": {"type": "integer", "minimum": 0}, "alternatives": {"type": "array", "minItems": 1, "maxItems": 8, "items": {"@ref": "#/components/schemas/Answers"}}}},
"Alternative": {"type": "object", "required": ["status", "result", "error", "calls", "changes"], "properties": {
  "status": {"@ref": "#/components/schemas/SessionStatus"}, "result": {"@ref": "#/components/schemas/Value"}, "error": {"@ref": "#/components/schemas/MaybeError"}, "limit": {"@ref": "#/components/schemas/MaybeText"}, "calls": {"type": "array", "items": {"@ref": "#/components/schemas/PendingCall"}}, "changes": {"type": "array", "items": {"@ref": "#/components/schemas/Change"}}}},
"Alternatives": {"type": "object", "required": ["run", "seq", "alternatives"], "properties": {
  "run": {"type": "string"}, "seq": {"type": "integer"}, "alternatives": {"type": "array", "items": {"@ref": "#/components/schemas/Alternative"}}}},
"Cancel": {"type": "object", "additionalProperties": false, "properties": {"reason": {"type": "string"}}},
"Retry": {"type": "object", "additionalProperties": false, "properties": {"limits": {"@ref": "#/components/schemas/Limits"}}},
"Fork": {"type": "object", "additionalProperties": false, "properties": {
  "seq": {"type": "integer", "minimum": 0}, "queue": {"type": "string"}, "answers": {"@ref": "#/components/schemas/Answers"},
  "repeat": {"description": "What the run has done since, by tools and children, may be done again; else such a fork is refused (409)", "type": "boolean"},
  "key": {"description": "Under the same key it is the fork that is there", "type": "string"}}},
"Answers": {"description": "By the numbers of their calls", "type": "object", "propertyNames": {"pattern": "^[0-9]+$"}, "additionalProperties": {"@ref": "#/components/schemas/AnswerOrError"}},
"Decision": {"type": "object", "required": ["verdict", "shown"], "additionalProperties": false, "properties": {
  "verdict": {"enum": ["approve", "deny", "answer"]}, "shown": {"type": "string", "minLength": 1}, "reason": {"type": "string"},
  "args": {"description": "All that are passed without a name", "type": "array"}, "kwargs": {"description": "All others", "type": "object"},
  "changes": {"description": "Only the arguments that differ, by the names of the parameters, or by their places: 0, 1, …", "type": "object"},
  "result": {"@ref": "#/components/schemas/Value"}, "error": {"@ref": "#/components/schemas/NewError"}, "grant": {"@ref": "#/components/schemas/DecisionGrant"}}},
"AnswerOrError": {"type": "object", "additionalProperties": false, "properties": {
  "result": {"@ref": "#/components/schemas/Value"}, "error": {"@ref": "#/components/schemas/NewError"}}},
"Claim": {"type": "object", "additionalProperties": false, "properties": {"seconds": {"type": "integer", "default": 900, "minimum": 1, "maximum": 604800}}},
"To": {"type": "object", "required": ["to"], "additionalProperties": false, "properties": {"to": {"type": "string", "minLength": 1}}},
"Roles": {"type": "object", "additionalProperties": false, "properties": {"roles": {"type": "array", "items": {"type": "string"}}}},
"Text": {"type": "object", "required": ["text"], "additionalProperties": false, "properties": {"text": {"type": "string", "minLength": 1}}},
"GrantRule": {"description": "Of an argument: `is`, or `between`, or any value", "type": "object", "required": ["name"], "additionalProperties": false, "properties": {
  "name": {"description": "The keyword that it is passed by, or its place among the others: 0, 1, …", "type": "string", "minLength": 1},
  "is": {"description": "This, and nothing else", "@ref": "#/components/schemas/Value"},
  "between": {"description": "A number from the first to the second, both included", "type": "array", "minItems": 2, "maxItems": 2, "items": {"@ref": "#/components/schemas/Value"}}}},
"DecisionGrant": {"description": "Later calls of the function, in this tenant and queue, are approved, too. Arguments without a rule have to be those of the call", "type": "object", "required": ["seconds"], "additionalProperties": false, "properties": {
  "seconds": {"description": "For how long it is good", "type": "integer", "minimum": 1, "maximum": 31622400},
  "times": {"description": "For how many calls", "type": "integer", "minimum": 1, "default": 1}, "reason": {"type": "string"},
  "any_others": {"description": "Arguments without a rule may be there, and anything", "type": "boolean"}, "arguments": {"type": "array", "items": {"@ref": "#/components/schemas/GrantRule"}},
  "same_program": {"description": "Only for the program of this call", "type": "boolean"}}},
"NewGrant": {"type": "object", "required": ["function", "seconds"], "additionalProperties": false, "properties": {
  "function": {"type": "string", "minLength": 1}, "tenant": {"type": "string"}, "queue": {"type": "string"},
  "program": {"description": "Only of the program with this hash", "type": "string"},
  "seconds": {"description": "For how long it is good", "type": "integer", "minimum": 1, "maximum": 31622400},
  "times": {"description": "For how many calls", "type": "integer", "minimum": 1, "default": 1}, "reason": {"type": "string"},
  "key": {"description": "Under the same key the same person makes one", "type": "string"},
  "any_others": {"description": "Arguments without a rule may be there, and anything", "type": "boolean"}, "arguments": {"type": "array", "items": {"@ref": "#/components/schemas/GrantRule"}}}},
"Grant": {"type": "object", "required": ["grant", "function", "arguments", "tenant", "until", "times", "used", "by"], "properties": {
  "grant": {"type": "string"}, "function": {"type": "string"}, "arguments": {"type": "array", "items": {"@ref": "#/components/schemas/GrantRule"}}, "any_others": {"type": "boolean"},
  "tenant": {"type": "string"}, "queue": {"@ref": "#/components/schemas/MaybeText"}, "program": {"@ref": "#/components/schemas/MaybeText"}, "until": {"@ref": "#/components/schemas/Time"}, "times": {"type": "integer"},
  "used": {"type": "integer"}, "by": {"type": "string"}, "as": {"type": "array", "items": {"type": "string"}}, "reason": {"type": "string"},
  "at": {"@ref": "#/components/schemas/Time"}, "call": {"description": "run:call that it was made at; null: by itself", "type": ["string", "null"]}, "revoked_by": {"@ref": "#/components/schemas/MaybeText"},
  "revoked_at": {"@ref": "#/components/schemas/MaybeTime"}}},
"Grants": {"type": "object", "required": ["grants"], "properties": {"grants": {"type": "array", "items": {"@ref": "#/components/schemas/Grant"}}}},
"Answered": {"type": "object", "required": ["is_new"], "properties": {"is_new": {"type": "boolean"}}},
"Audit": {"type": "object", "required": ["records", "next"], "properties": {
  "records": {"type": "array", "items": {"type": "object", "required": ["number", "at", "action", "tenant", "run", "who", "how", "from", "data", "hash"], "properties": {
    "number": {"type": "integer"}, "at": {"@ref": "#/components/schemas/Time"}, "action": {"type": "string"}, "tenant": {"@ref": "#/components/schemas/MaybeText"},
    "run": {"@ref": "#/components/schemas/MaybeText"}, "who": {"@ref": "#/components/schemas/MaybeText"}, "how": {"@ref": "#/components/schemas/MaybeText"},
    "from": {"@ref": "#/components/schemas/MaybeText"}, "data": {"type": "object"}, "hash": {"type": "string"}}}},
  "next": {"type": ["integer", "null"]}}},
"QueueStats": {"type": "object", "required": ["queue", "runs"], "properties": {
  "queue": {"type": "string"}, "runs": {"description": "How many of each status", "type": "object", "additionalProperties": {"type": "integer"}},
  "ready_for_ms": {"type": ["integer", "null"]}, "approvals": {"type": "integer"}, "in_doubt": {"type": "integer"}, "held": {"type": "integer"},
  "unanswered": {"type": "integer"}, "deferred": {"type": "integer"}}},
"Stats": {"type": "object", "required": ["queues"], "properties": {
  "queues": {"type": "array", "items": {"@ref": "#/components/schemas/QueueStats"}}}},
"Finding": {"type": "object", "required": ["kind", "type", "message", "file", "line", "column"], "properties": {
  "kind": {"enum": ["syntax", "unknown-name", "unknown-import", "arguments", "warning", "misfit"]}, "type": {"type": "string"},
  "message": {"type": "string"}, "file": {"type": "string"}, "line": {"type": "integer"}, "column": {"type": "integer"},
  "end_line": {"type": "integer"}, "end_column": {"type": "integer"}}},
"Findings": {"type": "object", "required": ["status", "findings"], "properties": {
  "status": {"enum": ["done", "raised"]}, "findings": {"type": "array", "items": {"@ref": "#/components/schemas/Finding"}}, "stdout": {"type": "string"}, "stderr": {"type": "string"}, "result": {"@ref": "#/components/schemas/Value"},
  "error": {"@ref": "#/components/schemas/MaybeError"}, "limit": {"@ref": "#/components/schemas/MaybeText"}, "pending": {"type": "array", "items": {"@ref": "#/components/schemas/PendingCall"}}, "spent": {"type": "object", "additionalProperties": {"type": "integer"}}}},
"Execution": {"type": "object", "required": ["code"], "additionalProperties": false, "properties": {
  "code": {"type": "string", "minLength": 1}, "inputs": {"type": "object"}, "timeout_ms": {"description": "60000 at most: more is taken for that", "type": "integer", "minimum": 0}}},
"Executed": {"type": "object", "required": ["status", "stdout", "stderr", "result", "error"], "properties": {
  "status": {"enum": ["done", "raised", "exhausted", "crashed"]}, "stdout": {"type": "string"}, "stderr": {"type": "string"}, "result": {"@ref": "#/components/schemas/Value"},
  "error": {"@ref": "#/components/schemas/MaybeError"}, "limit": {"@ref": "#/components/schemas/MaybeText"}, "pending": {"type": "array", "items": {"@ref": "#/components/schemas/PendingCall"}}, "spent": {"type": "object", "additionalProperties": {"type": "integer"}},
  "findings": {"description": "Of a program that doesn't compile", "type": "array", "items": {"@ref": "#/components/schemas/Finding"}},
  "frames": {"description": "Where it was when a limit ended it", "type": "array", "items": {"@ref": "#/components/schemas/Place"}},
  "display": {"description": "What it showed, each by MIME types: texts, or {\"$bytes\": base64}", "type": "array", "items": {"type": "object"}},
  "result_is_repr": {"description": "`result` is a text for people: it has no form in JSON", "type": "boolean"},
  "warnings": {"type": "array", "items": {"type": "string"}}, "crash": {"type": "object"}}},
"Schedule": {"type": "object", "required": ["schedule", "every", "zone", "missed", "name", "tenant", "queue", "paused", "next", "runs"], "properties": {
  "schedule": {"type": "string"}, "every": {"type": "string"}, "zone": {"type": "string"}, "missed": {"enum": ["skip", "once", "all"]},
  "name": {"type": "string"}, "tenant": {"type": "string"}, "queue": {"type": "string"}, "key": {"@ref": "#/components/schemas/MaybeText"},
  "priority": {"type": "integer"}, "tags": {"@ref": "#/components/schemas/Tags"}, "created": {"@ref": "#/components/schemas/Time"},
  "by": {"@ref": "#/components/schemas/MaybeText"}, "paused": {"type": "boolean"}, "next": {"@ref": "#/components/schemas/MaybeTime"},
  "last": {"@ref": "#/components/schemas/MaybeTime"}, "last_run": {"@ref": "#/components/schemas/MaybeText"}, "runs": {"type": "integer"}}},
"Schedules": {"type": "object", "required": ["schedules"], "properties": {"schedules": {"type": "array", "items": {"@ref": "#/components/schemas/Schedule"}}}},
"NewSchedule": {"type": "object", "required": ["every", "source"], "additionalProperties": false, "properties": {
  "every": {"type": "string", "minLength": 1}, "zone": {"type": "string", "default": "UTC"}, "missed": {"enum": ["skip", "once", "all"]},
  "source": {"type": "string", "minLength": 1}, "name": {"type": "string", "default": "program.py"}, "inputs": {"type": "object"},
  "arguments": {"type": "array", "items": {"type": "string"}}, "files": {"@ref": "#/components/schemas/FileTexts"},
  "stdin": {"@ref": "#/components/schemas/Content"}, "environ": {"@ref": "#/components/schemas/Tags"}, "tenant": {"type": "string"}, "queue": {"type": "string", "default": "default"},
  "key": {"type": "string"}, "priority": {"type": "integer"}, "tags": {"@ref": "#/components/schemas/Tags"},
  "limits": {"@ref": "#/components/schemas/Limits"}, "seed": {"type": "integer", "minimum": 0}}},
"Webhook": {"type": "object", "required": ["webhook", "tenant", "url", "types", "at"], "properties": {
  "webhook": {"type": "string"}, "tenant": {"type": "string"}, "url": {"type": "string"}, "types": {"type": "array", "items": {"type": "string"}},
  "at": {"@ref": "#/components/schemas/Time"}}},
"Notice": {"type": "object", "required": ["id", "webhook", "type", "run", "at", "attempts", "due", "problem"], "properties": {
  "id": {"type": "string"}, "webhook": {"type": "string"}, "type": {"type": "string"}, "run": {"type": "string"}, "at": {"@ref": "#/components/schemas/Time"},
  "attempts": {"type": "integer"}, "due": {"description": "null: given up", "type": ["string", "null"], "format": "date-time"},
  "problem": {"type": "string"}}},
"Webhooks": {"type": "object", "required": ["webhooks", "notices"], "properties": {
  "webhooks": {"type": "array", "items": {"@ref": "#/components/schemas/Webhook"}}, "notices": {"type": "array", "items": {"@ref": "#/components/schemas/Notice"}}}},
"NewWebhook": {"type": "object", "required": ["url", "secrets"], "additionalProperties": false, "properties": {
  "tenant": {"type": "string", "default": "default"}, "url": {"type": "string", "minLength": 1},
  "types": {"description": "As fermata webhook has them; none: all", "type": "array", "items": {"type": "string"}},
  "secrets": {"type": "array", "minItems": 1, "items": {"type": "string"}}}},
"Worker": {"type": "object", "required": ["worker", "alive", "queues", "tools", "functions"], "properties": {
  "worker": {"type": "string"}, "alive": {"type": "boolean"}, "host": {"type": "string"}, "process": {"type": "integer"},
  "queues": {"type": "array", "items": {"type": "string"}},
  "tools": {"description": "Functions that it answers", "type": "array", "items": {"type": "string"}},
  "functions": {"description": "That others answer", "type": "array", "items": {"type": "string"}},
  "types": {"description": "Classes that programs may use", "type": "array", "items": {"type": "string"}}, "runs": {"type": "integer"},
  "concurrency": {"type": "integer"}, "since": {"@ref": "#/components/schemas/Time"}, "seen": {"@ref": "#/components/schemas/Time"}}},
"Workers": {"type": "object", "required": ["workers"], "properties": {
  "workers": {"type": "array", "items": {"@ref": "#/components/schemas/Worker"}}}},
"NewFiles": {"type": "object", "required": ["files"], "additionalProperties": false, "properties": {"files": {"@ref": "#/components/schemas/FileTexts"}}},
"Content": {"description": "Text that is UTF-8, or {\"$bytes\": \"base64\"}", "type": ["string", "object"]},
"FileTexts": {"description": "By their paths, from /home/user", "type": "object", "additionalProperties": {"@ref": "#/components/schemas/Content"}},
"FileData": {"type": "object", "required": ["path", "size", "data"], "properties": {"path": {"@ref": "#/components/schemas/Content"}, "size": {"type": "integer"}, "data": {"@ref": "#/components/schemas/Content"}}},
"Files": {"type": "object", "required": ["files"], "properties": {"files": {"type": "array", "items": {"type": "object", "required": ["path", "size"], "properties": {
  "path": {"@ref": "#/components/schemas/Content"}, "size": {"type": "integer"}}}}}},
"NewSession": {"type": "object", "additionalProperties": false, "properties": {
  "tenant": {"type": "string"}, "timeout_ms": {"description": "60000 at most: more is taken for that", "type": "integer", "minimum": 0}, "idle_seconds": {"description": "86400 at most: more is taken for that", "type": "integer", "minimum": 0},
  "limits": {"@ref": "#/components/schemas/Limits"}, "files": {"@ref": "#/components/schemas/FileTexts"}}},
"Session": {"type": "object", "required": ["session", "tenant", "by", "status", "runs", "bytes", "timeout_ms", "expires_in"], "properties": {
  "session": {"type": "string"}, "tenant": {"type": "string"}, "by": {"type": "string"}, "status": {"enum": ["idle", "running", "paused"]},
  "runs": {"type": "integer"}, "bytes": {"type": "integer"}, "timeout_ms": {"type": "integer"}, "expires_in": {"type": "integer"}}},
"Sessions": {"type": "object", "required": ["sessions"], "properties": {"sessions": {"type": "array", "items": {"@ref": "#/components/schemas/Session"}}}},
"OpenApi": {"type": "object"}
})json";
}

}  // namespace fermata::server
