// Objects among Data as JSON: the part of data_json.h that knows their kinds. Pure functions, called by data_json.cpp alone.
#pragma once

#include <string>
#include <string_view>

#include "fermata/value.h"

namespace fermata {

void append_object_json(std::string& out, const Data::Object& object);

bool is_object_tag(std::string_view tag);  // "$date"
// The object that {tag: content} stands for. False: `problem` says what the tag takes.
bool object_of_tag(std::string_view tag, const Data& content, Data* out, std::string* problem);

}  // namespace fermata
