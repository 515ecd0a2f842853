// What the environment says about telemetry, by OpenTelemetry's specification of its variables.
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "base/text.h"
#include "base/utf8.h"
#include "durable/http/exchange.h"
#include "fermata/durable/store.h"
#include "fermata/durable/tracing.h"
#include "fermata/error.h"

namespace fermata::durable {

namespace {

constexpr char kPath[] = "/v1/traces";

// (One that is empty counts as one that isn't there.)
std::string variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  return value ? value : "";
}
// That of traces, or else of all signals: OTEL_EXPORTER_OTLP_TRACES_HEADERS, OTEL_EXPORTER_OTLP_HEADERS.
std::string of_exporter(const std::string& what) {
  const std::string of_traces = variable("OTEL_EXPORTER_OTLP_TRACES_" + what);
  return of_traces.empty() ? variable("OTEL_EXPORTER_OTLP_" + what) : of_traces;
}

std::string trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(" \t");
  return begin == text.npos ? "" : std::string(text.substr(begin, text.find_last_not_of(" \t") + 1 - begin));
}

std::string decoded(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    unsigned char byte = 0;
    if (text[i] == '%' && i + 2 < text.size() && std::from_chars(&text[i + 1], &text[i + 3], byte, 16).ptr == &text[i + 3]) i += 2;
    else byte = static_cast<unsigned char>(text[i]);
    plain += char(byte);
  }
  return plain;
}

// "key=value,key=value", whose values are percent-encoded.
OtlpOptions::Pairs pairs_of(const std::string& name, const std::string& text, const Tracer::Told& told) {
  OtlpOptions::Pairs pairs;
  for (size_t at = 0; at < text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const std::string one = text.substr(at, comma - at);
    at = comma + 1;
    const size_t equals = one.find('=');
    const std::string key = trimmed(one.substr(0, equals));
    const std::string value = equals == one.npos ? "" : decoded(trimmed(one.substr(equals + 1)));
    if (equals != one.npos && !key.empty() && utf8::valid_prefix(value, utf8::Surrogates::kForbid) == value.size()) {
      pairs.emplace_back(key, value);
    } else if (!trimmed(one).empty()) {
      told(name + " isn't a list of KEY=VALUE: a part of it isn't used");  // (which may be a secret)
    }
  }
  return pairs;
}

bool is_switched_off() {
  std::string disabled = variable("OTEL_SDK_DISABLED");
  std::ranges::transform(disabled, disabled.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  const std::string exporters = variable("OTEL_TRACES_EXPORTER");
  return disabled == "true" || (!exporters.empty() && exporters.find("otlp") == exporters.npos);
}

std::string with_path(std::string url) {
  while (url.ends_with('/')) url.pop_back();
  return url + kPath;
}

std::string url_of_environment(const Tracer::Told& told) {
  if (is_switched_off()) return "";
  const std::string of_traces = variable("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), of_all = variable("OTEL_EXPORTER_OTLP_ENDPOINT");
  if (of_traces.empty() && of_all.empty()) return "";
  if (of_exporter("PROTOCOL") == "grpc") {
    told("no traces are sent: OTEL_EXPORTER_OTLP_PROTOCOL asks for grpc, and Fermata speaks http/json");
    return "";
  }
  std::string url = of_traces.empty() ? with_path(of_all) : of_traces;
  if (is_http_url(url)) return url;
  told("no traces are sent: OTEL_EXPORTER_OTLP_ENDPOINT isn't an http:// or https:// URL");
  return "";
}

OtlpOptions::Pairs resource(const Tracer::Told& told) {
  OtlpOptions::Pairs attributes = pairs_of("OTEL_RESOURCE_ATTRIBUTES", variable("OTEL_RESOURCE_ATTRIBUTES"), told);
  const auto is_there = [&](std::string_view key) {
    return std::ranges::any_of(attributes, [&](const auto& one) { return one.first == key; });
  };
  if (const std::string service = variable("OTEL_SERVICE_NAME"); !service.empty()) {
    std::erase_if(attributes, [](const auto& one) { return one.first == "service.name"; });
    attributes.emplace_back("service.name", service);
  } else if (!is_there("service.name")) {
    attributes.emplace_back("service.name", "fermata");
  }
  char host[65] = {};
  if (!is_there("host.name") && gethostname(host, sizeof host - 1) == 0) attributes.emplace_back("host.name", host);
  return attributes;
}

}  // namespace

OtlpOptions otlp_options(const std::string& url, const Tracer::Told& told) {
  if (!url.empty() && !is_http_url(url)) throw UsageError("a collector needs an http:// or https:// URL, not '" + url + "'");
  OtlpOptions options{.url = url.empty() ? url_of_environment(told) : with_path(url)};
  if (options.url.empty()) return options;
  options.headers = pairs_of("OTEL_EXPORTER_OTLP_HEADERS", of_exporter("HEADERS"), told);
  options.resource = resource(told);
  if (const std::string timeout = of_exporter("TIMEOUT"); !timeout.empty()) {
    if (const uint64_t ms = number_from(timeout).value_or(0)) options.timeout_ms = ms;
    else told("OTEL_EXPORTER_OTLP_TIMEOUT isn't a number of milliseconds: it isn't used");
  }
  return options;
}

std::shared_ptr<Tracer> tracer_of(const std::string& url, Tracer::Told told) {
  OtlpOptions options = otlp_options(url, told);
  if (options.url.empty()) return nullptr;
  try {
    return std::make_shared<Tracer>(std::move(options), told);
  } catch (const StoreError& error) {
    if (!url.empty()) throw;
    told(std::string("no traces are sent: ") + error.what());
    return nullptr;
  }
}

}  // namespace fermata::durable
