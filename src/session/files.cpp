// What the host puts into a session's files before its program begins, and takes out of them. The tree is the library's
// (library/_files.py), plain objects of the program's; a state may hold anything in their place.
#include <algorithm>
#include <cerrno>
#include <unordered_set>
#include <utility>

#include "base/utf8.h"
#include "compiler/unit_bytes.h"
#include "fermata/session.h"
#include "objects/containers/containers.h"
#include "objects/model/instance.h"
#include "objects/text/text.h"
#include "session/code_cache.h"
#include "session/session_impl.h"
#include "vm/source_text.h"

namespace fermata {

namespace {

constexpr std::string_view kHome = "/home/user";  // HOME of library/_files.py
constexpr size_t kLongestName = 255, kLongestPath = 4096;

[[noreturn]] void refuse(const std::string& path, const std::string& why) { throw UsageError("the file '" + path + "' " + why); }

// The path from the root, without "." and "..".
std::string absolute(const std::string& name) {
  if (!utf8::is_valid(name, utf8::Surrogates::kForbid) || name.find('\0') != std::string::npos) refuse(name, "has a name that isn't text");
  const std::string whole = name.starts_with("/") ? name : std::string(kHome) + "/" + name;
  if (name.empty() || name.ends_with("/")) refuse(name, "has no name");
  std::vector<std::string> parts;
  for (size_t at = 0; at < whole.size();) {
    const size_t end = std::min(whole.find('/', at), whole.size());
    std::string part = whole.substr(at, end - at);
    at = end + 1;
    if (part == "..") {
      if (parts.empty()) refuse(name, "lies above the root");
      parts.pop_back();
    } else if (!part.empty() && part != ".") {
      if (part.size() > kLongestName) refuse(name, "has a name of more than 255 bytes");
      parts.push_back(std::move(part));
    }
  }
  std::string path;
  for (const std::string& part : parts) path += "/" + part;
  if (path.size() > kLongestPath) refuse(name, "has a path of more than 4096 bytes");
  static constexpr std::string_view kFolders[] = {"", "/home", kHome, "/tmp", "/dev"};
  if (std::ranges::find(kFolders, path) != std::end(kFolders)) refuse(name, "is a folder that is there");
  if (path.starts_with("/dev/")) refuse(name, "lies among the devices");
  return path;
}

std::vector<File> checked(const std::vector<File>& given) {
  std::vector<File> files;
  for (const File& file : given) files.push_back({absolute(file.path), file.data});
  std::ranges::sort(files, {}, &File::path);
  for (size_t i = 1; i < files.size(); ++i)
    if (files[i].path == files[i - 1].path) refuse(files[i].path, "is given twice");
  for (const File& file : files) {
    const std::string folder = file.path + "/";
    const auto in_it = std::ranges::lower_bound(files, folder, {}, &File::path);
    if (in_it != files.end() && in_it->path.starts_with(folder))
      refuse(file.path, "is given, and as a folder of '" + in_it->path + "', too");
  }
  return files;
}

// The bytes of a name: lone surrogates stand for bytes that aren't UTF-8. False: it can't be a file's name.
bool append_name(std::string_view name, std::string& path) {
  if (name.empty() || name == "." || name == ".." || name.size() > 3 * kLongestName) return false;
  path += '/';
  for (size_t i = 0; i < name.size(); ++i) {
    const auto byte = [&](size_t at) { return at < name.size() ? uint8_t(name[at]) : uint8_t(0); };
    if (name[i] == '/' || name[i] == '\0') return false;
    if (byte(i) == 0xED && byte(i + 1) >= 0xA0) {  // U+DC80 to U+DCFF
      const uint32_t code = (byte(i + 1) & 0x3Fu) << 6 | (byte(i + 2) & 0x3Fu);
      if (code < 0xC80 || code > 0xCFF) return false;
      path += char(code & 0xFF);
      i += 2;
    } else {
      path += name[i];
    }
  }
  return true;
}

Value slot_of(Context& cx, Value v, std::string_view slot) {
  return is<Instance>(v) ? instance_get_slot(cx, as<Instance>(v), cx.intern(slot)) : Value();
}

// Walks a tree that may be anything.
class Walker {
 public:
  Walker(Context& cx, uint64_t most) : cx_(cx), left_(most) {}

