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
  "int_digits": {"type": "integer", "minimum": 0}, "wall_ms": {"type": "integer", "minimum": 0}}},
"Problem": {"type": "object", "required": ["type", "title", "status", "detail"], "properties": {
  "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"}, "detail": {"type": "string"}}},
"Error": {"type": "object", "required": ["type", "message"], "properties": {
  "type": {"type": "string"}, "message": {"type": "string"}, "traceback": {"type": "string"}}},
"Submission": {"type": "object", "required": ["source"], "additionalProperties": false, "properties": {
  "source": {"type": "string", "minLength": 1}, "name": {"type": "string", "default": "program.py"}, "inputs": {"type": "object"},
  "arguments": {"type": "array", "items": {"type": "string"}}, "files": {"@ref": "#/components/schemas/FileTexts"},
  "stdin": {"@ref": "#/components/schemas/Content"}, "environ": {"@ref": "#/components/schemas/Tags"}, "tenant": {"type": "string"}, "queue": {"type": "string", "default": "default"},
  "key": {"type": "string"}, "priority": {"type": "integer"}, "tags": {"@ref": "#/components/schemas/Tags"},
  "limits": {"@ref": "#/components/schemas/Limits"}, "seed": {"type": "integer", "minimum": 0}, "zone": {"type": "string", "default": "UTC"}, "delay_ms": {"type": "integer", "minimum": 0}}},
"Run": {"type": "object", "required": ["run", "status", "name", "tenant", "queue", "seq", "created", "result", "error"], "properties": {
  "run": {"type": "string"}, "status": {"enum": ["ready", "running", "waiting", "sleeping", "done", "raised", "cancelled", "dead"]},
  "name": {"type": "string"}, "tenant": {"type": "string"}, "queue": {"type": "string"}, "key": {"@ref": "#/components/schemas/MaybeText"},
  "parent": {"@ref": "#/components/schemas/MaybeText"}, "parent_call": {"type": ["integer", "null"]}, "root": {"@ref": "#/components/schemas/MaybeText"},
  "priority": {"type": "integer"}, "tags": {"@ref": "#/components/schemas/Tags"}, "seq": {"type": "integer"}, "epoch": {"type": "integer"},
  "owner": {"@ref": "#/components/schemas/MaybeText"}, "failures": {"type": "integer"}, "created": {"@ref": "#/components/schemas/Time"},
  "due": {"@ref": "#/components/schemas/MaybeTime"}, "ended": {"@ref": "#/components/schemas/MaybeTime"},
  "result": {"@ref": "#/components/schemas/Value"}, "error": {"oneOf": [{"type": "null"}, {"@ref": "#/components/schemas/Error"}]},
  "reason": {"@ref": "#/components/schemas/MaybeText"}, "limit": {"@ref": "#/components/schemas/MaybeText"},
  "problem": {"description": "Why nobody answers what it waits for; of GET /v1/runs/{run}", "type": ["string", "null"]}}},
"Runs": {"type": "object", "required": ["runs"], "properties": {
  "runs": {"type": "array", "items": {"@ref": "#/components/schemas/Run"}}, "next": {"@ref": "#/components/schemas/MaybeText"}}},
"Call": {"type": "object", "required": ["key", "state", "function", "args", "kwargs"], "properties": {
  "key": {"type": "string"}, "state": {"enum": ["awaiting_approval", "pending", "dispatched", "deferred", "in_doubt", "held", "answered", "raised", "abandoned"]},
  "function": {"type": "string"},
  "args": {"description": "null in a list: they take more than 16 kB", "type": ["array", "null"]}, "kwargs": {"type": ["object", "null"]}, "file": {"type": "string"}, "line": {"type": "integer"},
  "tool": {"@ref": "#/components/schemas/MaybeText"}, "idempotent": {"type": "boolean"}, "attempts": {"type": "integer"},
  "due": {"@ref": "#/components/schemas/MaybeTime"}, "reason": {"@ref": "#/components/schemas/MaybeText"},
  "problem": {"description": "Why nobody answers it; of GET /v1/calls", "type": ["string", "null"]},
  "policy": {"@ref": "#/components/schemas/MaybeText"}, "said": {"type": "object"}, "tenant": {"type": "string"}, "queue": {"type": "string"}, "by": {"@ref": "#/components/schemas/MaybeText"},
  "shown": {"type": "string"}, "roles": {"type": "array", "items": {"type": "string"}}, "quorum": {"type": "integer"},
  "approved": {"type": "array"}, "deadline": {"@ref": "#/components/schemas/MaybeTime"}, "overdue": {"type": "boolean"},
  "escalated": {"type": "boolean"}, "claimed_by": {"@ref": "#/components/schemas/MaybeText"}, "thread": {"type": "array"},
  "question": {"description": "That a program asks by ask(): it takes an answer", "type": ["string", "null"]},
  "schema": {"description": "JSON Schema of the answer to it", "type": ["object", "null"]}}},
