// The layouts of what programs are made of: code, functions, frames, classes, instances, exceptions. The
// rules for `fields` are in layout_data.h.
#pragma once

#include "heap/layout_data.h"

namespace fermata {

struct Class;
struct Function;
struct Generator;
struct NativeRow;
struct AttributeRow;

// --- code

struct Site {
  Value name;      // a str, or for CALL_KEYWORDS a tuple of str
  uint32_t count;  // CALL_KEYWORDS: all arguments
  template <class V> void fields(V& v) { v("name", name); v("count", count); }
};
struct CodeHandler {
  uint32_t begin, end, target, reg;
  template <class V> void fields(V& v) { v("begin", begin); v("end", end); v("target", target); v("reg", reg); }
};
struct CodeCapture {
  uint32_t from_free, index;
  template <class V> void fields(V& v) { v("from_free", from_free); v("index", index); }
};

// An inline cache: what was found at a site the last time, good while the guard is the same.
struct SiteCache {
  Object* guard = nullptr;  // a Shape, Class or Dict; marked by the collector so that no new object takes its address
  uint64_t version = 0;     // of the Dict, or the Context's class epoch
  Value value;
  uint32_t kind = 0;        // what was found; the vm's business
  uint32_t index = 0;
};

// What CodeUnit (compiler/code.h) describes, with constants as values. Never changed after it is made.
struct Code : Object {
  static constexpr Kind kKind = Kind::kCode;
  Value name, qualname, filename, doc;  // str; doc may be None
  uint32_t code_flags, positional_only, positional, keyword_only, registers, first_line;
  Array<Value> locals;           // str
  Array<uint8_t> local_is_cell;
  Array<Value> free_names;       // str
  Array<CodeCapture> captures;
  Array<uint64_t> words;
  Array<Value> constants;
  Array<Site> sites;
  Array<CodeHandler> handlers;
  Array<uint8_t> positions;      // see objects/code/code.h: position_at
  // In memory only: inline caches parallel to `sites`. Code of the image, which threads share, has them in the
  // Context instead, under image_index.
  Array<SiteCache> caches;
  uint32_t image_index = 0;      // > 0 for code of the image
  template <class V> void fields(V& v) {
    v("name", name); v("qualname", qualname); v("filename", filename); v("doc", doc);
    v("flags", code_flags); v("positional_only", positional_only); v("positional", positional); v("keyword_only", keyword_only);
    v("registers", registers); v("first_line", first_line);
    v("locals", locals); v("local_is_cell", local_is_cell); v("free_names", free_names); v("captures", captures);
    v("words", words); v("constants", constants); v("sites", sites); v("handlers", handlers); v("positions", positions);
    v.caches(caches);
  }
  bool has(uint32_t flag) const { return code_flags & flag; }
  uint32_t parameters() const;  // registers that arguments fill, *args and **kwargs included
};

struct Cell : Object {
  static constexpr Kind kKind = Kind::kCell;
  Value content;  // unset: nothing assigned yet
  template <class V> void fields(V& v) { v("content", content); }
};

struct Function : Object {
  static constexpr Kind kKind = Kind::kFunction;
  static constexpr bool kVariable = true;
  static constexpr uint16_t kUnbound = 1;  // in aux, of the image's functions: not a method of the class it is in
  uint32_t count;  // cells of the closure
  uint32_t unused;
  Code* code;
  Value globals;           // Dict
  Value name, qualname;    // str
  Value defaults;          // tuple or None
  Value keyword_defaults;  // dict or None
  Value attributes;        // dict of the program's own (__dict__), or unset
  Value notes;             // dict of __annotations__, and of __doc__ and __module__ once they were set, or unset
  Value closure[];         // Cells