  std::vector<File> run(Value tree) {
    open_.push_back({of(tree, "root"), ""});
    while (!open_.empty()) {
      const auto [directory, path] = std::move(open_.back());
      open_.pop_back();
      look(directory, path);
    }
    std::ranges::sort(files_, {}, &File::path);
    return std::move(files_);
  }

 private:
  Value of(Value v, std::string_view slot) { return slot_of(cx_, v, slot); }

  void look(Value directory, const std::string& path) {
    const Value entries = of(directory, "entries");
    if (!is<Dict>(entries) || !seen_.insert(directory.as_object()).second) return;
    for (const DictEntry& e : as<Dict>(entries)->entries) {
      if (!is<Str>(e.key)) continue;
      std::string name = path;
      if (!append_name(as<Str>(e.key)->view(), name) || name.size() > kLongestPath) continue;
      if (const Value data = of(e.value, "data"); is<ByteArray>(data)) {
        const Value given = of(e.value, "given");
        if (!is<Str>(given) || as<Str>(given)->view() != name) add(std::move(name), as<ByteArray>(data)->view());
      } else if (is<Dict>(of(e.value, "entries"))) {
        open_.emplace_back(e.value, std::move(name));
      }
    }
  }

  void add(std::string path, std::string_view data) {
    const uint64_t size = path.size() + data.size();
    if (size > left_)
      throw UsageError("the program's files, those with several names counted for each, are more than fit into its heap limit");
    left_ -= size;
    files_.push_back({std::move(path), std::string(data)});
  }

