// The answer to a question that a program asks, as fields of a form: one for each member of an object, else one; typed by the question's
// schema. What is sent becomes a value; whether the schema lets it through is the store's to say.
#pragma once

#include <string>

#include "fermata/value.h"
#include "server/http/message.h"
#include "server/pages/html.h"

namespace fermata::server {

// `form` has what somebody sent before.
Html answer_fields(const Data& schema, const Texts& form);
// False: a field can't be read; `problem` says which, and why.
bool read_answer(const Data& schema, const Texts& form, Data* answer, std::string* problem);

}  // namespace fermata::server
