// The code of packages for jailed sessions. What a session's own process would compile is of no use to others, as its program may have
// taken it over; and this process parses nothing. So another jailed one compiles, which has run no program and has seen no other package's
// text.
#include "jail/outside/jailed_session.h"

namespace fermata::jail {

std::optional<CompiledPackage> JailedSession::compiled_package(const std::string& path, const std::string& fingerprint) {
  const std::optional<std::string> text = mounts_.package_text(path);
  if (!text) return std::nullopt;
  CompiledPackage file{.size = text->size()};
  const std::string_view package = package_of(path);
  if (package.empty() || fingerprint != compiler_fingerprint() || !link_) return file;
  CodeCache& cache = CodeCache::of_process();
  const std::string key = CodeCache::key(path, *text);
  if (const std::shared_ptr<const std::string> code = cache.find(key)) {
    file.code = *code;
    return file;
  }
  try {
    if (!compiler_ || compiles_ != package) {
      compiler_ = std::make_unique<JailedSession>(link_, link_->take(""), SessionOptions(), JailedOptions());
      compiles_ = package;
    }
    file.code = compiler_->compile(path, *text);
    cache.keep(key, file.code);
  } catch (const JailCrash&) {
    compiler_ = nullptr;
    cache.keep(key, "");
  } catch (const JailError&) {  // there is no process to be had now
    compiler_ = nullptr;
  }
  return file;
}

std::string JailedSession::compile(const std::string& path, const std::string& text) {
  MessageWriter out(Request::kCompile);
  put(out, false, false, path);
  out.archive().binary(text);
  std::string code;
  begin(out.take(), "a package can't be compiled: the process crashed: ", [&](Reply kind, MessageReader& in) {
    if (kind != Reply::kBytes) fail(StateErrorKind::kBadObject, "another answer than was asked for");
    code = in.bytes();
  });
  return code;
}

}  // namespace fermata::jail
