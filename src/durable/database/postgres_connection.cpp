#include "durable/database/postgres_connection.h"

#include <poll.h>

#include <algorithm>
#include <array>
#include <vector>

namespace fermata::durable {

namespace {

// What a single statement may take there: it is long, as a check of a whole store is one, too.
constexpr std::chrono::seconds kStatement(60);

// Ours come first: the URL's go over them. The tables are in a schema of their own unless the URL names another one.
std::vector<std::pair<const char*, std::string>> parameters(const std::string& where, std::chrono::milliseconds patience) {
  return {{"options", "-c search_path=fermata"},
          {"fallback_application_name", "fermata"},
          {"connect_timeout", std::to_string(std::max<int64_t>(2, patience.count() / 1000))},
          {"keepalives_idle", "30"},
          {"keepalives_interval", "10"},
          {"keepalives_count", "3"},
          {"tcp_user_timeout", std::to_string(std::max<int64_t>(1000, patience.count()))},
          {"dbname", where},
          {"client_encoding", "UTF8"}};
}

std::string without_end(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

[[noreturn]] void fail(const PGresult* result) {
  const char* code = libpq().resultErrorField(result, PG_DIAG_SQLSTATE);
  const char* primary = libpq().resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string state = code ? code : "";
  const std::string text = without_end(primary ? primary : libpq().resultErrorMessage(result)) + (code ? " (" + state + ")" : "");
  const auto is = [&](std::initializer_list<const char*> states) {
    return std::ranges::any_of(states, [&](const char* one) { return state.starts_with(one); });
  };
  // Ended by an administrator, a crash, or for its idleness; classes 08 and 57P: no connection, no server.
  if (state.empty() || is({"08", "57P", "25P03"})) throw ConnectionLost(text);
  // Serialization, a deadlock; and two that insert one key, or one that deletes what the other refers to.
  if (is({"40", "23503", "23505"})) throw Conflict(text);
  if (is({"22012"})) throw Fenced("a row was changed by somebody else");
  if (is({"55P03", "57014", "53300"})) throw StoreError(StoreError::Kind::kBusy, "the store is locked by others: " + text);
  if (is({"53100"})) throw StoreError(StoreError::Kind::kFull, "no room for the store: " + text);
  if (is({"XX001", "XX002"})) throw StoreError(StoreError::Kind::kDamaged, "the store is damaged: " + text);
  throw StoreError(StoreError::Kind::kFailed, "the store: " + text);
}

// The parameters as libpq takes them. Texts and bytes go as they are; numbers as digits, which any of the server's types can be read from.
class Params {
 public:
  explicit Params(std::initializer_list<Param> params) {
    digits_.reserve(params.size());  // they don't move
    for (const Param& param : params) std::visit(*this, param.value());
  }
  void operator()(std::monostate) { add(nullptr, 0, 0); }
  void operator()(int64_t number) {
    const std::string& text = digits_.emplace_back(std::to_string(number));
    add(text.c_str(), text.size(), 0);
  }
  void operator()(std::string_view text) { add(text.data() ? text.data() : "", text.size(), 1); }
  void operator()(BytesView bytes) { (*this)(bytes.bytes); }

  std::vector<const char*> values;
  std::vector<int> lengths, formats;

 private:
  void add(const char* value, size_t length, int format) {
    values.push_back(value);
    lengths.push_back(int(length));
    formats.push_back(format);
  }
  std::vector<std::string> digits_;
};

}  // namespace

PostgresConnection::PostgresConnection(const std::string& where, std::chrono::milliseconds patience) : patience_(patience) {
  std::vector<const char*> names, values;
  const auto given = parameters(where, patience);
  for (const auto& [name, value] : given) {
    names.push_back(name);
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  connection_.reset(libpq().connectdbParams(names.data(), values.data(), 1));
  if (libpq().status(connection_.get()) != CONNECTION_OK) lose();
  if (libpq().serverVersion(connection_.get()) < 140000)
    throw StoreError(StoreError::Kind::kOpen, "a store needs PostgreSQL 14 or later; the server's is " +
                                                  std::to_string(libpq().serverVersion(connection_.get()) / 10000));
  libpq().setNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);  // (by default they are printed)
  if (libpq().setnonblocking(connection_.get(), 1) != 0) lose();
  set_up();
}

// A lock and a statement have their time there. A transaction whose worker stands still (stopped, swapped out) is ended, as it keeps others
// from its runs. What is committed is on the disk. All that is asked of large tables here goes by an index, in its order: a plan that was
// made while a table was small must not read all of it later, nor is planning each time worth its while.
void PostgresConnection::set_up() {
  const auto ms = [](std::chrono::milliseconds time) { return std::to_string(time.count()); };
  run_script("SET lock_timeout = " + ms(patience_) + "; SET statement_timeout = " + ms(patience_ + kStatement) +
             "; SET idle_in_transaction_session_timeout = " + ms(std::max(patience_, std::chrono::milliseconds(1000))) +
             "; SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
             "; SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off"
             "; SET jit = off"
             "; DO $$BEGIN SET default_toast_compression = lz4; EXCEPTION WHEN OTHERS THEN NULL; END$$");
}

void PostgresConnection::send_prepare(const std::string& name, const std::string& sql) {
  sent(libpq().sendPrepare(connection_.get(), name.c_str(), sql.c_str(), 0, nullptr));
}
void PostgresConnection::send(const std::string& prepared, std::initializer_list<Param> params) {
  const Params given(params);
  constexpr int kBinary = 1;
  sent(libpq().sendQueryPrepared(connection_.get(), prepared.c_str(), int(given.values.size()), given.values.data(), given.lengths.data(),
                                 given.formats.data(), kBinary));
}
void PostgresConnection::send_sync() { sent(libpq().pipelineSync(connection_.get())); }

void PostgresConnection::sent(int good) {
  if (!good) lose();
}

void PostgresConnection::flush() {
  const Time until = std::chrono::steady_clock::now() + patience_ + kStatement;
  for (;;) {
    const int left = libpq().flush(connection_.get());
    if (left == 0) return;
    // (Whoever writes much reads meanwhile: else both sides might wait for each other.)
    if (left < 0 || !wait_until(until, true) || !libpq().consumeInput(connection_.get())) lose();
  }
}

PostgresConnection::Result PostgresConnection::get() {
  const Time until = std::chrono::steady_clock::now() + patience_ + 2 * kStatement;  // the server's own limits come first
  while (libpq().isBusy(connection_.get()))
    if (!wait_until(until, false) || !libpq().consumeInput(connection_.get())) lose();
  return Result(libpq().getResult(connection_.get()));
}

PostgresConnection::Result PostgresConnection::next() {
  Result result = get();
  if (!result || libpq().status(connection_.get()) != CONNECTION_OK) lose();
  const ExecStatusType status = libpq().resultStatus(result.get());
  if (status == PGRES_PIPELINE_SYNC) return result;
  while (get())
    ;  // (nothing follows a statement's result)
  if (status != PGRES_FATAL_ERROR && status != PGRES_BAD_RESPONSE) return result;
  try {
    fail(result.get());
  } catch (const ConnectionLost&) {
    is_lost_ = true;
    throw;
  }
}

void PostgresConnection::run_script(const std::string& sql) {
  if (!libpq().exitPipelineMode(connection_.get())) lose();
  const Result result(libpq().exec(connection_.get(), sql.c_str()));
  if (libpq().status(connection_.get()) != CONNECTION_OK) lose();
  const ExecStatusType status = libpq().resultStatus(result.get());
  if (!libpq().enterPipelineMode(connection_.get())) lose();
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(result.get());
}

std::optional<std::string> PostgresConnection::notification(std::chrono::milliseconds most) {
  const Time until = std::chrono::steady_clock::now() + most;
  for (;;) {
    struct Free {
      void operator()(PGnotify* notify) const { libpq().freemem(notify); }
    };
    const std::unique_ptr<PGnotify, Free> notify(libpq().notifies(connection_.get()));
    if (notify) return notify->extra;
    if (!wait_until(until, false)) return std::nullopt;
    if (!libpq().consumeInput(connection_.get())) lose();
  }
}

// False: the time is over.
bool PostgresConnection::wait_until(Time until, bool writes) {
  pollfd socket{libpq().socket(connection_.get()), short(POLLIN | (writes ? POLLOUT : 0)), 0};
  if (socket.fd < 0) lose();
  for (;;) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - std::chrono::steady_clock::now());
    const int ready = poll(&socket, 1, int(std::clamp<int64_t>(left.count(), 0, 1 << 30)));
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) lose();
  }
}

void PostgresConnection::lose() {
  is_lost_ = true;
  throw ConnectionLost(connection_ ? without_end(libpq().errorMessage(connection_.get())) : "out of memory");
}

}  // namespace fermata::durable
