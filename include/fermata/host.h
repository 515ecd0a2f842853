// Host functions: what a program may call. A session knows them only by name; with `Functions` a host also
// gives the code that Session::run_with calls to answer them.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "fermata/error.h"
#include "fermata/value.h"

namespace fermata {

// A function that a program may call. A call of a plain one stops the program until the answer is there. An asynchronous one
// gives a coroutine: the call is made when that is awaited, the program's other tasks go on, and when all of them wait the session
// pauses with all pending calls.
struct Grant {
  Grant(std::string name, bool asynchronous = false) : name(std::move(name)), asynchronous(asynchronous) {}
  Grant(const char* name) : name(name) {}
  static Grant async(std::string name) { return Grant(std::move(name), true); }

  std::string name;
  bool asynchronous = false;
};

// What a program may call. A list that is given is complete: an empty one, `Grants(std::vector<Grant>())`, grants nothing.
struct Grants : std::vector<Grant> {
  Grants() = default;  // nothing was said
  Grants(std::initializer_list<Grant> list) : std::vector<Grant>(list), said_(true) {}
  Grants(std::vector<Grant> list) : std::vector<Grant>(std::move(list)), said_(true) {}
  bool said() const { return said_ || !empty(); }

 private:
  bool said_ = false;
};

// A class that the host lends to the program: a global of that name there, and the class of incoming objects with that type_name.
// (Objects with other names become instances of classes that the session makes from their fields.)
struct TypeDeclaration {
  // A field of a record or named tuple, with its default when it has one (a list, dict or set is copied for each instance);
  // a member of an enum, with its value.
  struct Field {
    Field(std::string name) : name(std::move(name)) {}
    Field(std::string name, std::optional<Data> value) : name(std::move(name)), value(std::move(value)) {}
    std::string name;
    std::optional<Data> value;
    // For a record, as dataclasses.field() has them. A field with repr=False is in no repr(), and in no view of the program's variables.
    bool init = true;
    bool repr = true;
    bool compare = true;
    bool kw_only = false;
    std::optional<bool> hash{};
    // For a record: the field's type. A str is a name, "int", "datetime.date" or a declared class's; a list is a type with what its
    // brackets hold,
    // ["dict", "str", "int"], or alternatives, ["|", "str", "None"]. None: unknown.
    Data type{};
  };
  ObjectKind kind = ObjectKind::kRecord;  // kRecord, kNamedTuple, kEnum, kHandle or kException
  std::string name{};                     // an identifier, like all names here
  std::vector<Field> fields{};
  // kRecord: as dataclasses.dataclass() has them.
  bool frozen = false;
  bool repr = true;
  bool eq = true;
  bool order = false;
  bool unsafe_hash = false;
  std::string asks_for{};  // kRecord: what its constructor needs that isn't kept, 'seed': then the program can't make instances; empty:
                           // nothing
  // kEnum: "IntEnum", "StrEnum", "Flag" or "IntFlag"; "Enum" when empty. kException: builtin classes and those declared before it,
  // "OrderError, KeyError"; "Exception" when empty. kHandle: "module" isn't a class but a module that programs import by the (dotted) name,
  std::string base{};  // with fields that have values, or types (declared classes), and methods as functions; "namespace": a global, too
  // kHandle. A method is a host function, "Database.query", that gets the handle as its first argument; special methods ("__len__")
  // are possible. Each read of an attribute is a call of "Database.version" with the handle. Declaring them grants them.
  std::vector<Grant> methods{};
  std::vector<std::string> attributes{};
  // kRecord, kNamedTuple: what the host calls the fields' types, a line "name: type" for each. States keep it, so the host can tell later
  // whether a class with the same fields means the same.
  std::string shape{};
};

// Something that waits for the host.
struct Call {
  enum class Kind : uint8_t {
    kCall,   // of a plain function: the program stands still until the call is answered
    kAsync,  // of an asynchronous function
    kTimer,  // asyncio.sleep(), a timeout, …: over when it is answered, when due or before. The answer's value doesn't matter
  };
  uint64_t id = 0;
  std::string function;  // empty: a timer
  std::vector<Data> args;
  std::vector<std::pair<std::string, Data>> kwargs;
  std::string file;   // where it was made, or awaited
  uint32_t line = 0;  // from 1
  Kind kind = Kind::kCall;
  double due = 0;  // kTimer: seconds since 1970
};
const char* to_string(Call::Kind kind);  // "call", "async", "timer"

// What the host answers: a value, or an exception to raise at the call. Its `type` names a builtin exception class, one of
// the library's ("asyncio.TimeoutError"), one that the host declared, or a global of the program that is an exception class without an
// __init__, __new__ or __str__ of its own. Any other name becomes a new class derived from Error::base.
using Answer = std::variant<Data, Error>;

struct CallAnswer {
  uint64_t call = 0;
  Answer answer;
};

// At which calls a run stops even though something could answer them: a person is asked first.
struct PauseAt {
  bool every = false;
  std::set<std::string> names{};

  static PauseAt every_call() { return {.every = true}; }
  bool at(const std::string& function) const { return every || names.contains(function); }
  bool operator==(const PauseAt&) const = default;
};

using Callable = std::function<Answer(const Call&)>;
using Functions = std::map<std::string, Callable>;

}  // namespace fermata
