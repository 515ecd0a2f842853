// Context: everything a session has besides its program: the budget, the heap, the pending exception, the
// table of names, the output. Every native gets it as its first argument. A Session owns one; the image is
// built in one of its own that is then frozen. Not shared between threads.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "heap/heap.h"
#include "runtime/host_link.h"
#include "runtime/image.h"
#include "runtime/imports.h"
#include "runtime/name_table.h"
#include "runtime/randomness.h"
#include "runtime/traps.h"

namespace fermata {

class Source;
struct Context;

// What a resumed generator gets: a value at its yield, an exception raised there, or the value that its delegate ended with.
enum class Resume : uint8_t { kSend, kThrow, kDelegateEnds };

// What natives keep outside the heap for the program's objects, such as a library's streams: not part of states, and made again where it is
// missing.
struct Beside {
  virtual ~Beside() = default;
  virtual void forget_dead() = 0;  // in a collection, after marking
};

struct Context {
  Context();
  ~Context();
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  Budget budget;
  Heap heap{budget};
  const Image* image = nullptr;

  // --- the pending exception: set exactly when a native returned Value::error()
  Value exception;

  TrapState trap;
  // For natives that need one: false, return Value::retry().
  bool collect_first(Collection how);

  // --- what a native that returned Value::call() wants called in its place, and what one that returned
  // Value::resume() wants resumed. So natives end in Python code without calling it.
  Value call_function;
  Value call_arguments[4];
  uint32_t call_count = 0;
  Value tail_call(Value function, std::initializer_list<Value> arguments) {
    call_function = function;
    call_count = 0;
    for (Value v : arguments) call_arguments[call_count++] = v;
    return Value::call();
  }
  Value resume_generator, resume_value;
  Resume resume_how = Resume::kSend;

  // Charges work of a native: about one step for what one bytecode instruction does. False: return
  // Value::retry(), having changed nothing.
  bool tick(uint64_t steps) {
    if (budget.tick(steps) && !heap.far_over()) return true;
    return tick_failed();
  }
  // For a native whose allocation was refused: a retry after a collection, then MemoryError.
  Value out_of_memory();
  // Would `bytes` more fit? When not, the result of out_of_memory() is in `*result`.
  bool can_allocate(uint64_t bytes, Value* result) {
    if (heap.fits(bytes)) return true;
    *result = out_of_memory();
    return false;
  }

  // --- depth of natives that recurse over nested data
  uint32_t native_depth = 0;
  static constexpr uint32_t kMaxNativeDepth = 990;

  // --- names
  Str* name(Name n) const { return image->names[size_t(n)]; }
  Str* intern(std::string_view text);  // the one Str of this session for a name; null when a text over 4 KB doesn't fit
  NameTable interned;                  // weak: dead names go at a collection

  // --- classes
  // Changes whenever a method found earlier might no longer be found; inline caches and `traits` check it.
  uint64_t class_epoch = 1;

  struct MethodCacheEntry {
    const Class* cls = nullptr;
    const Str* name = nullptr;
    Class* owner = nullptr;
    Value value;
    uint64_t epoch = 0;
  };
  static constexpr size_t kMethodCache = 512;
  std::vector<MethodCacheEntry> method_cache = std::vector<MethodCacheEntry>(kMethodCache);  // class_lookup's
  void forget_methods();      // at collections, when addresses may be used again
  uint64_t lookup_epoch = 1;  // as class_epoch, but changes with plain class data too; the method cache's
  void methods_changed() {
    ++class_epoch;
    ++lookup_epoch;
  }

  struct AbcAnswer {
    const Class* cls = nullptr;
    const Class* subclass = nullptr;
    uint64_t epoch = 0;
    bool answer = false;
  };
  std::vector<AbcAnswer> abc_answers;  // objects/model/abc_answers.h

  std::unordered_map<const Class*, Shape*> image_shapes;  // root shapes of the image's classes

