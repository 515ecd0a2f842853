// Webhooks, and the notices that they are to get: the outbox.
#include <algorithm>

#include "durable/rows/sealing.h"
#include "durable/rows/text.h"
#include "durable/rows/transaction.h"
#include "durable/rows/webhooks.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

constexpr Statement kInsert{
    "INSERT INTO webhook (id, tenant, url, types, secrets, at) SELECT $1, $2, $3, $4, CAST($5 AS {bytes}), CAST($6 AS "
    "BIGINT)" WHERE_SEALED_WITH("$7")};
constexpr Statement kLockAll{"SELECT id, secrets FROM webhook ORDER BY id{lock}"};
constexpr Statement kSetSecrets{"UPDATE webhook SET secrets = $1 WHERE id = $2 AND EXISTS (SELECT 1" WHERE_SEALED_WITH("$3") ")"};
constexpr Statement kAll{"SELECT id, tenant, url, types, secrets, at FROM webhook WHERE tenant = $1 OR $2 = '' ORDER BY id"};
constexpr Statement kFind{"SELECT id, tenant, url, types, secrets, at FROM webhook WHERE id = $1"};
constexpr Statement kRemove{"DELETE FROM webhook WHERE id = $1"};
constexpr Statement kRemoveNotices{"DELETE FROM outbox WHERE webhook = $1"};
// (Types are kept with a blank before and behind each.)
constexpr Statement kTell{
    "INSERT INTO outbox (id, run, type, body, at, due_at, webhook, attempts, problem) SELECT $1, $2, "
    "$3, $4, CAST($5 AS BIGINT), CAST($6 AS BIGINT), id, 0, '' FROM webhook WHERE tenant = $7 AND types LIKE "
    "$8"};
#define NOTICE_COLUMNS "webhook, id, run, type, body, at, due_at, attempts, problem"
constexpr Statement kNotices{"SELECT " NOTICE_COLUMNS
                             " FROM outbox WHERE $1 = '' OR webhook IN (SELECT id FROM webhook WHERE tenant = $2) ORDER BY at, id"};
constexpr Statement kDue{"SELECT " NOTICE_COLUMNS " FROM outbox WHERE due_at <= $1 ORDER BY due_at LIMIT $2{skip}"};
constexpr Statement kNext{"SELECT min(due_at) FROM outbox WHERE due_at IS NOT NULL"};
constexpr Statement kTake{"UPDATE outbox SET due_at = $1, attempts = $2 WHERE webhook = $3 AND id = $4"};
constexpr Statement kDelivered{"DELETE FROM outbox WHERE webhook = $1 AND id = $2"};
constexpr Statement kNotDelivered{"UPDATE outbox SET due_at = $1, problem = $2 WHERE webhook = $3 AND id = $4 AND attempts = $5"};

Bound place(const std::string& webhook) { return {{"what", "webhook"}, {"webhook", webhook}}; }

std::vector<std::string> opened_secrets(const Seals& seals, const std::string& webhook, std::string stored) {
  std::string why;
  const auto text = seals.open(std::move(stored), place(webhook), &why);
  if (!text) throw StoreError(StoreError::Kind::kDamaged, "the list of secrets of webhook " + webhook + " " + why);
  std::vector<std::string> secrets;
  const Data list = data_from(*text);
  for (const Data& secret : list.items()) secrets.push_back(secret.as_str());
  return secrets;
}

Webhook webhook_from(const Row& row) {
  Webhook webhook;
  webhook.id = row.text(0);
  webhook.tenant = row.text(1);
  webhook.url = row.text(2);
  const std::string& types = row.text(3);
  for (const char* type : kNoticeTypes)
    if (types.find(" " + std::string(type) + " ") != types.npos) webhook.types.insert(type);
  webhook.at = row.number(5);
  return webhook;
}

void set_notice(Notice& notice, const Row& row) {
  notice.webhook = row.text(0);
  notice.id = row.text(1);
  notice.run = row.text(2);
  notice.type = row.text(3);
  notice.body = row.text(4);
  notice.at = row.number(5);
  notice.due = row.maybe_number(6);
  notice.attempts = row.count(7);
  notice.problem = row.text(8);
}

}  // namespace

void insert_webhook(Transaction& transaction, const Webhook& webhook) {
  std::string types = " ";
  for (const std::string& type : webhook.types) types += type + " ";
  const Sealed secrets = transaction.seals.seal(to_json(names_data(webhook.secrets)), place(webhook.id));
  transaction.database.write_one(kInsert,
                                 {webhook.id, webhook.tenant, webhook.url, types, BytesView{secrets.bytes}, webhook.at, secrets.key},
                                 std::make_exception_ptr(SealMoved()));
}