"Calls": {"type": "object", "required": ["run", "calls"], "properties": {"run": {"type": "string"}, "calls": {"type": "array", "items": {"@ref": "#/components/schemas/Call"}}}},
"Waiting": {"type": "object", "required": ["approvals", "others"], "properties": {
  "approvals": {"type": "array", "items": {"@ref": "#/components/schemas/Call"}}, "others": {"type": "array", "items": {"@ref": "#/components/schemas/Call"}},
  "next": {"@ref": "#/components/schemas/MaybeText"}}},
"Attempts": {"type": "object", "required": ["run", "attempts"], "properties": {"run": {"type": "string"}, "attempts": {"type": "array"}}},
"Decisions": {"type": "object", "required": ["run", "decisions"], "properties": {"run": {"type": "string"}, "decisions": {"type": "array"}}},
"Messages": {"type": "object", "required": ["run", "messages"], "properties": {"run": {"type": "string"}, "messages": {"type": "array"}}},
"NewMessage": {"type": "object", "required": ["channel"], "additionalProperties": false, "properties": {
  "channel": {"type": "string", "minLength": 1}, "value": {"@ref": "#/components/schemas/Value"}, "key": {"type": "string"}}},
"Sent": {"type": "object", "required": ["run", "number"], "properties": {"run": {"type": "string"}, "number": {"type": "integer"}}},
"Log": {"type": "object", "required": ["run", "events"], "properties": {"run": {"type": "string"}, "events": {"type": "array", "items": {"type": "object"}}}},
"Source": {"type": "object", "required": ["source"], "properties": {
  "run": {"type": "string"}, "program": {"type": "string"}, "name": {"type": "string"}, "source": {"type": "string"},
  "functions": {"type": "array", "items": {"type": "string"}}, "inputs": {"type": "array", "items": {"type": "string"}}}},
"Output": {"type": "object", "required": ["run", "stdout", "stderr"], "properties": {"run": {"type": "string"}, "stdout": {"type": "string"}, "stderr": {"type": "string"}}},
"Moment": {"type": "object", "required": ["run", "seq", "status", "calls", "stack", "variables"], "properties": {
  "run": {"type": "string"}, "seq": {"type": "integer"}, "status": {"type": "string"}, "calls": {"type": "array"}, "stack": {"type": "array"},
  "variables": {"type": "object", "additionalProperties": {"type": "string"}}, "stdout": {"type": "string"}}},
"Changes": {"type": "object", "required": ["run", "changes"], "properties": {"run": {"type": "string"}, "from": {"type": "integer"}, "to": {"type": "integer"}, "changes": {"type": "array"}}},
"WhatIf": {"type": "object", "required": ["alternatives"], "additionalProperties": false, "properties": {
  "seq": {"type": "integer", "minimum": 0}, "alternatives": {"type": "array", "minItems": 1, "maxItems": 8, "items": {"@ref": "#/components/schemas/Answers"}}}},
"Alternatives": {"type": "object", "required": ["run", "seq", "alternatives"], "properties": {"run": {"type": "string"}, "seq": {"type": "integer"}, "alternatives": {"type": "array"}}},
"Cancel": {"type": "object", "additionalProperties": false, "properties": {"reason": {"type": "string"}}},
"Retry": {"type": "object", "additionalProperties": false, "properties": {"limits": {"@ref": "#/components/schemas/Limits"}}},
"Fork": {"type": "object", "additionalProperties": false, "properties": {
  "seq": {"type": "integer", "minimum": 0}, "queue": {"type": "string"}, "answers": {"@ref": "#/components/schemas/Answers"},
  "repeat": {"description": "What the run has done since, by tools and children, may be done again; else such a fork is refused (409)", "type": "boolean"}}},
"Answers": {"description": "By the numbers of their calls", "type": "object", "propertyNames": {"pattern": "^[0-9]+$"}, "additionalProperties": {"@ref": "#/components/schemas/AnswerOrError"}},
"Decision": {"type": "object", "required": ["verdict", "shown"], "additionalProperties": false, "properties": {
  "verdict": {"enum": ["approve", "deny", "answer"]}, "shown": {"type": "string", "minLength": 1}, "reason": {"type": "string"},
  "args": {"type": "array"}, "kwargs": {"type": "object"}, "changes": {"description": "Only the arguments that differ, by the names of the parameters", "type": "object"},
  "result": {"@ref": "#/components/schemas/Value"}, "error": {"@ref": "#/components/schemas/Error"}, "grant": {"type": "object"}}},
