// Questions that programs ask people: calls of ask(), which a worker has without a tool. Such a call waits as one that needs an approval
// does (Asked), and takes an answer that its schema lets through. Asked by the worker, which reads the call, and by the transitions, which
// check what people say.
#pragma once

#include <optional>
#include <string>

#include "fermata/durable/run.h"

namespace fermata::durable {

inline constexpr const char* kAsk = "ask";
inline constexpr const char* kOwnTool = "worker";  // the kind of what a worker answers by itself

struct Question {
  Data schema{};  // None: any answer will do
  Ask ask{};      // its note is what is asked
};
// ask(question, schema=None, *, roles=(), deadline=None, on_deadline="deny", escalate=()). Nothing: the arguments aren't such; `problem`
// says what is wrong with those of a question, and is empty where the only one isn't a text.
std::optional<Question> question_from(const fermata::Call& call, std::string* problem);

// A call that waits for an answer to a question, or did.
bool is_question(const RunCall& call);
// What the answer to it has to be like: a JSON Schema. None: anything; or the call isn't a question.
Data schema_of(const RunCall& call);
// Why the answer isn't one to this question; empty: it is. An exception is one to all.
std::string answer_misfit(const RunCall& call, const Answer& answer);

}  // namespace fermata::durable
