// Context: everything a session has besides its program: the budget, the heap, the pending exception, the
// table of names, the output. Every native gets it as its first argument. A Session owns one; the image is
// built in one of its own that is then frozen. Not shared between threads.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/budget.h"
#include "heap/heap.h"
#include "heap/name_table.h"
#include "heap/object.h"

namespace fermata {

class Source;
class HostSide;
struct Context;

// Interned strings of the image.
enum class Name : uint16_t {
#define NAME(identifier) k_##identifier,
#include "heap/names.def"
#undef NAME
  kCount
};

// The builtin exception classes, in objects/exceptions.def.
enum class ErrorType : uint16_t;
inline constexpr int kMaxErrorTypes = 80;

// The immutable part of every session: builtin classes, names, the prelude. Built once a process (see
// vm/image.h), then shared by all sessions and threads.
struct Function;

struct Image {
  Class* classes[kKindLimit] = {};        // by Kind of the value (not kClass's meta rules)
  Class* special_classes[8] = {};         // by Special: NoneType, bool, bool, NotImplementedType, ellipsis
  Class* type = nullptr;                  // `type`
  Class* object = nullptr;                // `object`
  Class* dict_views[9] = {};              // keys, values, items; their iterators; and those that go backwards
  Class* sequence_iterators[16] = {};     // by SequenceIterator::aux
  Class* host_function = nullptr;
  Class* coroutine = nullptr;             // of Generators, by the flags of their code
  Class* async_generator = nullptr;
  Class* method_types[4] = {};            // of Builtins that are not functions; by MethodType (objects/function_types.h)
  Class* union_type = nullptr;            // of int | str, a GenericAlias without an origin
  Class* errors[kMaxErrorTypes] = {};     // by ErrorType
  Str* names[size_t(Name::kCount)] = {};
  NameTable interned;                     // never changes once sessions see it
  Str* empty_str = nullptr;
  Str* latin1[256] = {};                  // strings of one code point
  Bytes* empty_bytes = nullptr;
  Tuple* empty_tuple = nullptr;
  Dict* builtins = nullptr;               // the names programs see
  Dict* intrinsics = nullptr;             // builtins and what only the prelude sees
  Dict* prelude = nullptr;                // prelude functions by name
  std::vector<Function*> machine_functions;  // those that the machine calls by itself, by vm's Prelude

  // Of abstract base classes that were published already, what modules made later registered with them: a tuple. Whoever makes the image replaces it
  // whole, as sessions of other threads read it meanwhile.
  using Registered = std::unordered_map<const Class*, Tuple*>;
  mutable std::atomic<const Registered*> registered = nullptr;
};

// What a generator that is resumed gets: a value at its yield, an exception raised there, or the value that its delegate ended with.
enum class Resume : uint8_t { kSend, kThrow, kDelegateEnds };

// Why a native asked for a retry.
// kWait: the program waits for an answer of the host, which becomes the result of the instruction.
enum class Trap : uint8_t { kNone, kCollect, kLimit, kWait };

// What each session has of its own in a shared module: what yields names and values, and the names among which these are.
struct SessionPart {
  Function* make = nullptr;
  std::vector<const Str*> names;
  bool has(const Str* name) const;
};

// What natives keep beside the heap for objects of the program's, such as a library's streams: no part of states, and made again where it is missing.
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

  // --- the outcome of a native that must not run now. The loop settles the trap (collects, or pauses the
  // session as exhausted) and runs the same instruction again.
  Trap trap = Trap::kNone;
  Limit trapped_limit = Limit::kNone;
  enum class Collection : uint8_t { kUsual, kPrecise, kWeak };
  Collection collection = Collection::kUsual;  // of Trap::kCollect. kPrecise: what registers hold that nobody will read is
                                               // garbage too; kWeak: and what is reached by WeakCells alone
  bool collection_made = false;  // one that was not usual; the native that asked for it, which runs again at once, takes it back
  // For natives that need one: false, return Value::retry().
  bool collect_first(Collection how);
  bool collected = false;  // a collection was just made for this instruction: no second one
  const uint64_t* collected_at = nullptr;  // the instruction, in a chain of `collected_depth` frames; safepoints elsewhere end it
  size_t collected_depth = 0;

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
  static constexpr uint32_t kMaxNativeDepth = 400;

  // --- names
  Str* name(Name n) const { return image->names[size_t(n)]; }
  Str* intern(std::string_view text);       // the one Str of this session for a name; null when a text over 4 KB doesn't fit
  NameTable interned;                       // weak: dead names go at a collection

  // --- classes
  // Changes whenever a method found earlier might be found no more; inline caches and `traits` check it.
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
  void forget_methods();  // at collections, when addresses may be used again
  uint64_t lookup_epoch = 1;  // as class_epoch, but changes with plain class data too; the method cache's
  void methods_changed() { ++class_epoch; ++lookup_epoch; }

