// The target of what a jailed process may send: a session whose process is a socket with the input's bytes. Whatever they are, the session
// says what they mean or that it has crashed.
//
// The input is cut into messages, each behind two bytes with its length; a length of 65,535 stands for one that lies.
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

#include <sys/socket.h>

#include "jail/outside/jailed_session.h"
#include "serialization/data_json.h"
#include "targets.h"

namespace fermata {

namespace {

std::string messages_of(std::string_view input) {
  std::string stream;
  while (input.size() >= 2) {
    const size_t told = size_t(uint8_t(input[0])) | size_t(uint8_t(input[1])) << 8;
    input.remove_prefix(2);
    const std::string_view body = input.substr(0, told);
    const uint32_t length = told == 0xFFFF ? 0x7FFFFFFF : uint32_t(body.size());
    for (int i = 0; i < 4; ++i) stream += char(length >> (8 * i));
    stream += body;
    input.remove_prefix(body.size());
  }
  return stream;
}

// What a host does with what it was told.
void look_at(Session& session) {
  for (const Call& call : session.pending()) {
    for (const Data& argument : call.args) to_json(argument);
    for (const auto& [name, argument] : call.kwargs) to_json(argument);
  }
  to_json(session.outcome().result);
  if (session.status() == Status::kRaised) static_cast<void>(session.outcome().error.value());
  session.next_due();
  session.wall_time_left();
}

}  // namespace

void fuzz_jail_replies(std::string_view input) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return;
  const jail::Descriptor theirs(ends[1]);
  const std::string stream = messages_of(input.substr(0, 1 << 16));
  send(ends[1], stream.data(), stream.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
  shutdown(ends[1], SHUT_WR);
  jail::Child child;
  child.channel = jail::Channel(jail::Descriptor(ends[0]));
  child.channel.set_patience(std::chrono::milliseconds(10));

  SessionOptions options{.functions = {"lookup", Grant::async("fetch")}};
  options.limits.heap_bytes = 1 << 20;
  options.limits.time_ms = 30;
  options.clock = fixed_clock(1);
  options.entropy = [](std::span<uint8_t> bytes) { std::memset(bytes.data(), 7, bytes.size()); };
  options.on_output = [](int, std::string_view) {};
  jail::JailedSession session(nullptr, std::move(child), std::move(options), {});
  try {
    std::vector<Finding> findings;
    if (!session.open("", "a.py", &findings)) return;
    look_at(session);
    session.start({});
    for (int stops = 0; stops < 3 && session.status() == Status::kPaused && !session.pending().empty(); ++stops) {
      look_at(session);
      session.resume(session.pending()[0].id, Data(1));
    }
    look_at(session);
    session.view();
    session.feed("1", {}, &findings);
    look_at(session);
    session.save(StateEncoding::kMessagePack);
    session.types();
    session.each_value("Order", [](const Data& value) { return to_json(value).size() < 100; });
    session.forget([](std::string_view name) { return name.size() > 1; });
    session.functions();
  } catch (const UsageError&) {  // (also what the process says it to be)
  } catch (const std::runtime_error&) {
  }
}

}  // namespace fermata
