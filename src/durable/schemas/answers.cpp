#include "durable/schemas/answers.h"

#include "durable/schemas/fitted.h"
#include "durable/schemas/parameters.h"
#include "durable/schemas/question.h"
#include "durable/schemas/schema.h"
#include "fermata/error.h"

namespace fermata::durable {

Answer fitted_answer(Database& database, Time now, const std::string& queue, const RunCall& call, const Answer& answer) {
  const auto* value = std::get_if<Data>(&answer);
  if (!value) return answer;
  std::string why;
  if (is_question(call)) {
    why = answer_misfit(call, answer);
  } else {
    // Of workers whose tools differ one will do.
    for (const Data& known : parameters_of(database, now, call.call.function, queue)) {
      const Data* result = known.find("x-returns");
      if (!result) return answer;
      std::string misfit = SchemaChecker(known).misfit(*result, *value, "answer");
      if (misfit.starts_with("answer ")) misfit = "the " + misfit;  // but: "answer.total has to be …"
      if (misfit.empty()) return fitted(known, *result, *value);
      if (why.empty()) why = misfit;
    }
  }
  if (!why.empty()) throw UsageError("call " + call.key + " isn't answered: " + why);
  return answer;
}

}  // namespace fermata::durable
