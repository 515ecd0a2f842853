// Runs a program to its end. What it may call is a table of C++ functions; everything else is out of its reach.
#include <cstdio>
#include <string>

#include "fermata/session.h"

constexpr const char* kProgram = R"(
total = 0
for item in order["items"]:
    try:
        total += price(item) * (1 - discount(order["customer"], item=item))
    except KeyError as missing:
        print("no price for", missing)
round(total, 2)
)";

int main() {
  using fermata::Data;

  std::vector<fermata::Finding> findings;
  auto program = fermata::Program::compile(kProgram, "shop.py", &findings);
  if (!program) {
    std::fputs(findings[0].text.c_str(), stderr);
    return 1;
  }

  const fermata::Functions functions = {
      {"price",
       [](const fermata::Call& call) -> fermata::Answer {
         const std::string& item = call.args.at(0).as_str();
         if (item == "tea") return Data(4.5);
         if (item == "cup") return Data(12);
         return fermata::Error{.type = "KeyError", .message = item};  // raised at the call, where the program may catch it
       }},
      {"discount", [](const fermata::Call& call) -> fermata::Answer { return Data(call.kwargs.at(0).second == Data("cup") ? 0.25 : 0.0); }},
  };

  fermata::SessionOptions options;
  for (const auto& [name, function] : functions) options.functions.push_back(name);
  options.on_output = [](int, std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); };

  const Data order = Data::dict({{"customer", "ada"}, {"items", Data::list({"tea", "cup", "car"})}});
  fermata::Session session(program, options);
  const fermata::Outcome outcome = session.run_with(functions, {{"order", order}});

  if (outcome.status == fermata::Status::kRaised) {
    std::fputs(outcome.error->traceback.c_str(), stderr);
    return 1;
  }
  std::printf("total: %.2f\n", outcome.result.as_float());
}
