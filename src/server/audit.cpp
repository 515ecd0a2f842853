#include "server/audit.h"

#include "base/utf8.h"
#include "serialization/data_json.h"

namespace fermata::server {

namespace {

// Anybody may have sent it.
std::string bounded(const std::string& text) {
  constexpr size_t kMost = 500;
  if (text.size() <= kMost) return text;
  const std::string cut = text.substr(0, kMost);
  return cut.substr(0, utf8::valid_prefix(cut, utf8::Surrogates::kForbid)) + "…";
}

// A text of a form, or of an object of JSON.
std::string sent(const Request& request, std::string_view name) {
  const auto type = request.headers.find("content-type");
  if (type == request.headers.end()) return "";
  if (type->second.starts_with("application/json")) {
    Data data;
    std::string problem;
    if (!from_json(request.body, &data, &problem) || data.type() != Data::Type::kDict) return "";
    const Data* found = data.find(name);
    return found && found->is_str() ? found->as_str() : "";
  }
  try {
    const Texts form = request.form();
    const auto found = form.find(name);
    return found == form.end() ? "" : found->second;
  } catch (const BadRequest&) {
    return "";
  }
}

// Without what answers a call: of a token all up to its last dot says which call is meant, the rest is the secret.
std::string without_secret(const std::string& path) {
  constexpr std::string_view kAnswers = "/v1/answers/";
  if (!path.starts_with(kAnswers)) return path;
  const size_t dot = path.rfind('.');
  return path.substr(0, dot == path.npos ? kAnswers.size() : dot + 1) + "…";
}

}  // namespace

std::unique_ptr<durable::Store> Auditor::acting(const Asker& asker, const std::string& from) const {
  return store_.acting({.who = asker.who, .how = asker.how, .from = from}, told_);
}

void Auditor::signed_in(const Asker& asker, const std::string& from, int status, Data::Pairs data) {
  if (status == 303) {
    durable::Audit(*acting(asker, from)).note({.action = "sign_in", .tenant = asker.tenant, .data = std::move(data)});
  } else {
    data.insert(data.begin(), {"status", status});
    if (!asker.who.empty()) data.emplace_back("name", bounded(asker.who));
    refused("sign_in_failed", {.how = asker.how}, from, std::move(data));
  }
}

void Auditor::signed_out(const Asker& asker, const std::string& from) {
  durable::Audit(*acting(asker, from)).note({.action = "sign_out", .tenant = asker.tenant});
}

void Auditor::answered(const Request& request, const Asker& asker, const std::string& from, int status) {
  const bool decides = request.path.ends_with("/decide");
  const bool is_told = status == 403 || (status == 401 && request.headers.contains("authorization")) || (status == 409 && decides);
  if (!is_told) return;
  Data::Pairs data{{"method", request.method}, {"path", bounded(without_secret(request.path))}, {"status", status}};
  if (decides) {
    for (const char* name : {"verdict", "shown"})
      if (const std::string text = sent(request, name); !text.empty()) data.emplace_back(name, bounded(text));
  }
  refused("refused", asker, from, std::move(data));
}

void Auditor::refused(const char* action, const Asker& asker, const std::string& from, Data::Pairs data) {
  const auto now = Clock::now();
  if (of_one_.take(network_of(from), now) > 0 || of_all_.take("", now) > 0) {
    ++untold_;
    return;
  }
  if (const int64_t more = untold_.exchange(0)) data.emplace_back("not_told", more);
  durable::Audit(*acting(asker, from)).note({.action = action, .tenant = asker.tenant, .data = std::move(data)});
}

}  // namespace fermata::server
