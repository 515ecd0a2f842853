#include "durable/rows/digests.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

#define MESSAGE_COLUMNS "run, number, channel, value, key, at, consumed_by"

constexpr Statement kLast{"SELECT coalesce(max(number), 0) FROM message WHERE run = $1"};
constexpr Statement kInsert{"INSERT INTO message (" MESSAGE_COLUMNS ") VALUES ($1, $2, $3, $4, $5, $6, NULL)"};
constexpr Statement kNext{"SELECT " MESSAGE_COLUMNS
                          " FROM message WHERE run = $1 AND channel = $2 AND consumed_by IS NULL ORDER BY number LIMIT 1"};
constexpr Statement kConsume{"UPDATE message SET consumed_by = $1 WHERE run = $2 AND number = $3 AND consumed_by IS NULL"};
constexpr Statement kOfRun{"SELECT " MESSAGE_COLUMNS " FROM message WHERE run = $1 ORDER BY number"};
constexpr Statement kOfKey{"SELECT " MESSAGE_COLUMNS " FROM message WHERE run = $1 AND key = $2"};

Message message_from(const Row& row) {
  return {.run = row.text(0),
          .channel = row.text(2),
          .value = data_from(row.text(3)),
          .key = row.text_or_empty(4),
          .number = row.count(1),
          .at = row.number(5),
          .consumed_by = uint64_t(row.maybe_number(6).value_or(0))};
}

}  // namespace

uint64_t insert_message(LockedRun& run, Message message) {
  Database& database = run.transaction().database;
  const uint64_t number = database.run(kLast, {run.row.id}).at(0).count(0) + 1;
  message.at = run.transaction().now;
  run.witness(digest_name("message", number), digest_of(message));
  database.write(kInsert, {run.row.id, number, message.channel, to_json(message.value), or_null(message.key), message.at});
  return number;
}

std::optional<Data> take_message(LockedRun& run, const RunCall& call) {
  Database& database = run.transaction().database;
  const auto row = database.find(kNext, {run.row.id, call.channel});
  if (!row) return std::nullopt;
  Message message = message_from(*row);
  message.consumed_by = call.call.id;
  run.witness(digest_name("taken", message.number), digest_of_taken(message));
  database.change(kConsume, {call.call.id, run.row.id, message.number},
                  "message " + std::to_string(message.number) + " of run " + run.row.id);
  return message.value;
}

std::vector<Message> messages_of(Database& database, const std::string& run) {
  std::vector<Message> messages;
  for (const Row& row : database.run(kOfRun, {run})) messages.push_back(message_from(row));
  return messages;
}

std::optional<Message> find_message(Database& database, const std::string& run, const std::string& key) {
  const auto row = database.find(kOfKey, {run, key});
  return row ? std::optional(message_from(*row)) : std::nullopt;
}

}  // namespace fermata::durable