  static size_t extra_bytes(uint64_t n) { return n * sizeof(Value); }
  template <class V> void fields(V& v) {
    v("code", code); v("globals", globals); v("name", name); v("qualname", qualname); v("defaults", defaults);
    v("keyword_defaults", keyword_defaults); v("attributes", attributes); v("notes", notes); v.items("closure", closure, count);
  }
};

// A function written in C++; only the image has them. `owner` is its class, or a module's name, or None.
struct Builtin : Object {
  static constexpr Kind kKind = Kind::kBuiltin;
  const NativeRow* row;
  const struct Signature* signature;
  Value owner, name;
  Value twin;  // the prelude's Function, or unset
  template <class V> void fields(V& v) { v("owner", owner); v("name", name); v("twin", twin); }
};

struct BoundMethod : Object {
  static constexpr Kind kKind = Kind::kBoundMethod;
  Value self, function;
  template <class V> void fields(V& v) { v("self", self); v("function", function); }
};

// The host's function of that name; that it may be called is looked up at the call.
struct HostFunction : Object {
  static constexpr Kind kKind = Kind::kHostFunction;
  Value name;
  template <class V> void fields(V& v) { v("name", name); }
};

struct Module : Object {
  static constexpr Kind kKind = Kind::kModule;
  Value name, dict;
  template <class V> void fields(V& v) { v("name", name); v("dict", dict); }
};

// --- execution

// How a frame's result is delivered to its caller.
enum class Deliver : uint8_t {
  kValue = 0,    // as the result of the caller's pending instruction
  kInit = 1,     // __init__: the result must be None; what is delivered is the frame's `receiver`
  kDiscard = 2,  // the caller's instruction goes on without it
  kThrough = 3,  // what the function `receiver` makes of it: a special method's result is looked at
  kNew = 4,      // __new__: `receiver` is a tuple of the class and the arguments, which the __init__ of what was made gets, too
};

// What the loop knows about the instruction of the frame below that waits for this frame, to go back to it without asking. In memory only.
enum class ReturnsTo : uint8_t {
  kUnknown,
  kCall,     // a call; this is a plain frame in the same segment
  kForIter,  // FOR_ITER; this is a generator's frame
};

// One activation. `pc` is the instruction that is going on: while a callee or the host works, the call.
struct Frame {
  Function* function = nullptr;
  Code* code = nullptr;
  Value* registers = nullptr;      // in a segment of the task, or the generator's own
  uint32_t pc = 0;
  Deliver deliver = Deliver::kValue;
  ReturnsTo returns_to = ReturnsTo::kUnknown;
  uint16_t segment_before = 0;     // the task's segment when this frame was made
  SiteCache* caches = nullptr;     // of `code`
  Generator* generator = nullptr;  // whose body this is, or null
  Value handled;                   // the exception being handled here, or unset
  Value receiver;                  // see Deliver
  Value* top_before = nullptr;     // the task's stack top when this frame was made
};

// What `sent` means to a generator that is resumed is in its registers; see `Interpreter::resume_generator`.
// kDelegating: suspended in `yield from`, while its delegate is thrown at in its place; to the program it runs.
enum class GeneratorState : uint8_t { kFresh = 0, kSuspended = 1, kRunning = 2, kFinished = 3, kDelegating = 4 };

struct Generator : Object {
  static constexpr Kind kKind = Kind::kGenerator;
  Function* function = nullptr;
  Code* code = nullptr;
  Array<Value> registers;
  uint32_t pc = 0;
  uint32_t state = 0;      // GeneratorState
  Value handled;
  Value name, qualname;    // str
  Value type_name;         // str when it stands for a builtin iterator ("map", "filter"), else unset
  template <class V> void fields(V& v) {
    v("function", function); v("code", code); v("registers", registers); v("pc", pc); v("state", state); v("handled", handled);
    v("name", name); v("qualname", qualname); v("type_name", type_name);
  }
};

// A run of registers of a task; frames are laid out in it one after the other.
struct Segment {
  Value* data;
  uint32_t capacity;
};

// A thread of execution: a chain of frames. A session has one main task.
struct Task : Object {
  static constexpr Kind kKind = Kind::kTask;
  Array<Frame> frames;
  Array<Segment> segments;
  Value name;
  // Where the next frame's registers go: the first free one, and the segment it is in.
  Value* top = nullptr;
  Value* segment_begin = nullptr;
  Value* segment_end = nullptr;
  uint32_t segment = 0;
  uint32_t hidden = 0;         // frames of the prelude, which do not count as depth
  template <class V> void fields(V& v) { v("name", name); v.frames(*this); }
};

// --- classes

// What an attribute access can rely on: a class, and the attributes' names in the order they were made.
// Shapes form a tree from each class's root. They are caches: states hold names and values.
struct ShapeTransition {
  Value key;
  struct Shape* next;
  template <class V> void fields(V& v) { v("key", key); v("next", next); }
};
struct Shape : Object {
  static constexpr Kind kKind = Kind::kShape;
  // In aux: attributes are in a Dict, in the slot after those counted (which are names of __slots__).
  static constexpr uint16_t kDictionary = 1;
  Class* cls = nullptr;
  Shape* parent = nullptr;
  Value key;           // the last attribute's name; unset at the root
  uint32_t count = 0;  // attributes
  Array<ShapeTransition> transitions;
  Array<Value> keys;   // all names in order, made when first looked up
  template <class V> void fields(V& v) {
    v("cls", cls); v("parent", parent); v("key", key); v("count", count); v("transitions", transitions); v("keys", keys);
  }
  bool dictionary() const { return aux & kDictionary; }
};

struct Class : Object {
  static constexpr Kind kKind = Kind::kClass;
  Value name, qualname;  // str
  Value bases, mro;      // tuples of Class
  Value dict;            // Dict
  Class* meta = nullptr;
  Shape* root_shape = nullptr;
  Array<Value> subclasses;
  Value constructor;         // Builtin that makes instances (object.__new__'s work), unset for plain classes
  uint32_t layout = 0;       // Kind of its instances: kInstance, kException, or the builtin payload's kind
  uint32_t class_flags = 0;  // ClassFlag
  uint32_t slots_hint = 0;   // inline slots for a new instance, grows with what is seen
  uint32_t traits = 0;       // which special methods it has (objects/model/class.h), valid while traits_epoch is the Context's
  uint64_t traits_epoch = 0;
  template <class V> void fields(V& v) {
    v("name", name); v("qualname", qualname); v("bases", bases); v("mro", mro); v("dict", dict); v("meta", meta);
    v.derived_object("root_shape", root_shape);
    if constexpr (requires { v.weak(subclasses); }) v.weak(subclasses);  // as WeakCell's target
    else v("subclasses", subclasses);
    v("constructor", constructor);
    v("layout", layout); v("flags", class_flags);
  }
};
enum ClassFlag : uint32_t {
  kClassFinal = 1,       // may not be subclassed (bool, NoneType, …)
  kClassNoNew = 2,       // cannot be called ("cannot create 'x' instances")
  kClassHasDict = 4,     // instances take any attribute
  kClassAbstract = 8,    // has __abstractmethods__: the general way of making instances looks at them
  kClassSequence = 32,   // sequence patterns match its instances, and those of its subclasses
  kClassMapping = 64,    // mapping patterns do
  kClassNoWeakref = 128,  // __slots__ without __weakref__: instances can't be referred to weakly
  kClassHandle = 256,    // its instances stand for objects of the host (objects/model/handle.h)
  kClassQualified = 16,  // messages name it with its module, as CPython does with classes written in C ('datetime.date')
};

// An object of a class written in Python (or of a plain builtin class). `aux` is the number of inline
// slots; attributes beyond them are in `overflow`. `payload` is the builtin value inside an instance of a
// subclass of list, int, str, …; unset otherwise.
struct Instance : Object {
  static constexpr Kind kKind = Kind::kInstance;
  static constexpr bool kVariable = true;
  Shape* shape;
  Value payload;
  Array<Value> overflow;
  Value slots[];