  // --- output
  std::string output[2];                                 // stdout, stderr: printed and not yet taken by the host
  std::function<void(int, std::string_view)> on_output;  // or given to the host at once
  bool write_output(int stream, std::string_view text);  // false: over the limit, trap is set; nothing written

  // --- where tracebacks find source lines: name → text
  std::vector<std::shared_ptr<const Source>> sources;
  std::vector<std::shared_ptr<const Source>> file_sources;  // of the session's files, those whose lines were wanted last

  // While the image is being built: what a prelude constant that isn't there yet becomes.
  std::function<Value(Str*)> prelude_constant = [](Str*) { return Value(); };

  HostLink host;
  Imports imports;
  Randomness randomness;

  // What states call an object of the image; empty: nothing. And the numbers of those without a name that were asked for: id() must tell
  // them apart.
  std::string_view (*image_name)(const Object* o) = nullptr;
  std::unordered_map<const Object*, uint32_t> image_serials;

  Value main_globals;               // dict of __main__
  Task* task = nullptr;             // the one that is running
  Value threads;                    // those of the program (vm/threads.h); unset while there is only the main one
  uint32_t recursion_limit = 1000;  // sys.setrecursionlimit, at most limits.depth
  Value library_state;              // dict of what library modules keep for this session (asyncio's loop, …), or unset

  // --- coroutines that nobody awaited (session/never_awaited.cpp), by their names
  struct NeverAwaited {
    uint64_t dead = 0;  // found by the collector, since the last end of a program
    uint64_t told = 0;  // alive, and reported at the last end of a program
    bool operator==(const NeverAwaited&) const = default;
  };
  std::map<std::string, NeverAwaited> never_awaited;
  bool coroutines_made = false;  // there may be one that hasn't begun

  // Roots besides the above, for the collector: natives of the vm register theirs.
  void mark_roots(Marker& marker);
  std::vector<Value> temporary_roots;
  std::vector<Value> bereaved;  // owners of WeakCells whose targets the last weak collection dropped; gc.collect() takes them at once

  // Index of non-ASCII strings, every 64th code point; dropped at collections.
  std::unordered_map<const Str*, std::vector<uint32_t>> str_index;
  uint64_t str_index_bytes = 0;

  // Inline caches of the image's code, by image_index.
  std::vector<Array<SiteCache>> image_caches;

  // Compiled patterns of re, by (source, flags); see library/re.
  std::shared_ptr<void> regex_cache;
  // Parsers of XML, which can be made again at any time; see library/pyexpat.
  std::shared_ptr<void> xml_parsers;

  // Compressors and decompressors in the middle of their streams; see library/_streams/compression.h.
  std::unique_ptr<Beside> streams;

 private:
  bool tick_failed();
};

// Memory that a native needs for its work outside the heap, charged while this lives.
class Outside {
 public:
  explicit Outside(Context& cx) : cx_(cx) {}
  ~Outside() { cx_.heap.count_outside(-int64_t(bytes_)); }
  Outside(const Outside&) = delete;
  Outside& operator=(const Outside&) = delete;
  // False: it doesn't fit, nothing was charged, and the native returns *refused.
  bool take(uint64_t bytes, Value* refused) {
    if (!cx_.can_allocate(bytes, refused)) return false;
    cx_.heap.count_outside(int64_t(bytes));
    bytes_ += bytes;
    return true;
  }

 private:
  Context& cx_;
  uint64_t bytes_ = 0;
};

// Counts a native's recursion; `ok` is false when it is too deep (raise RecursionError then).
class DepthGuard {
 public:
  explicit DepthGuard(Context& cx) : cx_(cx), ok(++cx.native_depth <= Context::kMaxNativeDepth) {}
  ~DepthGuard() { --cx_.native_depth; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;

 private:
  Context& cx_;

 public:
  const bool ok;
};

}  // namespace fermata
