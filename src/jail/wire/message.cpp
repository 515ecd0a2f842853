#include "jail/wire/message.h"

#include <algorithm>
#include <optional>

#include "base/utf8.h"

namespace fermata::jail {

namespace {

// Values nest no deeper: more than the border lets through in either direction. (Being shared is a level of its own for the reader.)
constexpr int kMaxDepth = 1'000, kMaxReadDepth = 2 * kMaxDepth + 2;

// A list whose first item is one of these stands for what MessagePack has no notation for. Numbers of messages, not of states.
enum class Tag : uint8_t { kList, kTuple, kSet, kFrozenSet, kDict, kObject, kShared, kAgain, kLast = kAgain };

Tag tag_of(Data::Type type) {
  switch (type) {
    case Data::Type::kTuple: return Tag::kTuple;
    case Data::Type::kSet: return Tag::kSet;
    case Data::Type::kFrozenSet: return Tag::kFrozenSet;
    case Data::Type::kDict: return Tag::kDict;
    case Data::Type::kObject: return Tag::kObject;
    default: return Tag::kList;
  }
}

bool is_digits(std::string_view text, const char* digits) { return !text.empty() && text.find_first_not_of(digits) == text.npos; }

// As Data::big_int says: longer decimal text would take long to read.
bool is_big_int(std::string_view text) {
  constexpr size_t kMostDecimals = 20'000;
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with("0x")) return is_digits(text.substr(2), "0123456789abcdefABCDEF");
  return text.size() <= kMostDecimals && is_digits(text, "0123456789");
}

// What each kind of object must have (value.h): whoever takes one apart relies on it. An unset type is any.
struct Field {
  ObjectKind kind;
  const char* name;
  std::optional<Data::Type> type;
  bool required = true;
};
constexpr Field kFields[] = {
    {ObjectKind::kDate, "iso", Data::Type::kStr},
    {ObjectKind::kTime, "iso", Data::Type::kStr},
    {ObjectKind::kDateTime, "iso", Data::Type::kStr},
    {ObjectKind::kTimeDelta, "days", Data::Type::kInt},
    {ObjectKind::kTimeDelta, "seconds", Data::Type::kInt},
    {ObjectKind::kTimeDelta, "microseconds", Data::Type::kInt},
    {ObjectKind::kDecimal, "text", Data::Type::kStr},
    {ObjectKind::kUuid, "text", Data::Type::kStr},
    {ObjectKind::kComplex, "real", Data::Type::kFloat},
    {ObjectKind::kComplex, "imag", Data::Type::kFloat},
    {ObjectKind::kEnum, "name", std::nullopt},
    {ObjectKind::kEnum, "value", std::nullopt},
    {ObjectKind::kHandle, "name", Data::Type::kStr},
    {ObjectKind::kFraction, "numerator", Data::Type::kInt},
    {ObjectKind::kFraction, "denominator", Data::Type::kInt},
    {ObjectKind::kIpAddress, "text", Data::Type::kStr},
    {ObjectKind::kPath, "text", Data::Type::kStr},
    {ObjectKind::kInstance, "module", Data::Type::kStr},
    {ObjectKind::kInstance, "repr", Data::Type::kStr},
    {ObjectKind::kInstance, "attributes", std::nullopt},
};

void check_object(ObjectKind kind, const std::string& name, const Data::Pairs& fields) {
  for (const auto& [field, value] : fields)
    if (!field.is_str()) fail(StateErrorKind::kWrongType, "a field's name isn't a text");
  for (const Field& wanted : kFields) {
    if (wanted.kind != kind) continue;
    const auto found = std::find_if(fields.begin(), fields.end(), [&](const auto& field) { return field.first.as_str() == wanted.name; });
    if (found == fields.end() || (wanted.type && found->second.type() != *wanted.type))
      fail(StateErrorKind::kBadObject, "{} '{}' has no {}", to_string(kind), name.substr(0, 100), wanted.name);
  }
}

// Keys and items of sets. (What a tuple holds, and how classes compare, is for whoever makes them to find out.)
void check_key(const Data& data) {
  if (data.type() == Data::Type::kList || data.type() == Data::Type::kDict || data.type() == Data::Type::kSet)
    fail(StateErrorKind::kBadObject, "a key or a set's item that has no hash");
}

}  // namespace

void MessageWriter::data(const Data& value, int depth) {
  if (depth > kMaxDepth) fail(StateErrorKind::kUnsavable, "a value nests too deeply");
  if (!value.may_be_shared()) return data_parts(value, depth);
  const auto [known, is_new] = shared_.try_emplace(value.identity(), shared_.size());
  archive_.begin_list(2);
  archive_.scalar(uint64_t(is_new ? Tag::kShared : Tag::kAgain));
  if (is_new) data_parts(value, depth);
  else archive_.scalar(known->second);
}

