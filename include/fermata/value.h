// Data: a Python value outside the sandbox. Arguments of host calls, answers, inputs and results are
// Data: they own their contents, are copied at the border, and have no tie to any session.
//
// What crosses: None, bool, int (any size), float, str, bytes, list, tuple, dict, set, frozenset, and objects: values of
// the classes that ObjectKind lists. Deques, ranges, arrays and views of dicts leave a program as lists.
// A value that would take more than a quarter of the session's heap limit is too large to cross, and one that contains itself can't.
//
// Data never changes once it is made, so copies are cheap: they share what is large. Sharing is kept at the border, too: a list that
// appears twice in a value is one list on the other side. So a value may be small and yet endless to write out: twenty lists that each
// hold the one before twice make a million. Whoever walks over Data should ask identity() what it has already seen.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace fermata {

// What an object is, and its fields, whose names are str:
enum class ObjectKind : uint8_t {
  kDate,        // "iso": "2026-11-21"
  kTime,        // "iso": "10:00:00.000001+01:00"; "fold": 1 when it is
  kDateTime,    // "iso": "2026-11-21T10:00:00+00:00"; "fold": 1 when it is
  kTimeDelta,   // "days", "seconds", "microseconds": ints, the latter two not negative
  kDecimal,     // "text": "1.50"
  kUuid,        // "text": "12345678-1234-5678-1234-567812345678"
  kComplex,     // "real", "imag": floats
  kEnum,        // "name": str ("READ|WRITE" for a combination of flags, or None when it has no name), "value"
  kNamedTuple,  // its fields in their order
  kRecord,      // the same: an instance of a dataclass or of something like one
  kHandle,      // "name": str. An object that stays with the host; the program has only its type and name
  kFraction,    // "numerator", "denominator": ints, the latter positive
  kIpAddress,  // "text": "10.0.0.1", "10.0.0.0/8"; the type_name is that of its class in module ipaddress: "IPv4Address", "IPv6Network", …
  kPath,       // "text": "a/b"; the type_name is that of its class in module pathlib: "PosixPath", "PurePosixPath" or "PureWindowsPath"
  // Only in a program's result: a value that can't cross. "module": str; "repr": str, made in the sandbox; "attributes": a dict
  // of what the instance holds, or None when it holds nothing.
  kInstance,
  // Not a value: the kind of a declaration (TypeDeclaration) of an exception class.
  kException,
};
const char* to_string(ObjectKind kind);  // "date"

class Data {
 public:
  enum class Type : uint8_t { kNone, kBool, kInt, kFloat, kStr, kBytes, kList, kTuple, kDict, kSet, kFrozenSet, kObject };
  struct Object;
  static constexpr size_t kSharedText = 1024;  // bytes: texts from this size on are shared
  using Items = std::vector<Data>;
  using Pairs = std::vector<std::pair<Data, Data>>;  // in the dict's order

  Data() {}  // None. (Not defaulted: Clang would ask for it before the members have their initial values.)
  Data(const Data&) = default;
  Data(Data&&) = default;
  Data& operator=(const Data& other) { return *this = Data(other); }
  Data& operator=(Data&& other) noexcept {
    if (this == &other) return *this;
    if (is_last()) dismantle();
    type_ = other.type_;
    value_ = std::move(other.value_);
    return *this;
  }
  ~Data() {
    if (is_last()) dismantle();
  }
  Data(bool b) : type_(Type::kBool), value_(b) {}
  Data(int i) : Data(int64_t(i)) {}
  Data(int64_t i) : type_(Type::kInt), value_(i) {}
  Data(double d) : type_(Type::kFloat), value_(d) {}
  Data(const char* text) : Data(std::string(text)) {}
  Data(std::string_view text) : Data(std::string(text)) {}
  Data(std::string text) : Data(Type::kStr, std::move(text)) {}  // UTF-8; lone surrogates as three bytes

  // An int beyond 64 bits: an optional '-' and decimal digits or, for huge numbers (over 19,000 digits), "0x" and
  // hexadecimal digits, which take no time to make.
  static Data big_int(std::string digits) { return Data(Type::kInt, std::move(digits)); }
  static Data bytes(std::string data) { return Data(Type::kBytes, std::move(data)); }
  static Data list(Items items = {}) { return Data(Type::kList, std::move(items)); }
  static Data tuple(Items items = {}) { return Data(Type::kTuple, std::move(items)); }
  static Data set(Items items = {}) { return Data(Type::kSet, std::move(items)); }
  static Data frozenset(Items items = {}) { return Data(Type::kFrozenSet, std::move(items)); }
  static Data dict(Pairs pairs = {}) { return Data(Type::kDict, std::move(pairs)); }
  // The classes up to kComplex have one name ("date", "Decimal", …): theirs is set here, whatever `type_name` says.
  static Data object(ObjectKind kind, std::string type_name, Pairs fields);

  Type type() const { return type_; }
  bool is_none() const { return type_ == Type::kNone; }
  bool is_str() const { return type_ == Type::kStr; }
  bool is_small_int() const { return type_ == Type::kInt && std::holds_alternative<int64_t>(value_); }

  // Each needs the right type (std::bad_variant_access otherwise).
  bool as_bool() const { return std::get<bool>(value_); }
  int64_t as_int() const { return std::get<int64_t>(value_); }  // is_small_int()
  const std::string& as_big_int() const { return text(); }      // an int that isn't small
  double as_float() const { return std::get<double>(value_); }
  const std::string& as_str() const { return text(); }                     // str, or bytes
  const Items& items() const { return *std::get<Shared<Items>>(value_); }  // list, tuple, set, frozenset
  const Pairs& pairs() const { return *std::get<Shared<Pairs>>(value_); }  // dict

  // What is the same for all copies of a list, tuple, dict, set, frozenset, object or long text, and for nothing else; null for other
  // values.
  const void* identity() const;
  // Could it appear in several places? If not, its identity need not be remembered.
  bool may_be_shared() const;

  const Object& as_object() const { return *std::get<Shared<Object>>(value_); }
  bool is_object(ObjectKind kind) const;

  // dict["name"], or an object's field; null when there is none.
  const Data* find(std::string_view key) const;

  // By type and value; 1, 1.0 and True are three different Data. NaN equals itself. Which parts are shared makes no difference.
  friend bool operator==(const Data& a, const Data& b);

 private:
  template <class T>
  using Shared = std::shared_ptr<const T>;
  template <class T>
  Data(Type type, T value) : type_(type), value_(Shared<T>(std::make_shared<T>(std::move(value)))) {}
  Data(Type type, std::string text) : type_(type) {
    if (text.size() < kSharedText) value_ = std::move(text);
    else value_ = Shared<std::string>(std::make_shared<std::string>(std::move(text)));
  }
  const std::string& text() const {
    const auto* shared = std::get_if<Shared<std::string>>(&value_);
    return shared ? **shared : std::get<std::string>(value_);
  }

  static bool same(const Data& a, const Data& b, std::vector<std::pair<const Data*, const Data*>>& parts);
  // Whether this is the only owner of its parts. If so they are destroyed with it one by one, not recursively.
  bool is_last() const { return type_ >= Type::kList && !may_be_shared(); }
  void dismantle() noexcept;

  Type type_ = Type::kNone;
  std::variant<std::monostate, bool, int64_t, double, std::string, Shared<std::string>, Shared<Items>, Shared<Pairs>, Shared<Object>>
      value_;
};

struct Data::Object {
  ObjectKind kind;
  std::string type_name;  // the class's, without its module: "Order"
  Pairs fields;
};

}  // namespace fermata
