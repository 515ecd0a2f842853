#include "fermata/durable/http_tool.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <optional>

#include "durable/http/curl_library.h"
#include "durable/http/exchange.h"
#include "durable/http/signature.h"
#include "serialization/data_json.h"

namespace fermata::durable {

namespace {

constexpr size_t kMostKept = 2'000;               // bytes of an answer that nobody understands
constexpr double kLongestSeconds = 366 * 86'400;  // that a service may take
constexpr uint64_t kPatience = 5'000;             // the worker's own, behind the request's, in ms

std::string body_of(const RunCall& call, uint64_t attempt, const std::string& callback) {
  Data::Pairs kwargs;
  for (const auto& [name, value] : call.call.kwargs) kwargs.emplace_back(Data(name), value);
  Data::Pairs body{{"function", Data(call.call.function)},
                   {"args", Data::list(call.call.args)},
                   {"kwargs", Data::dict(std::move(kwargs))},
                   {"run", Data(call.run)},
                   {"call", Data(call.key)},
                   {"attempt", Data(int64_t(attempt))}};
  if (!callback.empty()) body.emplace_back("callback", callback_url(callback, call));
  return to_json(Data::dict(std::move(body)));
}

// What the body of an answer says, if it is one of ours.
struct Reply {
  std::optional<Data> result{};
  std::optional<Error> error{};
  std::optional<std::string> hold{};
};

const std::string* text_at(const Data& dict, std::string_view key) {
  const Data* found = dict.find(key);
  return found && found->is_str() ? &found->as_str() : nullptr;
}

Reply reply_of(const std::string& body) {
  Data value;
  std::string problem;
  if (!from_json(body, &value, &problem) || value.type() != Data::Type::kDict) return {};
  if (const std::string* hold = text_at(value, "hold")) return {.hold = *hold};
  if (const Data* error = value.find("error"); error && error->type() == Data::Type::kDict) {
    const std::string *type = text_at(*error, "type"), *message = text_at(*error, "message");
    return {.error = Error{.type = type ? *type : "RuntimeError", .message = message ? *message : ""}};
  }
  if (const Data* result = value.find("result")) return {.result = *result};
  return {};
}

// Of a 202 that has no answer: so long the service takes at the most.
std::optional<uint64_t> within_of(const std::string& body) {
  if (body.find_first_not_of(" \t\r\n") == body.npos) return AnswersLater::kDay;
  Data value;
  std::string problem;
  if (!from_json(body, &value, &problem) || value.type() != Data::Type::kDict) return std::nullopt;
  const Data* within = value.find("within");
  if (!within) return AnswersLater::kDay;
  const double seconds = within->is_small_int() ? double(within->as_int()) : within->type() == Data::Type::kFloat ? within->as_float() : 0;
  if (!(seconds > 0)) return std::nullopt;
  return uint64_t(std::ceil(std::min(seconds, kLongestSeconds) * 1'000));
}

Answer answer_of(const std::string& name, const std::string& url, bool may_defer, const HttpAnswer& given) {
  Reply reply = reply_of(given.body);
  const int status = given.status;
  const bool is_good = status >= 200 && status < 300;
  const std::string answered = "the service of " + name + "() answered " + std::to_string(status);
  const std::string kept = "POST " + url + "\n" + std::to_string(status) + " " + given.body.substr(0, kMostKept);
  if (reply.hold) throw HoldCall(*reply.hold, kept);
  if (is_good && reply.result) return std::move(*reply.result);
  if (status == 202 && may_defer && !reply.error)
    if (const auto within = within_of(given.body)) throw AnswersLater(*within);
  if (is_good && given.body.empty() && status != 202) return Data();
  Error error =
      reply.error.value_or(Error{.type = "RuntimeError", .message = is_good ? answered + " with something else than a result" : answered});
  error.traceback = kept;
  switch (status) {
    case 408:
    case 425:
    case 429:
    case 500:
    case 503: throw TryLater(std::move(error), given.retry_after_ms);
    case 502:
    case 504: throw ToolTimeout(error.message, kept);
    case 401:
    case 403:
    case 404:
    case 405:
    case 407:
      if (!reply.error) throw HoldCall(answered, kept);
      break;
    default:
      if (status >= 300 && status < 400) throw HoldCall(answered + ": redirects aren't followed", kept);
  }
  if (status < 500 && (reply.error || status >= 400)) throw FinalError(std::move(error));
  return error;
}

[[noreturn]] void fail(const std::string& name, const std::string& url, const NoAnswer& problem) {
  const std::string kept = "POST " + url + "\n" + problem.message;
  switch (problem.kind) {
    case NoAnswer::Kind::kTimeout: throw ToolTimeout("the service of " + name + "() took too long", kept);
    case NoAnswer::Kind::kLost: throw ToolTimeout("the connection to the service of " + name + "() ended before it had answered", kept);
    case NoAnswer::Kind::kTooLong:
      throw FinalError({.type = "RuntimeError", .message = "the service of " + name + "() answered with too much", .traceback = kept});
    case NoAnswer::Kind::kNotSent: break;
  }
  throw TryLater({.type = "ConnectionError", .message = "the service of " + name + "() can't be reached", .traceback = kept}, 0);
}

}  // namespace

Tool http_tool(HttpTool service) {
  if (!is_http_url(service.url)) throw UsageError(service.function + "(): '" + service.url + "' isn't an http:// or https:// URL");
  if (!service.callback_url.empty() && !is_http_url(service.callback_url))
    throw UsageError("'" + service.callback_url + "' isn't an http:// or https:// URL");
  if (!service.timeout_ms) throw UsageError(service.function + "(): a request to a service needs a time limit");
  std::vector<std::string> keys = keys_from(service.secrets);
  libcurl();
  Tool tool{.function = service.function, .kind = "http", .timeout_ms = service.timeout_ms + kPatience};
  tool.answer = [service = std::move(service), keys = std::move(keys)](const RunCall& call, uint64_t attempt) -> Answer {
    HttpRequest request{.url = service.url,
                        .headers = service.headers,
                        .body = body_of(call, attempt, service.callback_url),
                        .timeout_ms = service.timeout_ms,
                        .most_answer = service.most_answer};
    request.headers.emplace_back("Idempotency-Key", call.key);
    if (!call.traceparent.empty()) request.headers.emplace_back("traceparent", call.traceparent);
    if (!keys.empty()) {
      const int64_t at = std::time(nullptr);
      request.headers.emplace_back("webhook-id", call.key);
      request.headers.emplace_back("webhook-timestamp", std::to_string(at));
      request.headers.emplace_back("webhook-signature", signature(keys, call.key, at, request.body));
    }
    const auto ended = exchange(request);
    if (const auto* problem = std::get_if<NoAnswer>(&ended)) fail(service.function, service.url, *problem);
    return answer_of(service.function, service.url, !service.callback_url.empty(), std::get<HttpAnswer>(ended));
  };
  return tool;
}

}  // namespace fermata::durable