"AnswerOrError": {"type": "object", "additionalProperties": false, "properties": {
  "result": {"@ref": "#/components/schemas/Value"}, "error": {"@ref": "#/components/schemas/Error"}}},
"Claim": {"type": "object", "additionalProperties": false, "properties": {"seconds": {"type": "integer", "minimum": 0, "maximum": 604800}}},
"To": {"type": "object", "required": ["to"], "additionalProperties": false, "properties": {"to": {"type": "string", "minLength": 1}}},
"Roles": {"type": "object", "additionalProperties": false, "properties": {"roles": {"type": "array", "items": {"type": "string"}}}},
"Text": {"type": "object", "required": ["text"], "additionalProperties": false, "properties": {"text": {"type": "string", "minLength": 1}}},
"NewGrant": {"type": "object", "required": ["function", "seconds"], "additionalProperties": false, "properties": {
  "function": {"type": "string", "minLength": 1}, "tenant": {"type": "string"}, "queue": {"type": "string"}, "program": {"type": "string"},
  "seconds": {"type": "integer", "minimum": 0}, "times": {"type": "integer", "minimum": 1}, "reason": {"type": "string"}, "any_others": {"type": "boolean"},
  "arguments": {"type": "array", "items": {"type": "object"}}}},
"Grant": {"type": "object", "required": ["grant", "function"], "properties": {"grant": {"type": "string"}, "function": {"type": "string"}}},
"Grants": {"type": "object", "required": ["grants"], "properties": {"grants": {"type": "array", "items": {"@ref": "#/components/schemas/Grant"}}}},
"Answered": {"type": "object", "required": ["is_new"], "properties": {"is_new": {"type": "boolean"}}},
"Audit": {"type": "object", "required": ["records", "next"], "properties": {
  "records": {"type": "array", "items": {"type": "object", "required": ["number", "at", "action", "tenant", "run", "who", "how", "from", "data", "hash"], "properties": {
    "number": {"type": "integer"}, "at": {"@ref": "#/components/schemas/Time"}, "action": {"type": "string"}, "tenant": {"@ref": "#/components/schemas/MaybeText"},
    "run": {"@ref": "#/components/schemas/MaybeText"}, "who": {"@ref": "#/components/schemas/MaybeText"}, "how": {"@ref": "#/components/schemas/MaybeText"},
    "from": {"@ref": "#/components/schemas/MaybeText"}, "data": {"type": "object"}, "hash": {"type": "string"}}}},
  "next": {"type": ["integer", "null"]}}},
"Stats": {"type": "object", "required": ["queues"], "properties": {"queues": {"type": "array", "items": {"type": "object"}}}},
"Findings": {"type": "object", "required": ["status", "findings"], "properties": {"status": {"enum": ["done", "raised"]}, "findings": {"type": "array"}}},
"Execution": {"type": "object", "required": ["code"], "additionalProperties": false, "properties": {
  "code": {"type": "string", "minLength": 1}, "inputs": {"type": "object"}, "timeout_ms": {"description": "60000 at most: more is taken for that", "type": "integer", "minimum": 0}}},
"Executed": {"type": "object", "required": ["status", "stdout", "stderr", "result", "error"], "properties": {
  "status": {"enum": ["done", "raised", "exhausted", "crashed"]}, "stdout": {"type": "string"}, "stderr": {"type": "string"},
  "result": {"@ref": "#/components/schemas/Value"}, "error": {"oneOf": [{"type": "null"}, {"@ref": "#/components/schemas/Error"}]},
  "limit": {"@ref": "#/components/schemas/MaybeText"}}},
"Schedule": {"type": "object", "required": ["schedule", "every", "zone", "missed", "name", "tenant", "queue", "paused", "next", "runs"], "properties": {
  "schedule": {"type": "string"}, "every": {"type": "string"}, "zone": {"type": "string"}, "missed": {"enum": ["skip", "once", "all"]},
  "name": {"type": "string"}, "tenant": {"type": "string"}, "queue": {"type": "string"}, "key": {"@ref": "#/components/schemas/MaybeText"},
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
"Webhooks": {"type": "object", "required": ["webhooks", "notices"], "properties": {
  "webhooks": {"type": "array", "items": {"@ref": "#/components/schemas/Webhook"}}, "notices": {"type": "array", "items": {"type": "object"}}}},
"NewWebhook": {"type": "object", "required": ["url", "secrets"], "additionalProperties": false, "properties": {
  "tenant": {"type": "string", "default": "default"}, "url": {"type": "string", "minLength": 1},
  "types": {"description": "As fermata webhook has them; none: all", "type": "array", "items": {"type": "string"}},
  "secrets": {"type": "array", "minItems": 1, "items": {"type": "string"}}}},
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
