#include "durable/worker/courier.h"

#include <chrono>
#include <ctime>
#include <list>

#include "durable/http/exchange.h"
#include "durable/http/signature.h"
#include "durable/rows/text.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

constexpr size_t kAtOnce = 8;
constexpr uint64_t kTimeout = 15'000, kLease = 60'000;  // ms
constexpr size_t kMostAnswer = 64 << 10;                // bytes: it isn't read
constexpr int kGone = 410;                              // nobody wants it any more

// With a link to the page of what it is about. (Who makes something happen may not know where that is.)
std::string body_of(const Delivery& delivery, const std::string& public_url) {
  if (public_url.empty()) return delivery.body;
  Data::Pairs body = data_from(delivery.body).pairs();
  for (auto& [key, value] : body) {
    if (key != Data("data")) continue;
    Data::Pairs said = value.pairs();
    const Data* call = value.find("call");
    std::string page = delivery.run.empty() ? "audit" : "runs/" + delivery.run;
    if (call && call->is_str()) page = "calls/" + delivery.run + "/" + call->as_str().substr(call->as_str().rfind(':') + 1);
    said.emplace_back("link", public_url + (public_url.ends_with('/') ? "" : "/") + page);
    value = Data::dict(std::move(said));
  }
  return to_json(Data::dict(std::move(body)));
}

HttpRequest request_of(const Delivery& delivery, const std::string& public_url) {
  const std::string body = body_of(delivery, public_url);
  HttpRequest request{.url = delivery.url, .body = body, .timeout_ms = kTimeout, .most_answer = kMostAnswer};
  const int64_t at = std::time(nullptr);
  request.headers = {{"webhook-id", delivery.id},
                     {"webhook-timestamp", std::to_string(at)},
                     {"webhook-signature", signature(keys_from(delivery.secrets), delivery.id, at, body)}};
  return request;
}

}  // namespace

Courier::Courier(Store& store, uint64_t poll_ms, std::string public_url, std::function<void(const std::string& what)> told)
    : store_(store), webhooks_(store), poll_ms_(poll_ms), public_url_(std::move(public_url)), told_(std::move(told)), thread_([this] {
        work();
      }) {}

Courier::~Courier() { stop(); }

void Courier::stop() {
  stopping_ = true;
  if (thread_.joinable()) thread_.join();
}

void Courier::work() {
  while (!stopping_) {
    bool found = false;
    try {
      found = deliver();
    } catch (const std::exception& error) {
      told_(error.what());
    }
    const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(found ? 0 : poll_ms_);
    while (!stopping_ && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

bool Courier::deliver() {
  const auto due = webhooks_.next_due();
  if (!due || *due > store_.now()) return false;
  const std::vector<Delivery> taken = webhooks_.take(kAtOnce, kLease);
  // Side by side, so that one address that doesn't answer keeps none of the others from being told.
  std::list<std::thread> threads;
  for (const Delivery& delivery : taken) threads.emplace_back([&] { send(delivery); });
  for (std::thread& thread : threads) thread.join();
  return !taken.empty();
}

void Courier::send(const Delivery& delivery) {
  try {
    std::string problem;
    uint64_t after_ms = 0;
    bool is_final = false;
    try {
      const auto ended = exchange(request_of(delivery, public_url_));
      if (const auto* answered = std::get_if<HttpAnswer>(&ended)) {
        if (answered->status >= 200 && answered->status < 300) return webhooks_.delivered(delivery);
        problem = "it answered " + std::to_string(answered->status);
        after_ms = answered->retry_after_ms;
        is_final = answered->status == kGone;
      } else {
        problem = std::get<NoAnswer>(ended).message;
      }
    } catch (const std::exception& error) {
      problem = error.what();
    }
    if (!webhooks_.not_delivered(delivery, problem, after_ms, is_final))
      told_("webhook " + delivery.webhook + " isn't told " + delivery.type + (delivery.run.empty() ? "" : " of run " + delivery.run) +
            ": " + problem);
  } catch (const std::exception& error) {
    told_(error.what());  // it is due again when it isn't this worker's any more
  }
}

}  // namespace fermata::durable
