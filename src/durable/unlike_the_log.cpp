#include "durable/unlike_the_log.h"

#include <algorithm>
#include <map>

#include "durable/rows/digests.h"
#include "durable/rows/text.h"

namespace fermata::durable {

namespace {

constexpr Statement kProgram{"SELECT text FROM program WHERE hash = $1"};
constexpr Statement kOutcome{"SELECT outcome FROM run WHERE id = $1"};
constexpr Statement kCommented{"SELECT DISTINCT call FROM remark WHERE run = $1"};
constexpr Statement kSnapshots{"SELECT seq, at, timer_at, goes_on, stdout, stderr FROM snapshot WHERE run = $1"};

class Comparison {
 public:
  Comparison(Database& database, const RunRow& run, const std::vector<RunCall>& calls) : database_(database), run_(run), calls_(calls) {}

  std::vector<std::string> with(const std::vector<Data>& contents) {
    const auto program = database_.find(kProgram, {run_.program});
    if (!program || sha256(program->text(0)) != run_.program) problems_.emplace_back("its program isn't what its hash says");
    for (const Data& content : contents) read(content);
    if (!written_.contains("run")) return std::move(problems_);
    compare("run", digest_of(run_));
    limits();
    if (run_.ended) compare("outcome", digest_of_outcome(database_.find(kOutcome, {run_.id})->text(0)));
    else written_.erase("outcome");  // that it had before somebody tried it again
    for (const Row& row : database_.run(kSnapshots, {run_.id}))
      compare(digest_name("snapshot", row.count(0)),
              digest_of_snapshot(row.number(1), row.maybe_number(2), row.number(3) != 0, row.text(4), row.text(5)));
    what_happened_to_calls();
    for (const Message& message : messages_of(database_, run_.id)) {
      compare(digest_name("message", message.number), digest_of(message));
      if (message.consumed_by) compare(digest_name("taken", message.number), digest_of_taken(message));
    }
    for (const auto& [name, digest] : written_) problems_.push_back(name + " is gone");
    return std::move(problems_);
  }

 private:
  void read(const Data& content) {
    if (const Data* given = content.find("limits"); given && given->type() == Data::Type::kDict) limits_ = given;
    const Data* digests = content.find(kDigests);
    if (!digests || digests->type() != Data::Type::kDict) return;
    for (const auto& [name, digest] : digests->pairs()) {
      if (!name.is_str() || !digest.is_str()) continue;
      const bool is_new = written_.insert_or_assign(name.as_str(), digest.as_str()).second;
      if (!is_new && name.as_str().starts_with("taken ")) problems_.push_back("message " + name.as_str().substr(6) + " was taken twice");
    }
  }

  void compare(const std::string& name, const std::string& digest) {
    const auto logged = written_.extract(name);
    if (!logged) problems_.push_back("the log knows no " + name);
    else if (logged.mapped() != digest) problems_.push_back(name + " isn't what was written");
  }

  // (By themselves, as later releases have more of them.)
  void limits() {
    if (!limits_) return;
    const Data now = data_from(json_of(run_.limits));
    for (const auto& [name, value] : limits_->pairs())
      if (const Data* other = name.is_str() ? now.find(name.as_str()) : nullptr; other && *other != value)
        problems_.push_back("its limit " + name.as_str() + " isn't what it was given");
  }

  void what_happened_to_calls() {
    const std::vector<Decided> decisions = decisions_of(database_, run_.id);
    for (const RunCall& call : calls_) {
      const auto decided = std::ranges::find(decisions, call.call.id, &Decided::call);
      const std::string args = decided == decisions.end() ? json_of_arguments(call.call) : decided->args;  // (people may have edited them)
      compare(digest_name("call", call.call.id), digest_of(call, args));
      if (!call.policy.empty()) compare(digest_name("asked", call.call.id), digest_of_asked(call));
      if (call.answer) compare(digest_name("answer", call.call.id), digest_of(*call.answer));
    }
    for (const Row& row : database_.run(kCommented, {run_.id}))
      for (const Remark& remark : remarks_of(database_, run_.id, row.count(0)))
        compare(digest_name("remark", row.count(0), remark.number), digest_of(remark));
    for (const Decided& decided : decisions) compare(digest_name("decision", decided.call, decided.number), digest_of(decided));
  }

  Database& database_;
  const RunRow& run_;
  const std::vector<RunCall>& calls_;
  std::map<std::string, std::string> written_;  // what the log says, until it was compared
  const Data* limits_ = nullptr;
  std::vector<std::string> problems_;
};

}  // namespace

std::vector<std::string> unlike_the_log(Database& database, const RunRow& run, const std::vector<RunCall>& calls,
                                        const std::vector<Data>& contents) {
  return Comparison(database, run, calls).with(contents);
}

}  // namespace fermata::durable
