#include "fermata/durable/webhooks.h"

#include <algorithm>

#include "durable/http/exchange.h"
#include "durable/http/signature.h"
#include "durable/rows/text.h"
#include "durable/rows/webhooks.h"
#include "durable/store_impl.h"
#include "durable/transitions/transitions.h"

namespace fermata::durable {

namespace {

// From 5 seconds to 6 hours between two attempts: the last one is the better part of a day after the first.
const Retries kNoticeRetries{.attempts = 15, .pause_ms = 5'000, .longest_ms = 6 * 3'600'000};

// In plain ASCII: it may be made of what the other side sent.
std::string kept(const std::string& problem) {
  constexpr size_t kMost = 500;
  std::string text = problem.substr(0, kMost);
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

// (What comes behind the host may be a secret.)
void note(Transaction& transaction, const char* action, const Webhook& webhook) {
  const std::string_view host = authority_of(webhook.url);
  transaction.notes.push_back({.action = action,
                               .tenant = webhook.tenant,
                               .data = {{"webhook", webhook.id},
                                        {"host", webhook.url.substr(0, host.data() + host.size() - webhook.url.data())},
                                        {"types", names_data(webhook.types)}}});
}

}  // namespace

std::string Webhooks::add(const NewWebhook& webhook) {
  check_name(webhook.tenant, "a tenant");
  if (!is_http_url(webhook.url)) throw UsageError("a webhook needs an http:// or https:// URL, not '" + webhook.url + "'");
  if (authority_of(webhook.url).find('@') != std::string_view::npos)
    throw UsageError("a webhook's URL, which is shown, has no name and password in it: its secret signs what is sent");
  keys_from(webhook.secrets);
  if (webhook.secrets.empty()) throw UsageError("a webhook needs a secret, by which what it gets is known to be ours");
  Webhook added{};
  static_cast<NewWebhook&>(added) = webhook;
  for (const std::string& type : webhook.types)
    if (std::ranges::find(kNoticeTypes, type) == std::end(kNoticeTypes)) throw UsageError("there are no notices of type '" + type + "'");
  if (added.types.empty()) added.types.insert(std::begin(kNoticeTypes), std::end(kNoticeTypes));
  return store_.impl().sealing_write([&](Transaction& transaction) {
    added.id = new_run_id(transaction.now);
    added.at = transaction.now;
    insert_webhook(transaction, added);
    note(transaction, "webhook", added);
    return added.id;
  });
}

void Webhooks::remove(const std::string& id) {
  store_.impl().write([&](Transaction& transaction) {
    const auto webhook = find_webhook(transaction.database, id);
    if (!webhook) throw Refused("there is no webhook " + id);
    delete_webhook(transaction.database, id);
    note(transaction, "unhook", *webhook);
  });
}

std::vector<Webhook> Webhooks::all(const std::string& tenant) {
  return store_.impl().read([&](Database& database) { return webhooks_of(database, tenant); });
}
std::vector<Notice> Webhooks::notices(const std::string& tenant) {
  return store_.impl().read([&](Database& database) { return notices_of(database, tenant); });
}
std::optional<Time> Webhooks::next_due() {
  return store_.impl().read([&](Database& database) { return next_notice(database); });
}
std::vector<Delivery> Webhooks::take(size_t most, uint64_t lease_ms) {
  return store_.impl().write([&](Transaction& transaction) { return take_notices(transaction, most, lease_ms); });
}
void Webhooks::delivered(const Notice& notice) {
  store_.impl().write([&](Transaction& transaction) { delete_notice(transaction.database, notice); });
}

bool Webhooks::not_delivered(const Notice& notice, const std::string& problem, uint64_t after_ms, bool is_final) {
  return store_.impl().write([&](Transaction& transaction) {
    std::optional<Time> due;
    if (!is_final && notice.attempts < kNoticeRetries.attempts)
      due = transaction.now + pause_after(notice.attempts, kNoticeRetries, after_ms);
    write_problem(transaction.database, notice, due, kept(problem));
    return due.has_value();
  });
}

}  // namespace fermata::durable
