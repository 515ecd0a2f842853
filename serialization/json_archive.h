// The JSON archives, in cereal's sense, over RapidJSON: the same calls as the MessagePack archives, with
// names. Output is indented, for people. Input is RapidJSON's document, parsed without recursion; the cursor
// keeps where it stands in a stack of its own.
#pragma once

#include <cereal/cereal.hpp>
// Its stack adds to a null pointer while it is empty, which Clang's sanitizer takes badly.
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif
#include <rapidjson/document.h>
#include <rapidjson/prettywriter.h>
#ifdef __clang__
#pragma clang attribute pop
#endif

#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "base/base64.h"
#include "heap/value.h"
#include "serialization/state_error.h"

namespace fermata {

class JsonSaver;
class JsonLoader;
void save_value(JsonSaver& saver, Value v);

// Integers beyond this are written as {"$int": "…"}: other readers of JSON have only doubles.
inline constexpr int64_t kMaxJsonInteger = (int64_t(1) << 53) - 1;

// RapidJSON's own allocator gives null when there is no memory, and its stacks write there.
struct JsonAllocator {
  static constexpr bool kNeedFree = true;
  void* Malloc(size_t size) { return Realloc(nullptr, 0, size); }
  void* Realloc(void* old, size_t, size_t size) {
    if (size == 0) return std::free(old), nullptr;
    void* memory = std::realloc(old, size);
    if (!memory) throw std::bad_alloc();
    return memory;
  }
  static void Free(void* memory) { std::free(memory); }
  bool operator==(const JsonAllocator&) const { return true; }
};

class JsonOutputArchive : public cereal::OutputArchive<JsonOutputArchive, cereal::AllowEmptyClassElision> {
 public:
  static constexpr bool kSaving = true;
  explicit JsonOutputArchive(JsonSaver& saver) : OutputArchive(this), saver_(saver) { writer_.SetIndent(' ', 1); }

  void name(std::string_view s) { writer_.Key(s.data(), unsigned(s.size())); }
  void begin_list(size_t = 0) { writer_.StartArray(); }
  void end_list() { writer_.EndArray(); }
  void begin_map() { writer_.StartObject(); }
  void end_map() { writer_.EndObject(); }
  void nil() { writer_.Null(); }
  void scalar(bool b) { writer_.Bool(b); }
  void scalar(int64_t i);
  void scalar(uint64_t i);
  void scalar(double d);
  void text(std::string_view s);  // {"$wtf8": base64} when it has lone surrogates
  void binary(std::string_view s) { plain_text(to_base64(s)); }
  void plain_text(std::string_view s) { writer_.String(s.data(), unsigned(s.size())); }
  void value(Value v) { save_value(saver_, v); }

  std::string take() { return std::move(buffer_.text) + "\n"; }

 private:
  // A stream of RapidJSON's.
  struct Buffer {
    using Ch = char;
    std::string text;
    void Put(char c) { text.push_back(c); }
    void Flush() {}
  };

  Buffer buffer_;
  rapidjson::PrettyWriter<Buffer, rapidjson::UTF8<>, rapidjson::UTF8<>, JsonAllocator> writer_{buffer_};
  JsonSaver& saver_;
};

using JsonDocument = rapidjson::GenericDocument<rapidjson::UTF8<>, rapidjson::MemoryPoolAllocator<JsonAllocator>, JsonAllocator>;
using JsonNode = JsonDocument::ValueType;

class JsonInputArchive : public cereal::InputArchive<JsonInputArchive, cereal::AllowEmptyClassElision> {
 public:
  static constexpr bool kSaving = false;
  explicit JsonInputArchive(JsonLoader& loader) : InputArchive(this), loader_(loader) {}

  // Reads from `node` until leave(): members by name() when it is an object, else its items in order.
  void enter(const JsonNode& node) { stack_.push_back({&node, nullptr, 0}); }
  void leave() { stack_.pop_back(); }

  void name(const char* s);
  bool has(const char* s) const;
  const JsonNode& node();  // the node at the cursor, which moves on

  size_t begin_list();
  void end_list() { leave(); }
  void begin_map();
  void end_map() { leave(); }
  void scalar(bool& b);
  void scalar(int64_t& i);
  void scalar(uint64_t& i);
  void scalar(double& d);
  std::string text();
  std::string binary();
  Value value();

  [[noreturn]] void wrong(const char* wanted) const;
  std::string where() const;  // names on the way here

 private:
  struct Level {
    const JsonNode* node;
    const char* name;  // of the member to read next
    size_t next;       // item to read next
  };
  std::vector<Level> stack_;
  JsonLoader& loader_;
};

// For numbers and texts as nodes; used by the archive and by the loader's values.
bool json_int64(const JsonNode& node, int64_t* out);
bool json_double(const JsonNode& node, double* out);
bool json_text(const JsonNode& node, std::string* out);
inline std::string_view json_view(const JsonNode& node) { return {node.GetString(), node.GetStringLength()}; }

}  // namespace fermata