  static size_t extra_bytes(uint64_t n) { return n * sizeof(Value); }
  Value& slot(uint32_t i) { return i < aux ? slots[i] : overflow[i - aux]; }
  template <class V> void fields(V& v) { v.instance(*this); }
};

struct Exception : Object {
  static constexpr Kind kKind = Kind::kException;
  Class* cls = nullptr;
  Value args;                            // tuple
  Value traceback = Value::none();       // Traceback or None
  Value cause = Value::none(), context = Value::none();
  bool suppress_context = false;
  Value attributes;                      // dict, or unset
  Value details;                         // the same of what its builtin class keeps: errno, filename, name, msg, …
  template <class V> void fields(V& v) {
    v("cls", cls); v("args", args); v("traceback", traceback); v("cause", cause); v("context", context);
    v("suppress_context", suppress_context); v("attributes", attributes); v("details", details);
  }
};

// One line of a traceback, outermost first.
struct Traceback : Object {
  static constexpr Kind kKind = Kind::kTraceback;
  Value next;  // Traceback of the next inner frame, or None
  Code* code = nullptr;
  uint32_t pc = 0;
  template <class V> void fields(V& v) { v("next", next); v("code", code); v("pc", pc); }
};

struct Property : Object {
  static constexpr Kind kKind = Kind::kProperty;
  Value get, set, del, doc, name;
  template <class V> void fields(V& v) { v("get", get); v("set", set); v("del", del); v("doc", doc); v("name", name); }
};
struct StaticMethod : Object {
  static constexpr Kind kKind = Kind::kStaticMethod;
  Value function;
  template <class V> void fields(V& v) { v("function", function); }
};
struct ClassMethod : Object {
  static constexpr Kind kKind = Kind::kClassMethod;
  Value function;
  template <class V> void fields(V& v) { v("function", function); }
};
struct Super : Object {
  static constexpr Kind kKind = Kind::kSuper;
  Class* cls = nullptr;         // look past this class …
  Class* object_type = nullptr; // … in this one's MRO
  Value self;                   // instance or class, or None when unbound
  template <class V> void fields(V& v) { v("cls", cls); v("object_type", object_type); v("self", self); }
};
struct MappingProxy : Object {
  static constexpr Kind kKind = Kind::kMappingProxy;
  Value mapping;
  template <class V> void fields(V& v) { v("mapping", mapping); }
};
struct GenericAlias : Object {  // list[int]
  static constexpr Kind kKind = Kind::kGenericAlias;
  Value origin, args;
  template <class V> void fields(V& v) { v("origin", origin); v("args", args); }
};
// An attribute of a builtin class computed in C++ (list.__class__, e.__traceback__); the image's only.
struct GetSet : Object {
  static constexpr Kind kKind = Kind::kGetSet;
  const AttributeRow* row;
  Value owner, name;
  template <class V> void fields(V& v) { v("owner", owner); v("name", name); }
};
// A field of a named tuple.
struct TupleGetter : Object {
  static constexpr Kind kKind = Kind::kTupleGetter;
  Value index, doc;  // the index is a small one
  template <class V> void fields(V& v) { v("index", index); v("doc", doc); }
};
// A name of __slots__.
struct Member : Object {
  static constexpr Kind kKind = Kind::kMember;
  Value owner, name;
  template <class V> void fields(V& v) { v("owner", owner); v("name", name); }
};

}  // namespace fermata
