#include "durable/rows/exported.h"

#include <algorithm>
#include <array>
#include <utility>

#include "durable/rows/states.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

constexpr int64_t kFormat = 1;      // of the file
constexpr int64_t kWithPieces = 2;  // with states that earlier releases can't put together

[[noreturn]] void refuse(const std::string& why) { throw Refused("this isn't the file of a run: " + why); }

// What a column holds: a text, a number or bytes; NULL in any.
enum class Type : uint8_t { kText, kNumber, kBytes };
struct Column {
  const char* name;
  Type type;
};

// A table's rows of one run. Columns are added at the end: a file that lacks some is an earlier release's.
template <size_t n>
struct Table {
  const char* name;
  std::array<Column, n> columns;
  Statement select, insert;
};

// Where the column `name` stands in a row.
template <size_t n>
consteval size_t place_of(const Table<n>& table, std::string_view name) {
  const auto column = std::ranges::find(table.columns, name, [](const Column& one) { return std::string_view(one.name); });
  if (column == table.columns.end()) throw "there is no such column";
  return size_t(column - table.columns.begin());
}

#define TEXT(name) \
  Column { #name, Type::kText }
#define NUMBER(name) \
  Column { #name, Type::kNumber }
#define BYTES(name) \
  Column { #name, Type::kBytes }

constexpr Table<2> kProgram{"program",
                            {TEXT(hash), BYTES(text)},
                            {"SELECT hash, text FROM program WHERE hash IN (SELECT program FROM run WHERE id = $1)"},
                            {"INSERT INTO program (hash, text) VALUES ($1, $2) ON CONFLICT (hash) DO NOTHING"}};

#define RUN_COLUMNS                                                                                                                \
  "id, tenant, queue, name, status, epoch, seq, owner, lease_until, ready_at, wake_at, timer_at, goes_on, failures, key, parent, " \
  "priority, tags, program, inputs, limits, spent, created, ended, outcome, events, head, submitted_by, parent_call, root, forked_by"
constexpr Table<31> kRun{"run",
                         {TEXT(id),        TEXT(tenant),     TEXT(queue),         TEXT(name),         TEXT(status),        NUMBER(epoch),
                          NUMBER(seq),     TEXT(owner),      NUMBER(lease_until), NUMBER(ready_at),   NUMBER(wake_at),     NUMBER(timer_at),
                          NUMBER(goes_on), NUMBER(failures), TEXT(key),           TEXT(parent),       NUMBER(priority),    TEXT(tags),
                          TEXT(program),   TEXT(inputs),     TEXT(limits),        TEXT(spent),        NUMBER(created),     NUMBER(ended),
                          TEXT(outcome),   NUMBER(events),   TEXT(head),          TEXT(submitted_by), NUMBER(parent_call), TEXT(root),
                          TEXT(forked_by)},
                         {"SELECT " RUN_COLUMNS " FROM run WHERE id = $1"},
                         {"INSERT INTO run (" RUN_COLUMNS
                          ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, "
                          "$23, $24, $25, $26, $27, $28, $29, $30, $31)"}};

#define SNAPSHOT_COLUMNS "run, seq, parent, hash, at, timer_at, goes_on, stdout, stderr, state, stored"
constexpr Table<11> kSnapshot{"snapshot",
                              {TEXT(run), NUMBER(seq), TEXT(parent), TEXT(hash), NUMBER(at), NUMBER(timer_at), NUMBER(goes_on),
                               BYTES(stdout), BYTES(stderr), BYTES(state), TEXT(stored)},
                              {"SELECT " SNAPSHOT_COLUMNS " FROM snapshot WHERE run = $1 ORDER BY seq"},
                              {"INSERT INTO snapshot (" SNAPSHOT_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"}};

#define PIECE_COLUMNS "run, seq, number, bytes"
constexpr Table<4> kPiece{"piece",
                          {TEXT(run), NUMBER(seq), NUMBER(number), BYTES(bytes)},
                          {"SELECT " PIECE_COLUMNS " FROM piece WHERE run = $1 ORDER BY seq, number"},
                          {"INSERT INTO piece (" PIECE_COLUMNS ") VALUES ($1, $2, $3, $4)"}};

#define CALL_COLUMNS                                                                                                                    \
  "run, id, seq, key, function, args, kind, file, line, state, policy, tool, idempotent, attempts, answer, consumed_by, abandoned_by, " \
  "retries, due_at, reason, channel, asked, deadline_at, child"
constexpr Table<24> kCall{
    "call",
    {TEXT(run),          NUMBER(id),       NUMBER(seq),   TEXT(key),           TEXT(function),       TEXT(args),
     TEXT(kind),         TEXT(file),       NUMBER(line),  TEXT(state),         TEXT(policy),         TEXT(tool),
     NUMBER(idempotent), NUMBER(attempts), TEXT(answer),  NUMBER(consumed_by), NUMBER(abandoned_by), TEXT(retries),
     NUMBER(due_at),     TEXT(reason),     TEXT(channel), TEXT(asked),         NUMBER(deadline_at),  TEXT(child)},
    {"SELECT " CALL_COLUMNS " FROM call WHERE run = $1 ORDER BY id"},
    {"INSERT INTO call (" CALL_COLUMNS
     ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)"}};

constexpr Statement kOfKey{"SELECT id FROM run WHERE tenant = $1 AND key = $2"};
constexpr Statement kOfCall{"SELECT id FROM run WHERE parent = $1 AND parent_call = $2"};

#define ATTEMPT_COLUMNS "run, call, number, worker, epoch, began, ended, outcome, error"
constexpr Table<9> kAttempt{
    "attempt",
    {TEXT(run), NUMBER(call), NUMBER(number), TEXT(worker), NUMBER(epoch), NUMBER(began), NUMBER(ended), TEXT(outcome), TEXT(error)},
    {"SELECT " ATTEMPT_COLUMNS " FROM attempt WHERE run = $1 ORDER BY call, number"},
    {"INSERT INTO attempt (" ATTEMPT_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)"}};

#define DECISION_COLUMNS "run, call, number, seq, shown, who, channel, verdict, reason, args, edited, at, roles, granted"
constexpr Table<14> kDecision{
    "decision",
    {TEXT(run), NUMBER(call), NUMBER(number), NUMBER(seq), TEXT(shown), TEXT(who), TEXT(channel), TEXT(verdict), TEXT(reason), TEXT(args),
     TEXT(edited), NUMBER(at), TEXT(roles), TEXT(granted)},
    {"SELECT " DECISION_COLUMNS " FROM decision WHERE run = $1 ORDER BY call, number"},
    {"INSERT INTO decision (" DECISION_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"}};
constexpr size_t kDecisionNumber = place_of(kDecision, "number");

#define REMARK_COLUMNS "run, call, number, who, question, text, at"
constexpr Table<7> kRemark{"remark",
                           {TEXT(run), NUMBER(call), NUMBER(number), TEXT(who), NUMBER(question), TEXT(text), NUMBER(at)},
                           {"SELECT " REMARK_COLUMNS " FROM remark WHERE run = $1 ORDER BY call, number"},
                           {"INSERT INTO remark (" REMARK_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7)"}};

#define EVENT_COLUMNS "run, number, at, kind, epoch, seq, status, worker, data, hash"
constexpr Table<10> kEvent{
    "event",
    {TEXT(run), NUMBER(number), NUMBER(at), TEXT(kind), NUMBER(epoch), NUMBER(seq), TEXT(status), TEXT(worker), TEXT(data), TEXT(hash)},
    {"SELECT " EVENT_COLUMNS " FROM event WHERE run = $1 ORDER BY number"},
    {"INSERT INTO event (" EVENT_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"}};

#define MESSAGE_COLUMNS "run, number, channel, value, key, at, consumed_by"
constexpr Table<7> kMessage{"message",
                            {TEXT(run), NUMBER(number), TEXT(channel), TEXT(value), TEXT(key), NUMBER(at), NUMBER(consumed_by)},
                            {"SELECT " MESSAGE_COLUMNS " FROM message WHERE run = $1 ORDER BY number"},
                            {"INSERT INTO message (" MESSAGE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, $7)"}};

// In an order in which they can be written.
template <class F>
void each_table(F visit) {
  visit(kProgram);
  visit(kRun);
  visit(kSnapshot);
  visit(kPiece);
  visit(kCall);
  visit(kAttempt);
  visit(kDecision);
  visit(kRemark);
  visit(kEvent);
  visit(kMessage);
}

Data data_of(const Row& row, const Column* columns, size_t count) {
  Data::Pairs cells;
  for (size_t i = 0; i < count; ++i) {
    if (row.is_null(i)) continue;
    const Column& column = columns[i];
    cells.emplace_back(column.name, column.type == Type::kNumber ? Data(row.number(i))
                                    : column.type == Type::kText ? Data(row.text(i))
                                                                 : Data::bytes(row.text(i)));
  }
  return Data::dict(std::move(cells));
}

Row row_from(const Data& data, const Column* columns, size_t count) {
  if (data.type() != Data::Type::kDict) refuse("a row isn't an object");
  Row row;
  for (size_t i = 0; i < count; ++i) {
    const Data* cell = data.find(columns[i].name);
    if (!cell) row.cells.emplace_back();
    else if (columns[i].type == Type::kNumber && cell->is_small_int()) row.cells.emplace_back(cell->as_int());
    else if (columns[i].type == Type::kText && cell->is_str()) row.cells.emplace_back(cell->as_str());
    else if (columns[i].type == Type::kBytes && cell->type() == Data::Type::kBytes) row.cells.emplace_back(cell->as_str());
    else refuse(std::string("a column ") + columns[i].name + " isn't of its type");
  }
  return row;
}

Param param_of(const Row::Cell& cell, Type type) {
  if (const auto* number = std::get_if<int64_t>(&cell)) return *number;
  const auto* text = std::get_if<std::string>(&cell);
  if (!text) return std::nullopt;
  return type == Type::kBytes ? Param(BytesView{*text}) : Param(*text);
}
template <size_t n, size_t... i>
void insert(Database& database, const Table<n>& table, const Row& row, std::index_sequence<i...>) {
  database.write(table.insert, {param_of(row.cells.at(i), table.columns[i].type)...});
}

}  // namespace

std::string exported(Database& database, const std::string& run) {
  Data::Pairs tables{{"fermata_run", count_pieces(database, run).empty() ? kFormat : kWithPieces}};
  each_table([&](const auto& table) {
    Data::Items rows;
    for (const Row& row : database.run(table.select, {run})) rows.push_back(data_of(row, table.columns.data(), table.columns.size()));
    tables.emplace_back(table.name, Data::list(std::move(rows)));
  });
  const Data file = Data::dict(std::move(tables));
  if (file.find("run")->items().empty()) throw Refused("there is no run " + run);
  return to_json(file) + "\n";
}

ExportedRun exported_from(std::string_view text) {
  Data file;
  std::string problem;
  if (!from_json(text, &file, &problem)) refuse(problem);
  const Data* format = file.type() == Data::Type::kDict ? file.find("fermata_run") : nullptr;
  if (!format || !format->is_small_int()) refuse("it has no fermata_run");
  if (format->as_int() != kFormat && format->as_int() != kWithPieces)
    refuse("its format is " + std::to_string(format->as_int()) + ", a later release's");
  ExportedRun run;
  each_table([&](const auto& table) {
    const Data* rows = file.find(table.name);
    const std::string_view name = table.name;
    if (!rows && (name == kMessage.name || name == kRemark.name || name == kPiece.name)) return;  // an earlier release's file
    if (!rows || rows->type() != Data::Type::kList) refuse(std::string("it has no rows of ") + table.name);
    for (const Data& row : rows->items()) run.rows[table.name].push_back(row_from(row, table.columns.data(), table.columns.size()));
  });
  // (In an earlier release there was one decision about a call.)
  for (Row& row : run.rows["decision"])
    if (row.is_null(kDecisionNumber)) row.cells[kDecisionNumber] = int64_t(1);
  if (run.rows["run"].size() != 1 || run.rows["program"].size() != 1) refuse("it has one run, and one program");
  run.id = run.rows["run"][0].text_or_empty(0);
  const Row& program = run.rows["program"][0];
  if (run.id.empty() || sha256(program.text_or_empty(1)) != program.text_or_empty(0)) refuse("its program isn't what its hash says");
  for (const char* table : {"snapshot", "piece", "call", "attempt", "decision", "remark", "event", "message"})
    for (const Row& row : run.rows[table])
      if (row.text_or_empty(0) != run.id) refuse(std::string("a row of ") + table + " is another run's");
  return run;
}

void import(Database& database, const ExportedRun& run) {
  if (find_run(database, run.id)) throw Refused("run " + run.id + " is there already");
  const Row& row = run.rows.at("run")[0];
  constexpr size_t kTenant = place_of(kRun, "tenant"), kKey = place_of(kRun, "key"), kParent = place_of(kRun, "parent"),
                   kParentCall = place_of(kRun, "parent_call");
  if (const std::string key = row.text_or_empty(kKey); !key.empty())
    if (const auto other = database.find(kOfKey, {row.text_or_empty(kTenant), key}))
      throw Refused("its key '" + key + "' is that of run " + other->text(0));
  if (const std::optional<int64_t> call = row.maybe_number(kParentCall))
    if (const auto other = database.find(kOfCall, {row.text_or_empty(kParent), *call}))
      throw Refused("run " + other->text(0) + " is the child that it is said to be");
  each_table([&]<size_t n>(const Table<n>& table) {
    const auto rows = run.rows.find(table.name);
    if (rows == run.rows.end()) return;
    for (const Row& row : rows->second) insert(database, table, row, std::make_index_sequence<n>());
  });
}

}  // namespace fermata::durable
