// Objects among Data as JSON: the part of data_json.h that knows their kinds. Pure functions, called only by data_json.cpp.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "fermata/value.h"

namespace fermata {

// Writes Data to `out`. What would be much longer written out than it is has numbers where parts are shared (data_json.h).
class DataWriter {
 public:
  DataWriter(std::string& out, const Data& whole);
  void value(const Data& data);
  void dict(const Data::Pairs& pairs);

  std::string& out;

 private:
  struct Shared {
    uint32_t mentions = 0;
    uint64_t number = 0;  // when it was written
    uint64_t bytes = 0;   // that it is about, written out
  };
  uint64_t count(const Data& data);
  void content(const Data& data);
  void items(const Data::Items& items);
  void tagged_items(const char* tag, const Data::Items& items);

  std::unordered_map<const void*, Shared> shared_;
  uint64_t bytes_ = 0, next_number_ = 1;
  bool numbered_ = false;
};

void write_object_json(DataWriter& writer, const Data::Object& object);

bool is_object_tag(std::string_view tag);  // "$date"
// The object that {tag: content} stands for. False: `problem` says what the tag takes.
bool object_of_tag(std::string_view tag, const Data& content, Data* out, std::string* problem);

}  // namespace fermata