  Context& cx_;
  uint64_t left_;
  std::vector<std::pair<Value, std::string>> open_;
  std::unordered_set<const Object*> seen_;
  std::vector<File> files_;
};

}  // namespace

Value entry_of(Value dict, std::string_view name) {
  if (is<Dict>(dict))
    for (const DictEntry& e : as<Dict>(dict)->entries)
      if (is<Str>(e.key) && as<Str>(e.key)->view() == name) return e.value;
  return Value();
}

// Where library/_files.py, sys.py and os.py look for them.
void Session::Impl::set_surroundings() {
  const auto keep = [&](std::string_view name, Value value) {
    if (!is<Dict>(cx.library_state)) cx.library_state = Value::object(new_dict(cx));
    if (value.is_outcome() || !dict_set_str(cx, as<Dict>(cx.library_state), cx.intern(name), value))
      throw UsageError("what the program is given doesn't fit into the session");
  };
  const auto text = [&](const std::string& value) {
    if (!utf8::is_valid(value, utf8::Surrogates::kForbid)) throw UsageError("an argument or the environment of the program isn't UTF-8");
    return new_str(cx, value);
  };
  if (!options.arguments.empty() || !options.argv0.empty()) {
    std::vector<Value> list{text(options.argv0.empty() ? program->name() : options.argv0)};
    for (const std::string& argument : options.arguments) list.push_back(text(argument));
    const bool fit = std::none_of(list.begin(), list.end(), [](Value v) { return v.is_outcome(); });
    keep("argv", fit ? list_of(cx, list) : Value::error());
  }
  if (options.standard_input) keep("stdin", new_bytes(cx, *options.standard_input));
  if (!options.environment.empty()) {
    Dict* environment = new_dict(cx);
    for (const auto& [name, value] : options.environment) {
      if (name.empty() || (name + value).find('\0') != std::string::npos || name.find('=') != std::string::npos)
        throw UsageError("the environment has a variable '" + name + "', which can't be one");
      const Value key = text(name), content = text(value);
      if (key.is_outcome() || content.is_outcome() || !dict_set_str(cx, environment, as<Str>(key), content))
        keep("environ", Value::error());
    }
    keep("environ", Value::object(environment));
  }
  if (!mounts.all().empty()) {
    Dict* places = new_dict(cx);
    for (const Mount& mount : mounts.all()) {
      const Value at = text(mount.at), mode = text(to_string(mount.mode));
      if (at.is_outcome() || mode.is_outcome() || !dict_set_str(cx, places, as<Str>(at), mode)) keep("files.mounts", Value::error());
    }
    keep("files.mounts", Value::object(places));
  }
  if (!options.files.empty()) {
    Dict* files = new_dict(cx);
    for (const File& file : checked(options.files)) {
      const Value path = new_str(cx, file.path), data = path.is_outcome() ? path : new_bytes(cx, file.data);
      if (data.is_outcome() || !dict_set_str(cx, files, as<Str>(path), data)) keep("files.given", Value::error());
    }
    keep("files.given", Value::object(files));
    options.files.clear();
  }
}

FileAnswer Session::Impl::ask_mount(std::string_view at, const FileRequest& request) {
  FileAnswer answer{.error = EIO};  // if the host's code throws, which stops the program at its next safepoint
  run_outside([&] { answer = mounts.ask(at, request); });
  return answer;
}

std::optional<std::string> Session::Impl::package_text(std::string_view path) {
  std::optional<std::string> text;
  run_outside([&] { text = mounts.package_text(path); });
  return text;
}

std::optional<PackageCode> Session::Impl::package_code(std::string_view path, const std::function<bool(uint64_t)>& fits) {
  if (!compiled_package) {
    const std::optional<std::string> text = package_text(path);
    if (!text) return std::nullopt;
    PackageCode code{.size = text->size()};
    if (fits(code.size) && !package_of(path).empty()) run_outside([&] { code.code = CodeCache::of_process().compiled(path, *text); });
    return code;
  }
  std::optional<CompiledPackage> file;
  run_outside([&] { file = compiled_package(path); });
  if (!file) return std::nullopt;
  PackageCode code{.size = file->size};
  if (fits(code.size) && unpack_unit(file->code, room_of_code(file->size)))
    code.code = std::make_shared<const std::string>(std::move(file->code));
  return code;
}

std::optional<std::string> Session::Impl::file_text(std::string_view path) {
  if (!path.starts_with('/') || path.size() > kLongestPath || !is<Dict>(cx.library_state)) return std::nullopt;
  Value node = slot_of(cx, entry_of(cx.library_state, "files"), "root");
  std::string_view rest = path.substr(1);
  while (!rest.empty()) {
    const std::string_view name = rest.substr(0, rest.find('/'));
    const Value found = entry_of(slot_of(cx, node, "entries"), name);
    if (!is<Instance>(found)) {
      if (!found.is_unset()) return std::nullopt;  // it was removed
      break;
    }
    node = found;
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
  }
  if (const Value data = slot_of(cx, node, "data"); is<ByteArray>(data) && rest.empty()) return std::string(as<ByteArray>(data)->view());
  // The rest is the host's.
  const Value at = slot_of(cx, slot_of(cx, node, "mount"), "at"), above = slot_of(cx, node, "path");
  if (!is<Str>(at) || !is<Bytes>(above)) return std::nullopt;
  std::string below(as<Bytes>(above)->view());
  if (!below.empty() && !rest.empty()) below += '/';
  below += rest;
  try {
    FileAnswer answer =
        mounts.ask(as<Str>(at)->view(), {.what = FileRequest::What::kRead, .path = std::move(below), .count = Mounts::kMostAtOnce});
    if (answer.error == 0 && answer.data.size() < Mounts::kMostAtOnce) return std::move(answer.data);
  } catch (...) {  // the host's own code: a line isn't worth the program's end
  }
  return std::nullopt;
}

std::vector<File> Session::files() const {
  Impl& impl = open();
  Context& cx = impl.cx;
  if (!is<Dict>(cx.library_state)) return {};
  const uint64_t limit = cx.budget.limits.heap_bytes;
  return Walker(cx, limit ? limit : UINT64_MAX).run(dict_get_str(as<Dict>(cx.library_state), cx.intern("files")));
}

}  // namespace fermata
