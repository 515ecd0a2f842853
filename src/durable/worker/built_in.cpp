#include "durable/worker/built_in.h"

#include <algorithm>
#include <cmath>

namespace fermata::durable {

namespace {

constexpr const char* kBuiltIn = "worker";  // the kind of their tools
constexpr const char* kReceive = "receive";

bool is_free(const WorkerOptions& options, const std::string& name) {
  return std::ranges::find(options.tools, name, &Tool::function) == options.tools.end() &&
         std::ranges::find(options.functions, name, &Grant::name) == options.functions.end();
}

}  // namespace

WorkerOptions with_built_in(WorkerOptions options) {
  if (!options.messages) return options;
  if (is_free(options, "run_id"))
    options.tools.push_back({.function = "run_id", .idempotent = true, .kind = kBuiltIn, .answer = [](const RunCall& call, uint64_t) {
                               return Answer(Data(call.run));
                             }});
  if (is_free(options, kReceive))
    options.tools.push_back(
        {.function = kReceive, .asynchronous = true, .idempotent = true, .kind = kBuiltIn, .answer = [](const RunCall&, uint64_t) {
           return Answer(
               Error{.type = "TypeError", .message = "receive() takes a channel, a str of 1 to 200 bytes, and a timeout in seconds"});
         }});
  return options;
}

bool is_built_in(const Tool& tool) { return tool.kind == kBuiltIn; }
bool is_receive(const Tool& tool) { return tool.function == kReceive && is_built_in(tool); }

std::optional<Receive> receive_from(const fermata::Call& call) {
  const Data *channel = nullptr, *timeout = nullptr;
  if (call.args.size() > 2) return std::nullopt;
  if (!call.args.empty()) channel = &call.args[0];
  if (call.args.size() > 1) timeout = &call.args[1];
  for (const auto& [name, value] : call.kwargs) {
    const Data*& argument = name == "channel" ? channel : timeout;
    if ((name != "channel" && name != "timeout") || argument) return std::nullopt;
    argument = &value;
  }
  if (!channel || !channel->is_str() || channel->as_str().empty() || channel->as_str().size() > 200) return std::nullopt;
  if (std::ranges::any_of(channel->as_str(), [](unsigned char c) { return c < ' ' || c == 0x7f; })) return std::nullopt;
  Receive receive{channel->as_str(), std::nullopt};
  if (!timeout || timeout->is_none()) return receive;
  const double seconds = timeout->is_small_int()                 ? double(timeout->as_int())
                         : timeout->type() == Data::Type::kFloat ? timeout->as_float()
                                                                 : -1;
  if (!(seconds >= 0 && seconds < 1e10)) return std::nullopt;
  receive.timeout_ms = Time(std::ceil(seconds * 1000));
  return receive;
}

}  // namespace fermata::durable
