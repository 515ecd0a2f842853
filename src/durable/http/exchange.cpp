#include "durable/http/exchange.h"

#include <algorithm>
#include <climits>
#include <memory>

#include "base/text.h"
#include "durable/http/curl_library.h"

namespace fermata::durable {

namespace {

struct Body {
  std::string text;
  size_t most;
  bool is_too_long = false;
};

size_t take(char* bytes, size_t size, size_t count, void* to) noexcept {
  auto& body = *static_cast<Body*>(to);
  const size_t n = size * count;
  if (n > body.most - body.text.size()) {
    body.is_too_long = true;
    return CURL_WRITEFUNC_ERROR;
  }
  try {
    body.text.append(bytes, n);
  } catch (...) {  // (no exception may pass through C)
    return CURL_WRITEFUNC_ERROR;
  }
  return n;
}

// What would end a header early, or begin another one.
bool is_clean(const std::string& text) {
  return std::ranges::all_of(text, [](unsigned char c) { return c >= ' ' && c != 0x7f; });
}

NoAnswer::Kind kind_of(CURLcode code, long sent, bool is_too_long) {
  if (is_too_long) return NoAnswer::Kind::kTooLong;
  if (sent <= 0) return NoAnswer::Kind::kNotSent;
  return code == CURLE_OPERATION_TIMEDOUT ? NoAnswer::Kind::kTimeout : NoAnswer::Kind::kLost;
}

}  // namespace

std::variant<HttpAnswer, NoAnswer> exchange(const HttpRequest& request) {
  const CurlLibrary& curl = libcurl();
  const std::unique_ptr<CURL, decltype(curl.easy_cleanup)> handle(curl.easy_init(), curl.easy_cleanup);
  curl_slist* list = nullptr;
  const auto add = [&](const std::string& header) {
    if (curl_slist* longer = curl.slist_append(list, header.c_str())) list = longer;
  };
  const bool posts = !request.type.empty();
  if (posts) add("Content-Type: " + request.type);
  add("Accept: application/json");
  add("Expect:");  // (else large bodies wait for a "100 Continue" that few servers send)
  bool clean = is_clean(request.url);
  for (const auto& [name, value] : request.headers) {
    clean = clean && is_clean(name) && is_clean(value);
    add(name + ": " + value);
  }
  const std::unique_ptr<curl_slist, decltype(curl.slist_free_all)> headers(list, curl.slist_free_all);
  if (!clean) return NoAnswer{NoAnswer::Kind::kNotSent, "its URL or a header has a control character in it"};

  Body body{.text = {}, .most = request.most_answer};
  char problem[CURL_ERROR_SIZE] = "";
  const auto set = [&](CURLoption option, auto value) { curl.easy_setopt(handle.get(), option, value); };
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_FOLLOWLOCATION, 0L);
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_USERAGENT, "fermata");
  set(CURLOPT_HTTPHEADER, headers.get());
  if (posts) {
    set(CURLOPT_POST, 1L);
    set(CURLOPT_POSTFIELDS, request.body.data());
    set(CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.size()));
  }
  set(CURLOPT_TIMEOUT_MS, long(std::clamp<uint64_t>(request.timeout_ms, 1, INT_MAX)));
  set(CURLOPT_WRITEFUNCTION, &take);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&body));
  set(CURLOPT_ERRORBUFFER, problem);
  const CURLcode code = curl.easy_perform(handle.get());

  long sent = 0, status = 0;
  curl.easy_getinfo(handle.get(), CURLINFO_REQUEST_SIZE, &sent);
  if (code != CURLE_OK) return NoAnswer{kind_of(code, sent, body.is_too_long), *problem ? problem : curl.easy_strerror(code)};
  curl.easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  curl_off_t retry_after_s = 0;
  curl.easy_getinfo(handle.get(), CURLINFO_RETRY_AFTER, &retry_after_s);
  constexpr curl_off_t kLongest = 30 * 86'400;
  return HttpAnswer{int(status), std::move(body.text), uint64_t(std::clamp<curl_off_t>(retry_after_s, 0, kLongest)) * 1'000};
}

std::string_view authority_of(std::string_view url) {
  const size_t begin = url.starts_with("https://") ? 8 : url.starts_with("http://") ? 7 : url.size();
  return url.substr(begin, url.find_first_of("/?#", begin) - begin);
}

bool is_http_url(const std::string& url) {
  std::string_view place = authority_of(url);
  place.remove_prefix(place.rfind('@') + 1);  // (0 where there is none)
  const size_t end = place.starts_with('[') ? place.find(']') + 1 : std::min(place.find(':'), place.size());
  if (end == 0 || !is_clean(url) || url.find(' ') != url.npos) return false;
  std::string_view port = place.substr(end);
  if (port.empty()) return true;
  port.remove_prefix(1);
  return place[end] == ':' && number_from<uint16_t>(port).value_or(0) > 0;
}

}  // namespace fermata::durable
