// Host functions: what a program may call. A session knows them by name only; with `Functions` a host also
// gives code, which Session::run_with calls to answer them.
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

// A function that a program may call. The call of a plain one stops the program until the answer is there. An asynchronous one
// gives a coroutine: the call is made when that is awaited, the program's other tasks go on, and when all of them wait the session
// pauses with all calls that are pending.
struct Grant {
  Grant(std::string name, bool asynchronous = false) : name(std::move(name)), asynchronous(asynchronous) {}
  Grant(const char* name) : name(name) {}
  static Grant async(std::string name) { return Grant(std::move(name), true); }

  std::string name;
  bool asynchronous = false;
};

// What a program may call. Whoever gives a list says all of it: an empty one, `Grants(std::vector<Grant>())`, is none.
struct Grants : std::vector<Grant> {
  Grants() = default;  // nothing was said
  Grants(std::initializer_list<Grant> list) : std::vector<Grant>(list), said_(true) {}
  Grants(std::vector<Grant> list) : std::vector<Grant>(std::move(list)), said_(true) {}
  bool said() const { return said_ || !empty(); }

 private:
  bool said_ = false;
};

// A class that the host lends to the program: a global of its name there, and what incoming objects of that type_name are made of.
// (Objects of other names become instances of classes that the session makes by their fields.)
struct TypeDeclaration {
  // A field of a record or named tuple, with its default when it has one (a list, dict or set is copied for each instance);
  // a member of an enum, with its value.
  struct Field {
    Field(std::string name, std::optional<Data> value = std::nullopt) : name(std::move(name)), value(std::move(value)) {}
    std::string name;
    std::optional<Data> value;
    // Of a record, as dataclasses.field() has them. One that isn't shown is in no repr(), and in no look at the program's variables.
    bool init = true;
    bool repr = true;
    bool compare = true;
    bool kw_only = false;
    std::optional<bool> hash{};
    // Of a record: its type. A str is a name, "int", "datetime.date" or a declared class's; a list a type with what stands in its brackets,
    // ["dict", "str", "int"], or alternatives, ["|", "str", "None"]. None: it isn't told.
    Data type{};
  };
  ObjectKind kind = ObjectKind::kRecord;  // kRecord, kNamedTuple, kEnum, kHandle or kException
  std::string name{};                     // an identifier, as all names here
  std::vector<Field> fields{};
  // kRecord: as dataclasses.dataclass() has them.
  bool frozen = false;
  bool repr = true;
  bool eq = true;
  bool order = false;
  bool unsafe_hash = false;
  std::string asks_for{};                 // kRecord: what making one takes that isn't kept, 'seed': the program can't make any then; empty: nothing
  // kEnum: "IntEnum", "StrEnum", "Flag" or "IntFlag"; "Enum" when empty. kException: builtin classes and those that were declared before it,
  // "OrderError, KeyError"; "Exception" when empty.
  std::string base{};
  // kHandle. A method is a host function, "Database.query", that gets the handle as its first argument; special ones ("__len__")
  // are possible. Each reading of an attribute is a call of "Database.version" with the handle. Declaring them grants them.
  std::vector<Grant> methods{};
  std::vector<std::string> attributes{};
  // kRecord, kNamedTuple: what the host calls the types of the fields, a line "name: type" for each. States keep it: so the host can tell later
  // whether a class of the same fields means the same.
  std::string shape{};
};

// Something that waits for the host.
struct Call {
  enum class Kind : uint8_t {
    kCall,   // of a plain function: the program stands still until it is answered
    kAsync,  // of an asynchronous function
    kTimer,  // asyncio.sleep(), a timeout, …: answer it when it is due, or before; then it is over. The answer's value doesn't matter
  };
  uint64_t id = 0;
  std::string function;  // empty: a timer
  std::vector<Data> args;
  std::vector<std::pair<std::string, Data>> kwargs;
  std::string file;   // where it was made, or awaited
  uint32_t line = 0;  // from 1
  Kind kind = Kind::kCall;
  double due = 0;     // kTimer: seconds since 1970
};
const char* to_string(Call::Kind kind);  // "call", "async", "timer"

// What the host answers: a value, or an exception to raise at the call. Its `type` is the name of a builtin exception class, of one of
// the library ("asyncio.TimeoutError"), of one that the host declared, or of a global of the program that is an exception class without an
// __init__, __new__ or __str__ of its own. Any other name becomes a class of that name below Error::base.
using Answer = std::variant<Data, Error>;

struct CallAnswer {
  uint64_t call = 0;
  Answer answer;
};

// At which calls a run stops although there is somebody who would answer them: a person is asked first.
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