std::vector<Webhook> webhooks_of(Database& database, const std::string& tenant) {
  std::vector<Webhook> webhooks;
  for (const Row& row : database.run(kAll, {tenant, tenant})) webhooks.push_back(webhook_from(row));
  return webhooks;
}

std::optional<Webhook> find_webhook(Database& database, const std::string& id) {
  const auto row = database.find(kFind, {id});
  return row ? std::optional(webhook_from(*row)) : std::nullopt;
}

void delete_webhook(Database& database, const std::string& id) {
  database.run(kRemove, {id});
  database.run(kRemoveNotices, {id});
}

size_t reseal_webhooks(Transaction& transaction, bool takes_unsealed, std::vector<std::string>& left) {
  const Seals& seals = transaction.seals;
  size_t count = 0;
  for (const Row& row : transaction.database.run(kLockAll)) {
    const std::string& id = row.text(0);
    const std::string& stored = row.text(1);
    if (is_sealed_with(stored, seals.key())) continue;
    std::string why;
    const auto text = takes_unsealed && !Sealer::is_sealed(stored) ? stored : seals.open(stored, place(id), &why);
    if (!text) {
      left.push_back("the list of secrets of webhook " + id + " " + why);
      continue;
    }
    const Sealed anew = seals.seal(*text, place(id));
    transaction.database.write_one(kSetSecrets, {BytesView{anew.bytes}, id, anew.key}, std::make_exception_ptr(SealMoved()));
    ++count;
  }
  return count;
}

namespace {

void tell(Transaction& transaction, const std::string& id, const std::string& run, const std::string& tenant, const char* type,
          Data::Pairs data) {
  const Time now = transaction.now;
  const std::string body = to_json(Data::dict({{"type", type}, {"timestamp", time_text(now)}, {"data", Data::dict(std::move(data))}}));
  transaction.database.write(kTell, {id, run, type, body, now, now, tenant, "% " + std::string(type) + " %"});
}

}  // namespace

void insert_alert_notice(Transaction& transaction, const std::string& tenant, uint64_t record, Data::Pairs data) {
  tell(transaction, "alert:" + std::to_string(record), "", tenant, "alert", std::move(data));
}

void insert_notice(Transaction& transaction, const RunRow& run, uint64_t number, const char* type, Data::Pairs data) {
  Data::Pairs pairs = {
      {"run", run.id}, {"program", run.name}, {"tenant", run.tenant}, {"queue", run.queue}, {"status", to_string(run.status)}};
  std::ranges::move(data, std::back_inserter(pairs));
  // The event's number and the notice's among those of the event: one id, whenever it is sent.
  const std::string id = run.id + ":" + std::to_string(run.events) + ":" + std::to_string(number);
  tell(transaction, id, run.id, run.tenant, type, std::move(pairs));
}

std::vector<Notice> notices_of(Database& database, const std::string& tenant) {
  std::vector<Notice> notices;
  for (const Row& row : database.run(kNotices, {tenant, tenant})) set_notice(notices.emplace_back(), row);
  return notices;
}

std::optional<Time> next_notice(Database& database) { return database.run(kNext).at(0).maybe_number(0); }

std::vector<Delivery> take_notices(Transaction& transaction, size_t most, uint64_t lease_ms) {
  Database& database = transaction.database;
  std::vector<Delivery> taken;
  for (const Row& row : database.run(kDue, {transaction.now, uint64_t(most)})) {
    Delivery delivery;
    set_notice(delivery, row);
    const auto webhook = database.find(kFind, {delivery.webhook});
    if (!webhook) {  // it was removed while a run told it something
      database.run(kRemoveNotices, {delivery.webhook});
      continue;
    }
    delivery.attempts += 1;
    delivery.due = transaction.now + Time(lease_ms);
    delivery.url = webhook->text(2);
    delivery.secrets = opened_secrets(transaction.seals, delivery.webhook, webhook->text(4));
    database.run(kTake, {delivery.due, delivery.attempts, delivery.webhook, delivery.id});
    taken.push_back(std::move(delivery));
  }
  return taken;
}

void delete_notice(Database& database, const Notice& notice) { database.run(kDelivered, {notice.webhook, notice.id}); }

void write_problem(Database& database, const Notice& notice, std::optional<Time> due, const std::string& problem) {
  database.run(kNotDelivered, {due, problem, notice.webhook, notice.id, notice.attempts});
}

}  // namespace fermata::durable
