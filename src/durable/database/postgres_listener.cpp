#include "durable/database/postgres_listener.h"

#include "durable/database/postgres.h"

namespace fermata::durable {

namespace {

constexpr std::chrono::milliseconds kLook(100);  // so soon it ends
constexpr int kPauses = 10;                      // of kLook, before a server that is gone is tried again

constexpr Statement kChannel{"SELECT quote_ident(current_schema()::text)"};

}  // namespace

PostgresListener::PostgresListener(std::string where, std::chrono::milliseconds patience, std::function<void(const std::string&)> told)
    : where_(std::move(where)), patience_(patience), told_(std::move(told)), thread_([this] { listen(); }) {}

PostgresListener::~PostgresListener() {
  closing_ = true;
  thread_.join();
}

void PostgresListener::listen() {
  while (!closing_) {
    try {
      hear();
    } catch (const StoreError&) {
      for (int i = 0; i < kPauses && !closing_; ++i) std::this_thread::sleep_for(kLook);
    }
  }
}

void PostgresListener::hear() {
  Postgres database(where_, patience_);
  const auto channel = database.find(kChannel, {});
  if (!channel) return;
  database.run_script("LISTEN " + channel->text(0));
  told_("");
  while (!closing_)
    if (const auto queue = database.notification(kLook)) told_(*queue);
}

}  // namespace fermata::durable
