#include "server/http/compression.h"

#include <zlib.h>

#include <algorithm>
#include <cctype>

namespace fermata::server {

namespace {

constexpr size_t kLeast = 1'400;  // bytes: less fits a packet as it is

// RFC 9110, 12.5.3: "br, gzip;q=0.8", "*"; not "gzip;q=0".
bool takes_gzip(const Request& request) {
  const auto found = request.headers.find("accept-encoding");
  if (found == request.headers.end()) return false;
  std::string all;
  for (const char c : found->second)
    if (c != ' ' && c != '\t') all.push_back(char(std::tolower(static_cast<unsigned char>(c))));
  bool any = false;
  for (size_t at = 0; at < all.size();) {
    const size_t end = std::min(all.find(',', at), all.size());
    const std::string_view one = std::string_view(all).substr(at, end - at), coding = one.substr(0, one.find(';'));
    const size_t quality = one.find(";q=");
    const bool is_taken = quality == one.npos || one.find_first_of("123456789", quality) != one.npos;
    if (coding == "gzip" || coding == "x-gzip") return is_taken;
    if (coding == "*") any = is_taken;
    at = end + 1;
  }
  return any;
}

bool is_text_type(std::string_view type) {
  for (const std::string_view one : {"application/json", "application/problem+json", "application/x-ndjson", "text/", "image/svg+xml"})
    if (type.starts_with(one)) return !type.starts_with("text/html");
  return false;
}

// Empty: it can't be.
std::string gzip(const std::string& text) {
  constexpr int kQuick = 4, kGzip = 15 + 16;  // a window of 32 kB, and gzip's head
  z_stream stream{};
  if (deflateInit2(&stream, kQuick, Z_DEFLATED, kGzip, 8, Z_DEFAULT_STRATEGY) != Z_OK) return "";
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = uInt(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = uInt(out.size());
  const bool is_done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(is_done ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

}  // namespace

void compress(const Request& request, bool is_public, Response& response) {
  constexpr size_t kMost = size_t(1) << 30;
  if (!is_public && !request.headers.contains("authorization")) return;
  if (response.body.size() < kLeast || response.body.size() > kMost || !is_text_type(response.type)) return;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!takes_gzip(request)) return;
  std::string smaller = gzip(response.body);
  if (smaller.empty() || smaller.size() >= response.body.size()) return;
  response.body = std::move(smaller);
  response.headers.emplace_back("Content-Encoding", "gzip");
  for (auto& [name, value] : response.headers)  // other bytes for the same thing
    if (name == "ETag" && !value.starts_with("W/")) value = "W/" + value;
}

}  // namespace fermata::server
