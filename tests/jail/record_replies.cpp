// Records what a jailed process says, as inputs of the fuzz target jail_replies: one file for each program below.
//
//   build/tests/jail/record_replies FOLDER       FERMATA_JAIL names the program
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <string>
#include <thread>

#include "jail/outside/jailed_session.h"

using namespace fermata;

namespace {

struct Recorded {
  const char* name;
  const char* program;
};
constexpr Recorded kPrograms[] = {
    {"call", "x = lookup(1, [2, (3.5, None)], key={'a': b'b'})\nprint('got', x)\nx"},
    {"objects", "import datetime, decimal\nlookup(datetime.date(2026, 1, 2), decimal.Decimal('1.5'), 2 ** 80, {1, 2}, frozenset('a'))"},
    {"shared", "a = ['x' * 2000]\nb = [a, a, (a, a)]\nlookup(b, b)"},
    {"raised", "try:\n  1 / 0\nexcept ZeroDivisionError as e:\n  raise ExceptionGroup('g', [e, ValueError('x')])"},
    {"tasks",
     "import asyncio\nasync def f(n):\n  await fetch(n)\nasync def main():\n  await asyncio.gather(f(1), f(2), asyncio.sleep(3))\nawait "
     "main()"},
    {"asks", "import time, secrets\nprint(time.time())\nsecrets.token_bytes(8)\nlookup(0)"},
};

// Passes on what each side says; the child's messages are kept.
void pass_on(int from, int to, std::string* kept) {
  char piece[65536];
  for (ssize_t n; (n = recv(from, piece, sizeof piece, 0)) != 0;) {
    if (n < 0) continue;  // (the parent's patience)
    if (kept) kept->append(piece, size_t(n));
    if (send(to, piece, size_t(n), MSG_NOSIGNAL) != n) break;
  }
  shutdown(to, SHUT_WR);
}

// From 4 bytes of length to the 2 of the target.
std::string as_input(const std::string& stream) {
  std::string input;
  for (size_t at = 0; at + 4 <= stream.size();) {
    size_t length = 0;
    for (int i = 0; i < 4; ++i) length |= size_t(uint8_t(stream[at + size_t(i)])) << (8 * i);
    if (length < 0xFFFF) {
      input += {char(length & 255), char(length >> 8)};
      input += stream.substr(at + 4, length);
    }
    at += 4 + length;
  }
  return input;
}

std::string record(jail::ZygoteLink& link, const char* program) {
  jail::Child child = link.take("");
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return "";
  const int process = child.channel.socket();
  std::string said;
  std::thread there(pass_on, ends[1], process, nullptr), back(pass_on, process, ends[1], &said);
  {
    jail::Child ours;
    ours.channel = jail::Channel(jail::Descriptor(ends[0]));
    SessionOptions options{.functions = {"lookup", Grant::async("fetch")}};
    options.clock = fixed_clock(1);
    options.entropy = [](std::span<uint8_t> bytes) { std::fill(bytes.begin(), bytes.end(), uint8_t(7)); };
    options.on_output = [](int, std::string_view) {};
    jail::JailedSession session(nullptr, std::move(ours), std::move(options), {});
    std::vector<Finding> findings;
    session.open(program, "a.py", &findings);
    session.start({});
    while (session.status() == Status::kPaused) session.resume(session.pending()[0].id, Data(1));
    session.view();
    session.feed("1", {}, &findings);
    session.save(StateEncoding::kMessagePack);
    session.types();
    session.forget([](std::string_view) { return true; });
    session.functions();
  }
  there.join();
  back.join();  // the process ends when nothing more comes
  link.retire(child);
  close(ends[1]);
  return as_input(said);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  jail::ZygoteLink link(JailOptions{});
  for (const Recorded& recorded : kPrograms)
    std::ofstream(std::string(argv[1]) + "/" + recorded.name, std::ios::binary) << record(link, recorded.program);
}