void MessageWriter::data_parts(const Data& value, int depth) {
  const auto begin = [&](size_t items) {
    archive_.begin_list(items + 1);
    archive_.scalar(uint64_t(tag_of(value.type())));
  };
  const auto pairs = [&](const Data::Pairs& list) {
    for (const auto& [key, item] : list) {
      data(key, depth + 1);
      data(item, depth + 1);
    }
  };
  switch (value.type()) {
    case Data::Type::kNone: return archive_.nil();
    case Data::Type::kBool: return archive_.scalar(value.as_bool());
    case Data::Type::kInt:
      if (value.is_small_int()) return archive_.scalar(value.as_int());
      return archive_.ext(ExtType::kInt, value.as_big_int());
    case Data::Type::kFloat: return archive_.scalar(value.as_float());
    case Data::Type::kStr: return archive_.text(value.as_str());
    case Data::Type::kBytes: return archive_.binary(value.as_str());
    case Data::Type::kList:
    case Data::Type::kTuple:
    case Data::Type::kSet:
    case Data::Type::kFrozenSet:
      begin(value.items().size());
      for (const Data& item : value.items()) data(item, depth + 1);
      return;
    case Data::Type::kDict: begin(value.pairs().size() * 2); return pairs(value.pairs());
    case Data::Type::kObject: {
      const Data::Object& object = value.as_object();
      begin(2 + object.fields.size() * 2);
      archive_.scalar(uint64_t(object.kind));
      archive_.text(object.type_name);
      return pairs(object.fields);
    }
  }
}

std::string MessageReader::text() {
  const std::string_view text = archive_.text();
  take_room(text.size());
  if (!utf8::is_valid(text, utf8::Surrogates::kAllow)) fail(StateErrorKind::kWrongType, "a text that isn't valid");
  return std::string(text);
}

std::string MessageReader::bytes() {
  const std::string_view bytes = archive_.binary();
  take_room(bytes.size());
  return std::string(bytes);
}

void MessageReader::end() {
  if (archive_.left()) fail(StateErrorKind::kTrailing, "{} bytes after the message's end", archive_.left());
}

Data MessageReader::data(int depth) {
  take_room(sizeof(Data) * 2);  // (lists grow by halves)
  const MsgpackToken token = archive_.next();
  const auto text = [&] {
    take_room(token.data.size());
    return std::string(token.data);
  };
  switch (token.type) {
    case MsgpackToken::kNil: return Data();
    case MsgpackToken::kBool: return Data(token.number != 0);
    case MsgpackToken::kInt: return Data(int64_t(token.number));
    case MsgpackToken::kFloat: return Data(token.real);
    case MsgpackToken::kBin: return Data::bytes(text());
    case MsgpackToken::kStr:
      if (!utf8::is_valid(token.data, utf8::Surrogates::kAllow)) fail(StateErrorKind::kWrongType, "a text that isn't valid");
      return Data(text());
    case MsgpackToken::kExt:
      if (token.ext_type != int8_t(ExtType::kInt) || !is_big_int(token.data)) break;
      return Data::big_int(text());
    case MsgpackToken::kArray: return container(token.number, depth);
    default: break;
  }
  archive_.wrong("a value");
}

Data MessageReader::container(uint64_t count, int depth) {
  if (depth > kMaxReadDepth) fail(StateErrorKind::kTooLarge, "a value nests too deeply");
  if (count == 0) archive_.wrong("a value's tag");
  --count;
  switch (kind<Tag>()) {
    case Tag::kList: return Data::list(items(count, depth));
    case Tag::kTuple: return Data::tuple(items(count, depth));
    case Tag::kSet: return Data::set(hashable_items(count, depth));
    case Tag::kFrozenSet: return Data::frozenset(hashable_items(count, depth));
    case Tag::kDict: return Data::dict(entries(count, depth));
    case Tag::kObject: return object(count, depth);
    case Tag::kShared: return shared(count, depth);
    case Tag::kAgain: return again(count);
  }
  archive_.wrong("a value");
}

// (A function for each, so that a level takes little stack.)
Data::Items MessageReader::items(uint64_t count, int depth) {
  Data::Items list;
  for (; count > 0; --count) list.push_back(data(depth + 1));
  return list;
}

Data::Items MessageReader::hashable_items(uint64_t count, int depth) {
  Data::Items list = items(count, depth);
  if (!from_host_) std::for_each(list.begin(), list.end(), check_key);
  return list;
}

Data::Pairs MessageReader::pairs(uint64_t count, int depth) {
  if (count % 2) archive_.wrong("a key for each value");
  Data::Pairs list;
  for (; count > 0; count -= 2) {
    Data key = data(depth + 1);
    list.emplace_back(std::move(key), data(depth + 1));
  }
  return list;
}

Data::Pairs MessageReader::entries(uint64_t count, int depth) {
  Data::Pairs list = pairs(count, depth);
  if (!from_host_)
    for (const auto& [key, value] : list) check_key(key);
  return list;
}

Data MessageReader::object(uint64_t count, int depth) {
  if (count < 2) archive_.wrong("an object's kind and class");
  uint64_t number;
  archive_.scalar(number);
  if (number >= uint64_t(ObjectKind::kException)) archive_.wrong("an object's kind");
  std::string name = text();
  Data::Pairs fields = pairs(count - 2, depth);
  if (!from_host_) check_object(ObjectKind(number), name, fields);
  return Data::object(ObjectKind(number), std::move(name), std::move(fields));
}

// Its number is that of its place in the message; what it holds may be shared, too.
Data MessageReader::shared(uint64_t count, int depth) {
  if (count != 1) archive_.wrong("one value");
  const size_t place = shared_.size();
  shared_.emplace_back();
  Data value = data(depth + 1);
  if (!value.identity()) archive_.wrong("what can be shared");
  return shared_[place] = std::move(value);
}

Data MessageReader::again(uint64_t count) {
  if (count != 1) archive_.wrong("a number");
  uint64_t number;
  archive_.scalar(number);
  // (What is not complete yet has no identity: a value can't contain itself.)
  if (number >= shared_.size() || !shared_[number].identity()) fail(StateErrorKind::kBadReference, "there is no shared value {}", number);
  return shared_[number];
}

}  // namespace fermata::jail
