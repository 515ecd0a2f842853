#include "cli/teleport.h"

#include <algorithm>
#include <string>

namespace fermata::cli {

namespace {

std::string difference(const std::string& a, const std::string& b) {
  const size_t at = size_t(std::mismatch(a.begin(), a.begin() + std::ptrdiff_t(std::min(a.size(), b.size())), b.begin()).first - a.begin());
  const auto around = [&](const std::string& s) { return s.substr(at > 60 ? at - 60 : 0, 120); };
  return "at byte " + std::to_string(at) + " of " + std::to_string(a.size()) + " and " + std::to_string(b.size()) +
         "\n  saved:       " + around(a) + "\n  saved again: " + around(b);
}

}  // namespace

void Teleporter::teleport(std::unique_ptr<Session>& session, const SessionOptions& options) {
  const std::string bytes = session->save(encoding_);
  const Limits limits = session->limits();
  session.reset();
  StateProblem problem;
  session = load_(bytes, options, &problem, &limits);
  if (!session) throw TeleportFailed("teleport: the state just saved can't be loaded: " + problem.kind + ": " + problem.message);
  session->set_gc_stress(gc_stress_);
  const std::string again = session->save(encoding_);
  if (again != bytes) throw TeleportFailed("teleport: saved, loaded and saved again, the bytes differ " + difference(bytes, again));
  encoding_ = encoding_ == StateEncoding::kJson ? StateEncoding::kMessagePack : StateEncoding::kJson;
}

}  // namespace fermata::cli
