// A process that somebody has taken over, as its parent sees it: whatever comes from it, the session says what it means or that it has
// crashed, and takes no more memory or time than its limits say. (tests/fuzz/jail_replies.cpp makes up what nobody has thought of.)
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include <sys/socket.h>

#include "jail/outside/jailed_session.h"

namespace fermata::jail {
namespace {

std::string framed(const std::string& body, uint32_t length) {
  std::string frame;
  for (int i = 0; i < 4; ++i) frame += char(length >> (8 * i));
  return frame + body;
}
std::string framed(const std::string& body) { return framed(body, uint32_t(body.size())); }

Standing standing(Status status) {
  Standing s;
  s.outcome.status = status;
  return s;
}

Standing paused() {
  Standing s = standing(Status::kPaused);
  s.pending.push_back(Call{.id = 1, .function = "ask"});
  return s;
}

Standing printed(Standing s, const std::string& text, uint64_t kept) {
  s.printed[0] = text;
  s.output_kept[0] = kept;
  return s;
}

std::string opened(Limits limits) {
  Opened opened{.limits = limits};
  opened.standing = standing(Status::kReady);
  return framed(message(Reply::kOpened, opened));
}

std::string stopped(const Standing& s) { return framed(message(Reply::kStopped, s)); }

Limits tight() {
  Limits limits;
  limits.output_bytes = 1 << 20;
  limits.time_ms = 20'000;
  return limits;
}

// A session whose process is this test: it has said `told` already, before it was asked for anything.
class Hostile {
 public:
  explicit Hostile(const std::string& told = "", bool stays = false, Limits limits = tight()) {
    int ends[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
    theirs = Descriptor(ends[1]);
    Child child;
    child.channel = Channel(Descriptor(ends[0]));
    child.channel.set_patience(std::chrono::milliseconds(10));
    session = std::make_unique<JailedSession>(
        nullptr, std::move(child), SessionOptions{.limits = limits, .functions = {"ask"}, .clock = fixed_clock(1)}, JailedOptions());
    // What doesn't fit into the socket at once is said by and by.
    sender = std::thread([this, stream = opened(limits) + told, stays] {
      for (size_t sent = 0; sent < stream.size();) {
        const ssize_t n = send(theirs.get(), stream.data() + sent, stream.size() - sent, MSG_NOSIGNAL);
        if (n <= 0) return;
        sent += size_t(n);
      }
      if (!stays) shutdown(theirs.get(), SHUT_WR);
    });
    std::vector<Finding> findings;
    EXPECT_TRUE(session->open("", "a.py", &findings));
  }
  ~Hostile() {
    session.reset();
    if (sender.joinable()) sender.join();
  }
  Hostile(const Hostile&) = delete;
  Hostile& operator=(const Hostile&) = delete;

  Descriptor theirs;
  std::unique_ptr<JailedSession> session;
  std::thread sender;
};

std::string reason(const Outcome& outcome) {
  EXPECT_EQ(outcome.status, Status::kCrashed);
  return outcome.crash ? outcome.crash->reason : "";
}

TEST(HostileProcess, DiesInTheMiddleOfAFrame) {
  const std::string whole = stopped(paused());
  for (size_t cut = 0; cut < whole.size(); ++cut) {
    Hostile hostile(whole.substr(0, cut));
    EXPECT_EQ(hostile.session->start({}).status, Status::kCrashed) << cut;
    EXPECT_THROW(hostile.session->save(StateEncoding::kMessagePack), UsageError);
  }
}

TEST(HostileProcess, LiesAboutAFramesLength) {
  const std::string body = message(Reply::kStopped, paused());
  for (const uint32_t length : {uint32_t(0), uint32_t(1), uint32_t(body.size() - 1), uint32_t(body.size() + 1)}) {
    Hostile hostile(framed(body, length));
    EXPECT_EQ(hostile.session->start({}).status, Status::kCrashed) << length;
  }
  for (const uint32_t length : {uint32_t(INT32_MAX), UINT32_MAX}) {
    Hostile hostile(framed(body, length), /*stays=*/true);
    EXPECT_NE(reason(hostile.session->start({})).find("too long"), std::string::npos) << length;
  }
}

TEST(HostileProcess, AnswersOutOfTurn) {
  {
    Hostile hostile(stopped(paused()) + stopped(standing(Status::kDone)));  // the second before it is asked for
    EXPECT_EQ(hostile.session->start({}).status, Status::kPaused);
    EXPECT_EQ(hostile.session->resume(1, Data(2)).status, Status::kDone);
    EXPECT_TRUE(hostile.session->pending().empty());
  }
  {
    Hostile hostile(framed(message(Reply::kBytes, std::string("a state"))));
    EXPECT_NE(reason(hostile.session->start({})).find("another answer"), std::string::npos);
  }
  {
    Standing s = paused();
    s.pending[0].function = "unlink";
    Hostile hostile(stopped(s));
    EXPECT_NE(reason(hostile.session->start({})).find("isn't granted"), std::string::npos);
  }
}

TEST(HostileProcess, AsksWithoutEnd) {
  std::string questions;
  for (int i = 0; i < 200'000; ++i) questions += framed(message(Reply::kClock));
  const auto began = std::chrono::steady_clock::now();
  Limits limits = tight();
  limits.time_ms = 200;
  Hostile hostile(questions, /*stays=*/true, limits);
  EXPECT_EQ(hostile.session->start({}).status, Status::kCrashed);  // it never reads what it is answered
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(20));
}

// Each answer is within bounds, but together they would fill the parent's memory.
TEST(HostileProcess, PrintsWithoutEnd) {
  const std::string text(8 << 20, 'x');
  std::string stream;
  for (uint64_t i = 0; i < 6; ++i) stream += stopped(printed(paused(), text, i * text.size()));
  Hostile hostile(stream);
  Outcome outcome = hostile.session->start({});
  int stops = 1;
  for (; outcome.status == Status::kPaused; ++stops) outcome = hostile.session->resume(1, Data());
  EXPECT_NE(reason(outcome).find("more output than there may be"), std::string::npos);
  EXPECT_LE(stops, 3);
}

// Nor is a text that it is fed, and refuses, a new beginning; nor one that it takes a reason to keep what was printed before.
TEST(HostileProcess, PrintsWithoutEndWhenItIsFed) {
  const std::string text(8 << 20, 'x');
  for (const bool accepted : {false, true}) {
    std::string stream;
    for (uint64_t i = 0; i < 6; ++i) {
      Standing s = printed(standing(Status::kDone), text, i * text.size());
      s.accepted = accepted;
      stream += stopped(s);
    }
    Hostile hostile(stream);
    Outcome outcome{.status = Status::kDone};
    int fed = 0;
    for (; fed < 6 && outcome.status == Status::kDone; ++fed) outcome = hostile.session->feed("1", {}, nullptr);
    EXPECT_EQ(outcome.status, Status::kCrashed) << accepted;
    EXPECT_LE(fed, 4) << accepted;
  }
}

}  // namespace
}  // namespace fermata::jail
