#include "server/audit.h"

#include "base/utf8.h"
#include "fermata/clock.h"
#include "fermata/durable/ask.h"
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

Data text_or_none(const std::string& text) { return text.empty() ? Data() : Data(bounded(text)); }

}  // namespace

Audited::Audited(const Request& request, std::string from)
    : method_(request.method), path_(without_secret(request.path)), from_(std::move(from)) {
  if (!path_.ends_with("/decide")) return;
  shown_ = sent(request, "shown");
  verdict_ = sent(request, "verdict");
}

std::string Audited::entry(int status) const {
  return to_json(Data::dict({{"at", durable::time_text(durable::Time(system_clock()() * 1000))},
                             {"who", text_or_none(asker.who)},
                             {"tenant", text_or_none(asker.tenant)},
                             {"how", asker.how},
                             {"from", text_or_none(from_)},
                             {"method", method_},
                             {"path", bounded(path_)},
                             {"verdict", text_or_none(verdict_)},
                             {"shown", text_or_none(shown_)},
                             {"status", status}}));
}

}  // namespace fermata::server