  struct AbcAnswer {
    const Class* cls = nullptr;
    const Class* subclass = nullptr;
    uint64_t epoch = 0;
    bool answer = false;
  };
  std::vector<AbcAnswer> abc_answers;  // objects/abc_answers.h

  std::unordered_map<const Class*, Shape*> image_shapes;  // root shapes of the image's classes

  // --- output
  std::string output[2];   // stdout, stderr: printed and not yet taken by the host
  std::function<void(int, std::string_view)> on_output;  // or given to the host at once
  bool write_output(int stream, std::string_view text);  // false: over the limit, trap is set; nothing written

  // --- where tracebacks find source lines: name → text
  std::vector<std::shared_ptr<const Source>> sources;

  // While the image is being built: what a prelude constant that isn't there yet becomes.
  std::function<Value(Str*)> prelude_constant = [](Str*) { return Value(); };

  // What the host lets the program do: call its function of this name (input and open ask that), run source text.
  std::function<bool(std::string_view function)> grants;
  bool allow_eval = true;

  // Where imports come from: the image's modules. `library`: those that only the library's own code may import are there, too. `error` is
  // set when a module's own code failed.
  Module* (*load_module)(std::string_view name, bool library, std::string* error) = nullptr;
  // The code of a module that each session makes for itself (modules.def), or of what is ours in it; null when there is none.
  Code* (*module_code)(std::string_view name, bool overlay) = nullptr;
  // Of a shared module: what each session has of its own in it; null when that is nothing.
  const SessionPart* (*session_part)(std::string_view name) = nullptr;
  std::vector<std::string> (*module_names)() = nullptr;
  std::string_view (*why_no_module)(std::string_view name) = nullptr;  // why it isn't here; empty: nobody knows
  // What states call an object of the image; empty: nothing. And the numbers of those without a name that were asked for: id() must tell them apart.
  std::string_view (*image_name)(const Object* o) = nullptr;
  std::unordered_map<const Object*, uint32_t> image_serials;

  Value modules;           // dict of imported modules, sys.modules
  Value module_patches;    // what the program set in modules of the image: a dict of dicts, by their names; or unset
  Value main_globals;      // dict of __main__
  Task* task = nullptr;    // the one that is running
  uint32_t recursion_limit = 1000;  // sys.setrecursionlimit, at most limits.depth
  uint64_t random_seed = 0;     // of the generators of module random, from the host's entropy when it isn't `seeded`
  bool seeded = false;          // by the host: chance can be repeated, what secrets give included
  uint64_t entropy_seed = 0, entropy_drawn = 0;  // when it is seeded; drawn are bytes
  Value random_state;      // RandomState of module random's functions, or unset
  Value host_types;        // dict of the classes that the host declared, or that were made for its values (modules/_border.py), or unset
  Value handles;           // dict of the identities of handles, by type and name (objects/handle.h), or unset
  Value library_state;     // dict of what library modules keep for this session (asyncio's loop, …), or unset

  // --- coroutines that nobody awaited (session/never_awaited.cpp), by their names
  struct NeverAwaited {
    uint64_t dead = 0;  // found by the collector, since the last end of a program
    uint64_t told = 0;  // alive, and told of at the last end of a program
    bool operator==(const NeverAwaited&) const = default;
  };
  std::map<std::string, NeverAwaited> never_awaited;
  bool coroutines_made = false;  // there may be one that hasn't begun

  // --- calls of the host that wait for their answers (vm/host_calls.h)
  struct PendingArguments {
    Value args;    // tuple
    Value kwargs;  // dict, or unset when there are none
    uint64_t bytes = 0;  // that they take outside of the heap
  };
  HostSide* host = nullptr;                           // the session; null in the image
  std::vector<PendingArguments> pending_arguments;    // of each pending call, in the order of the session's list
  Value answers;       // list of (id, good, value or exception) that came and nobody has fetched yet, or unset
  double clock = 0;    // the host's, in seconds since 1970: it stands still while the program runs

  // Roots besides the above, for the collector: natives of the vm register theirs.
  void mark_roots(Marker& marker);
  std::vector<Value> temporary_roots;
  std::vector<Value> bereaved;  // owners of WeakCells whose targets the last weak collection dropped; gc.collect() takes them at once

  // Index of non-ASCII strings, every 64th code point; dropped at collections.
  std::unordered_map<const Str*, std::vector<uint32_t>> str_index;
  uint64_t str_index_bytes = 0;

  // Inline caches of the image's code, by image_index.
  std::vector<Array<SiteCache>> image_caches;

  // Compiled patterns of re, by (source, flags); see modules/re.
  std::shared_ptr<void> regex_cache;
  // Parsers of XML, which can be made again at any time; see modules/pyexpat.
  std::shared_ptr<void> xml_parsers;

  // Compressors and decompressors in the midst of their streams; see modules/compression.h.
  std::unique_ptr<Beside> streams;

 private:
  bool tick_failed();
};

// Memory that a native needs for its work outside of the heap, charged while this lives.
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
