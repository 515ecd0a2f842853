#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

#include "durable/http/curl_library.h"
#include "durable/http/exchange.h"
#include "durable/tracing/span.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

using Clock = std::chrono::steady_clock;
using Ms = std::chrono::milliseconds;

constexpr size_t kMostWaiting = 4'096;        // spans
constexpr size_t kAtOnce = 512;               // of one request
constexpr Ms kPause(1'000);                   // so long a span waits for others
constexpr Ms kFirstRetry(500), kLast(5'000);  // the latter: for what is left at the end
constexpr Ms kKeep(30'000);                   // so long a batch is sent again and again
constexpr Ms kQuiet(60'000);                  // between two lines about what goes wrong
constexpr size_t kMostAnswer = 64 << 10;      // bytes

// How a batch fared.
struct Sent {
  bool is_taken = false, again = false;
  uint64_t rejected = 0;
  Ms after{0};  // not sent again sooner
  std::string why{};
};

// Of the spans that a collector has taken it may say that it rejects some.
uint64_t rejected_of(const std::string& body) {
  Data answer;
  std::string problem;
  if (!from_json(body, &answer, &problem) || answer.type() != Data::Type::kDict) return 0;
  const Data* partial = answer.find("partialSuccess");
  const Data* rejected = partial && partial->type() == Data::Type::kDict ? partial->find("rejectedSpans") : nullptr;
  if (!rejected) return 0;
  if (rejected->is_small_int()) return uint64_t(std::max<int64_t>(rejected->as_int(), 0));
  const bool is_number = rejected->is_str() && !rejected->as_str().empty() && rejected->as_str().size() < 10 &&
                         rejected->as_str().find_first_not_of("0123456789") == std::string::npos;
  return is_number ? std::stoull(rejected->as_str()) : 0;
}

}  // namespace

class Tracer::Impl {
 public:
  Impl(OtlpOptions options, Told told) : options_(std::move(options)), told_(std::move(told)) {
    libcurl();
    std::string_view place = authority_of(options_.url);
    place.remove_prefix(place.rfind('@') + 1);  // (before it there may be a password)
    collector_ = place;
    thread_ = std::thread([this] { work(); });
  }
  ~Impl() {
    {
      const std::lock_guard lock(mutex_);
      ends_at_ = Clock::now() + kLast;
    }
    news_.notify_all();
    thread_.join();
    if (untold_) tell("");
  }

  void add(Span span) {
    if (!span.at.sampled) return;
    const std::lock_guard lock(mutex_);
    if (waiting_.size() >= kMostWaiting) {
      ++dropped_, ++untold_;
      return;
    }
    waiting_.push_back(std::move(span));
    if (waiting_.size() == 1 || waiting_.size() == kAtOnce) news_.notify_all();
  }
  uint64_t dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }

 private:
  void work() {
    std::unique_lock lock(mutex_);
    for (;;) {
      news_.wait(lock, [&] { return ends_at_ || !waiting_.empty(); });
      if (waiting_.empty()) return;
      news_.wait_for(lock, kPause, [&] { return ends_at_ || waiting_.size() >= kAtOnce; });
      const auto end = waiting_.begin() + std::ptrdiff_t(std::min(waiting_.size(), kAtOnce));
      const std::vector<Span> batch(std::make_move_iterator(waiting_.begin()), std::make_move_iterator(end));
      waiting_.erase(waiting_.begin(), end);
      lock.unlock();
      deliver(batch);
      lock.lock();
    }
  }

  void deliver(const std::vector<Span>& batch) {
    std::string body, why;
    uint64_t lost = batch.size();
    const auto until = Clock::now() + kKeep;
    try {
      body = otlp_json(batch, options_.resource);
      for (Ms pause = kFirstRetry;; pause *= 2) {
        const Sent sent = send(body);
        why = sent.why;
        if (sent.is_taken) lost = std::min<uint64_t>(sent.rejected, batch.size());
        if (sent.is_taken || !sent.again || Clock::now() >= until || !waits(std::max(pause, sent.after))) break;
      }
    } catch (const std::exception& error) {
      why = error.what();
    }
    if (lost) count_lost(lost);
    // (What was dropped for want of room is told here, too.)
    const bool is_due = !last_told_ || Clock::now() >= *last_told_ + kQuiet;
    if (is_due && untold()) tell(why);
  }

  // False: no time is left for that.
  bool waits(Ms pause) {
    std::unique_lock lock(mutex_);
    const auto until = Clock::now() + pause;
    if (ends_at_) return until < *ends_at_ && !news_.wait_until(lock, until, [] { return false; });
    news_.wait_until(lock, until, [&] { return ends_at_.has_value(); });
    return true;
  }

  Sent send(const std::string& body) {
    uint64_t timeout_ms = options_.timeout_ms;
    {
      const std::lock_guard lock(mutex_);
      if (ends_at_) {
        const auto left = std::chrono::duration_cast<Ms>(*ends_at_ - Clock::now()).count();
        if (left <= 0) return {.why = "it was too slow at the end"};
        timeout_ms = std::min(timeout_ms, uint64_t(left));
      }
    }
    const auto ended =
        exchange({.url = options_.url, .headers = options_.headers, .body = body, .timeout_ms = timeout_ms, .most_answer = kMostAnswer});
    if (const auto* none = std::get_if<NoAnswer>(&ended)) return {.again = true, .why = none->message};
    const auto& answer = std::get<HttpAnswer>(ended);
    if (answer.status >= 200 && answer.status < 300)
      return {.is_taken = true, .rejected = rejected_of(answer.body), .why = "it rejected them"};
    const bool again = answer.status == 429 || answer.status == 502 || answer.status == 503 || answer.status == 504;
    return {.again = again, .after = std::min<Ms>(Ms(answer.retry_after_ms), kKeep), .why = "it answered " + std::to_string(answer.status)};
  }

  void count_lost(uint64_t count) {
    const std::lock_guard lock(mutex_);
    dropped_ += count, untold_ += count;
  }
  uint64_t untold() {
    const std::lock_guard lock(mutex_);
    return untold_;
  }
  void tell(const std::string& why) {
    uint64_t count = 0;
    {
      const std::lock_guard lock(mutex_);
      count = std::exchange(untold_, 0);
    }
    last_told_ = Clock::now();
    if (!why.empty()) why_ = why;
    if (told_)
      told_(std::to_string(count) + (count == 1 ? " span" : " spans") + " of traces weren't taken by the collector " + collector_ +
            (why_.empty() ? "" : ": " + why_));
  }

  const OtlpOptions options_;
  const Told told_;
  std::string collector_;
  mutable std::mutex mutex_;  // of what follows
  std::condition_variable news_;
  std::deque<Span> waiting_;
  std::optional<Clock::time_point> ends_at_;  // nobody waits longer
  uint64_t dropped_ = 0, untold_ = 0;
  std::optional<Clock::time_point> last_told_;  // of the thread, as the next one
  std::string why_;
  std::thread thread_;
};

Tracer::Tracer(OtlpOptions options, Told told) : impl_(std::make_unique<Impl>(std::move(options), std::move(told))) {}
Tracer::~Tracer() = default;
void Tracer::add(Span span) noexcept {
  try {
    impl_->add(std::move(span));
  } catch (const std::exception&) {  // there is no memory for it
  }
}
uint64_t Tracer::dropped() const { return impl_->dropped(); }

}  // namespace fermata::durable
