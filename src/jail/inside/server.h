// Server: one session, driven by the requests of its parent over a channel. server.cpp makes it and says where it stands, requests.cpp does
// what is asked.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "jail/inside/walls.h"
#include "jail/wire/channel.h"
#include "jail/wire/control.h"
#include "jail/wire/parts.h"

namespace fermata::jail {

// The parent's clock, entropy or on_output threw: the session stops, and the parent throws on.
struct HostThrew : std::exception {};

// Nothing is left to tell, and destructors would only take time.
[[noreturn]] void end(JailedExit code);

class Server {
 public:
  // `room`: what the process's limits follow from; nothing: they stay as they are.
  Server(Channel& channel, std::optional<Room> room) : channel_(channel), room_(room) { wants_yield = false; }
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  // False: the session is over, and another one may come.
  bool obey_next();
  // A time zone's file, from the parent.
  std::optional<std::string> zone(const std::string& name);

  // For handlers of signals, about the session that there is.
  static void interrupt();
  static void yield();

 private:
  using Reader = MessageReader;

  bool obey(Request request, Reader& in);
  void check(Reader& in);
  void compile(Reader& in);
  void open(Reader& in);
  void load(Reader& in);
  void feed(Reader& in);
  // Requests that let the program run. False: it is another one.
  bool run(Request request, Reader& in);
  // What is left: to look at the session, or to set something.
  void look(Request request, Reader& in);

  void made(std::unique_ptr<Session> session);
  void stopped(const std::function<void()>& run);
  Standing standing();
  bool is_place_for_checkpoint(const Standing& standing);
  SessionOptions options_of(Granted granted);
  void limit_process(const Limits& limits);
  void print(int stream, std::string_view text);

  // The parent's answer to a question, which begins with a nod; nod() throws HostThrew when the host's code did.
  Reader ask(const std::string& question);
  Nod nod(Reader& in);
  // Asks whether something is so.
  template <class T>
  bool ask_whether(Reply question, const T& about) {
    Reader in = ask(message(question, about));
    nod(in);
    return get<bool>(in);
  }
  template <class... T>
  void tell(Reply kind, const T&... values) {
    send(message(kind, values...));
  }
  void tell_bytes(std::string value);
  void send(const std::string& message);
  std::string_view next();

  Channel& channel_;
  const std::optional<Room> room_;
  std::optional<Limits> limited_by_;  // what the process's limits were made of
  std::unique_ptr<Session> session_;
  bool prints_ = false;          // output is handed on as it happens
  bool asks_ = false;            // and the parent says what then
  bool checkpoint_ = false;      // this request wants the state with its answer,
  bool is_place_ = false;        // wherever it stops
  uint64_t known_[2] = {0, 0};   // bytes of output that the parent had after the last answer
  uint64_t handed_[2] = {0, 0};  // since then, as they were printed
  uint64_t fed_ = 0;

  // What signals reach.
  static std::atomic<Session*> session_now;
  static std::atomic<bool> wants_yield;
};

}  // namespace fermata::jail
