// Jailed sessions do what sessions do. (That programs print the same is shown by the kind `jail` of tests/runner.py, and what becomes of
// killed processes by tests/jail/kill_children.cpp.)
#include "fermata/jail.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

#include "jailed.h"

namespace fermata {
namespace {

Jail& jail() {
  static Jail* const one = new Jail(JailOptions{.grace_ms = 500});  // (as long as the tests)
  return *one;
}

std::unique_ptr<Session> jailed(std::string_view text, SessionOptions options = {}, JailedOptions how = {}) {
  std::vector<Finding> findings;
  auto session = jail().session(text, "test.py", std::move(options), &findings, how);
  EXPECT_TRUE(session) << findings[0].text;
  return session;
}

std::unique_ptr<Session> in_process(std::string_view text, SessionOptions options = {}) {
  std::vector<Finding> findings;
  return std::make_unique<Session>(Program::compile(text, "test.py", &findings), std::move(options));
}

TEST_F(Jailed, GivesTheSameStates) {
  constexpr char kText[] = "import json\nx = [1, {'a': (2, 3.5)}]\nprint('so far')\ny = ask(x, key=x)\njson.dumps(y)";
  const auto a = jailed(kText, {.functions = {"ask"}, .seed = 1, .clock = fixed_clock(5)});
  const auto b = in_process(kText, {.functions = {"ask"}, .seed = 1, .clock = fixed_clock(5)});
  EXPECT_EQ(a->start().status, Status::kPaused);
  b->start();
  ASSERT_EQ(a->pending().size(), 1U);
  EXPECT_EQ(a->pending()[0].args, b->pending()[0].args);
  EXPECT_EQ(a->pending()[0].args[0].identity(), a->pending()[0].kwargs[0].second.identity());  // one list
  EXPECT_EQ(a->output(), "so far\n");
  // Times differ; everything else is the same.
  Limits limits;
  SessionOptions options{.functions = {"ask"}, .clock = fixed_clock(5)};
  const auto c = jail().load(b->save(), options, nullptr);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->save(), b->save());
  EXPECT_EQ(c->save(StateEncoding::kJson), b->save(StateEncoding::kJson));
  EXPECT_EQ(c->output(), "so far\n");
  EXPECT_EQ(c->take_output(), b->take_output());
  EXPECT_EQ(c->save(), b->save());
  EXPECT_EQ(c->resume(1, Data::list({Data(true)})).result, Data("[true]"));
  EXPECT_EQ(a->resume(1, Data()).result, Data("null"));
  EXPECT_TRUE(is_jailed(*a));
  EXPECT_FALSE(is_jailed(*b));
}

TEST_F(Jailed, TellsErrorsAndMisuse) {
  std::vector<Finding> findings;
  EXPECT_EQ(jail().session("1 +", "test.py", {}, &findings), nullptr);
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].type, "SyntaxError");
  const auto session = jailed("def f(): raise ExceptionGroup('g', [ValueError(1)])\nf()");
  const Outcome outcome = session->start();
  ASSERT_EQ(outcome.status, Status::kRaised);
  EXPECT_EQ(outcome.error->type, "ExceptionGroup");
  EXPECT_NE(outcome.error->traceback.find("ValueError: 1"), std::string::npos);
  EXPECT_THROW(session->start(), UsageError);
  EXPECT_THROW(session->resume(7, Data()), UsageError);
  EXPECT_EQ(session->status(), Status::kRaised);
  EXPECT_THROW(jailed("1", {.pause_at = PauseAt{.names = {"nobody"}}}), UsageError);
  SessionOptions greedy;
  greedy.limits.heap_bytes = 0;
  EXPECT_THROW(jailed("1", std::move(greedy)), UsageError);
  StateProblem problem;
  EXPECT_EQ(jail().load("no state", {}, &problem), nullptr);
  EXPECT_EQ(problem.kind, "not a state");
}

TEST_F(Jailed, FeedsAndForgets) {
  const auto session = jail().session(SessionOptions{.functions = {"ask"}});
  EXPECT_EQ(session->feed("x = 2\nprint('one')\nx").result, Data(2));
  EXPECT_EQ(session->output(), "one\n");
  std::vector<Finding> findings;
  EXPECT_EQ(session->feed("x +", {}, &findings).error->type, "SyntaxError");
  EXPECT_EQ(findings.size(), 1U);
  EXPECT_EQ(session->outcome().result, Data(2));
  EXPECT_EQ(session->output(), "one\n");
  EXPECT_EQ(session->feed("y = x * 5\nprint('two')").status, Status::kDone);
  EXPECT_EQ(session->output(), "two\n");
  session->forget([](std::string_view name) { return name == "y"; });
  EXPECT_EQ(session->feed("y").result, Data(10));
  EXPECT_EQ(session->feed("x").error->type, "NameError");
  FeedOptions more;
  more.functions = std::vector<Grant>{"other"};
  EXPECT_EQ(session->feed("other(1)", more).status, Status::kPaused);
  EXPECT_EQ(session->abandon().error->type, "KeyboardInterrupt");
}

TEST_F(Jailed, AsksTheHostForTimeChanceAndZones) {
  int drawn = 0;
  SessionOptions options{.entropy =
                             [&](std::span<uint8_t> bytes) {
                               std::fill(bytes.begin(), bytes.end(), uint8_t(7));
                               ++drawn;
                             },
                         .clock = stepping_clock(100, 1),
                         .zone = "Europe/Berlin"};
  EXPECT_EQ(
      jailed("import secrets, time\n(secrets.token_bytes(2), time.time() >= 100, time.localtime(0).tm_hour)", options)->start().result,
      Data::tuple({Data::bytes("\7\7"), Data(true), Data(1)}));
  EXPECT_GT(drawn, 0);
  options.zone = "Nowhere/Land";
  EXPECT_THROW(jailed("1", options), UsageError);
  SessionOptions broken{.clock = []() -> double { throw std::out_of_range("no time"); }};
  EXPECT_THROW(jailed("import time\ntime.time()", broken)->start(), std::out_of_range);
  SessionOptions poor{.entropy = [](std::span<uint8_t>) { throw std::out_of_range("no chance"); }};  // (it is asked for a seed at once)
  EXPECT_THROW(jailed("1", poor)->start(), std::out_of_range);
}

TEST_F(Jailed, TakesWhatTheHostHasMade) {
  // A field that repr() leaves out is named under None (library/_border.py).
  const Data record =
      Data::object(ObjectKind::kRecord, "Version", {{Data(), Data::list({"note"})}, {Data("major"), Data(1)}, {Data("note"), Data("x")}});
  EXPECT_EQ(jailed("repr(v), v.note")->start({{"v", record}}).result, Data::tuple({"Version(major=1)", "x"}));
  EXPECT_THROW(jailed("v")->start({{"v", Data::object(ObjectKind::kRecord, "X", {{Data(1), Data(2)}})}}), UsageError);
}

TEST_F(Jailed, HandsOutputOn) {
  std::string seen;
  Session* running = nullptr;
  SessionOptions options{.on_output = [&](int stream, std::string_view text) {
    seen += std::to_string(stream) + ":" + std::string(text);
    if (text.ends_with('\n')) running->yield();
    EXPECT_THROW(running->run(), UsageError);
  }};
  const auto session = jailed("import sys\nfor i in range(40): print(i)\nprint('e', file=sys.stderr)", options);
  running = session.get();
  int yields = 0;
  for (Outcome o = session->start(); o.status == Status::kYielded; o = session->run()) ++yields;
  EXPECT_EQ(yields, 41);
  EXPECT_TRUE(seen.starts_with("1:0\n1:1\n")) << seen;
  EXPECT_EQ(session->output(2), "e\n");
  // What it throws leaves the call.
  const auto throwing = jailed("while True: print(1)", {.on_output = [](int, std::string_view) { throw std::out_of_range("full"); }});
  EXPECT_THROW(throwing->start(), std::out_of_range);
  EXPECT_EQ(throwing->status(), Status::kExhausted);
  EXPECT_EQ(throwing->outcome().limit, "interrupt");
}

TEST_F(Jailed, IsInterruptedAndLimited) {
  const auto session = jailed("while True: pass");
  std::thread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    session->interrupt();
  });
  EXPECT_EQ(session->start().limit, "interrupt");
  other.join();
  EXPECT_EQ(session->run(1000).status, Status::kYielded);
  Limits limits = session->limits();
  limits.steps = session->spent().steps + 5000;
  session->set_limits(limits);
  EXPECT_EQ(session->run().limit, "steps");
  EXPECT_NE(session->used_up(), "");
  EXPECT_THROW(session->run(), UsageError);
  SessionOptions small;
  small.limits.heap_bytes = 8 << 20;
  EXPECT_EQ(jailed("x = []\nwhile True: x.append('a' * 1000 + str(len(x)))", small)->start().limit, "heap_bytes");
}

TEST_F(Jailed, CrashIsAnOutcome) {
  const auto session = jailed("ask(1)\nwhile True: pass", {.functions = {"ask"}});
  session->start();
  kill(jailed_process(*session), SIGSEGV);
  const Outcome outcome = session->resume(1, Data());
  ASSERT_EQ(outcome.status, Status::kCrashed);
  EXPECT_EQ(outcome.crash->signal, SIGSEGV);
  EXPECT_EQ(outcome.crash->reason, "killed by SIGSEGV");
  EXPECT_EQ(outcome.crash->last_call->function, "ask");
  EXPECT_GT(outcome.crash->steps, 0U);
  EXPECT_TRUE(session->pending().empty());
  EXPECT_THROW(session->run(), UsageError);
  EXPECT_THROW(session->save(), UsageError);
  EXPECT_EQ(jailed("1 + 2")->start().result, Data(3));  // others are as they were
}

TEST_F(Jailed, HangIsACrash) {
  SessionOptions options{.functions = {"ask"}};
  options.limits.time_ms = 200;
  const auto session = jailed("ask(1)\n2", options);
  session->start();
  kill(jailed_process(*session), SIGSTOP);
  const Outcome outcome = session->resume(1, Data());
  ASSERT_EQ(outcome.status, Status::kCrashed);
  EXPECT_EQ(outcome.crash->signal, SIGKILL);
  EXPECT_TRUE(outcome.crash->reason.starts_with("no answer for ")) << outcome.crash->reason;
}

TEST_F(Jailed, CpuTimeIsLimited) {
  Jail single(JailOptions{.one_session = true});
  for (Jail* each : {&jail(), &single}) {
    std::vector<Finding> findings;
    const auto session = each->session("ask(1)", "test.py", {.functions = {"ask"}}, &findings);
    session->start();
    kill(jailed_process(*session), SIGXCPU);
    const Outcome outcome = session->resume(1, Data());
    ASSERT_EQ(outcome.status, Status::kCrashed);
    EXPECT_TRUE(outcome.crash->reason.starts_with("it used more CPU time")) << outcome.crash->reason;
  }
}

TEST_F(Jailed, OneSessionIsServedByWhatMadeTheImage) {
  Jail single(JailOptions{.one_session = true});
  EXPECT_EQ(single.walls().size(), jail().walls().size());
  EXPECT_EQ(single.stats().forked, 1U);
  std::vector<Finding> findings;
  auto session = single.session("ask(1)", "test.py", {.functions = {"ask"}}, &findings);
  session->start();
  EXPECT_EQ(single.stats().forked, 1U);
  const int first = jailed_process(*session);
  // More sessions, at the same time too, take a process each.
  EXPECT_EQ(single.session("1 + 2", "test.py", {}, &findings)->start().result, Data(3));
  EXPECT_EQ(session->resume(1, Data(5)).result, Data(5));
  session.reset();
  EXPECT_EQ(kill(first, 0), -1) << "it is still there";
  EXPECT_EQ(single.stats().sessions, 0U);
  // So does one that goes on from its last call.
  session = single.session("ask(1)", "test.py", {.functions = {"ask"}}, &findings, {.checkpoint = JailedOptions::Checkpoint::kCalls});
  session->start();
  kill(jailed_process(*session), SIGKILL);
  EXPECT_EQ(session->resume(1, Data(7)).result, Data(7));
}

TEST_F(Jailed, ProgramEndsWithItsJail) {
  // Another process has the session, and is killed while the program runs.
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const pid_t other = fork();
  if (other == 0) {
    Jail single(JailOptions{.one_session = true});
    std::vector<Finding> findings;
    SessionOptions options;
    options.limits.time_ms = options.limits.steps = 0;
    const auto session = single.session("while True: pass", "test.py", std::move(options), &findings);
    const int process = jailed_process(*session);
    if (write(ends[1], &process, sizeof process) == sizeof process) session->start();
    _exit(1);
  }
  int process = 0;
  ASSERT_EQ(read(ends[0], &process, sizeof process), ssize_t(sizeof process));
  usleep(50'000);
  kill(other, SIGKILL);
  waitpid(other, nullptr, 0);
  for (int tries = 0; tries < 200 && kill(process, 0) == 0; ++tries) usleep(10'000);
  EXPECT_NE(kill(process, 0), 0) << "it runs on";
  close(ends[0]);
  close(ends[1]);
}

TEST_F(Jailed, GoesOnFromTheLastCall) {
  const JailedOptions how{.checkpoint = JailedOptions::Checkpoint::kCalls, .restarts = 2};
  const auto session = jailed("x = ask(1)\nprint('after')\ny = ask(2)\n(x, y)", {.functions = {"ask"}}, how);
  session->start();
  for (int i = 0; i < 2; ++i) {
    kill(jailed_process(*session), SIGKILL);
    EXPECT_EQ(session->resume(session->pending()[0].id, Data(i)).status, i ? Status::kDone : Status::kPaused);
  }
  EXPECT_EQ(session->outcome().result, Data::tuple({Data(0), Data(1)}));
  EXPECT_EQ(session->output(), "after\n");
}

TEST_F(Jailed, KeepsTheStateOfACrashedSession) {
  const JailedOptions how{.checkpoint = JailedOptions::Checkpoint::kCalls, .restarts = 0};
  const auto session = jailed("ask(1) + 1", {.functions = {"ask"}}, how);
  session->start();
  kill(jailed_process(*session), SIGKILL);
  ASSERT_EQ(session->resume(1, Data(4)).status, Status::kCrashed);
  const auto again = Session::load(session->save(), {}, nullptr);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->resume(1, Data(4)).result, Data(5));
  EXPECT_TRUE(session->save(StateEncoding::kJson).starts_with("{"));
}

TEST_F(Jailed, ChecksAProgram) {
  const std::vector<Finding> findings = jail().check("x = lookup(order) + total\nimport os.nothing", "test.py", {"lookup"}, {"order"});
  const std::vector<Finding> expected = Program::check("x = lookup(order) + total\nimport os.nothing", "test.py", {"lookup"}, {"order"});
  ASSERT_EQ(findings.size(), expected.size());
  ASSERT_FALSE(findings.empty());
  for (size_t i = 0; i < findings.size(); ++i) EXPECT_EQ(findings[i].text, expected[i].text);
  EXPECT_EQ(jail().check("1 +", "test.py").at(0).kind, Finding::Kind::kSyntax);
  EXPECT_EQ(jail().stats().sessions, 0U);
}

TEST_F(Jailed, ItsProcessIsEnded) {
  const auto session = jailed("print('seen')\nask(1)", {.functions = {"ask"}});
  session->start();
  end_process(*session);
  EXPECT_EQ(jailed_process(*session), 0);
  EXPECT_EQ(jail().stats().sessions, 0U);
  EXPECT_EQ(session->status(), Status::kPaused);
  EXPECT_EQ(session->output(), "seen\n");
  EXPECT_EQ(session->pending().size(), 1U);
  session->interrupt();  // nobody gets it
  EXPECT_THROW(session->resume(1, Data()), UsageError);
  EXPECT_THROW(session->save(), UsageError);
  end_process(*session);
}

TEST_F(Jailed, IsLeftAloneByForks) {
  auto session = jailed("ask(1)\n2", {.functions = {"ask"}});
  session->start();
  const pid_t other = fork();
  if (other == 0) {  // (nothing but codes: the tests are the parent's)
    const auto refuses = [](auto use) {
      try {
        use();
      } catch (const UsageError&) {
        return true;
      }
      return false;
    };
    const bool good = refuses([&] { jailed("1"); }) && refuses([&] { session->resume(1, Data()); }) && refuses([&] { session->view(); }) &&
                      refuses([&] { jail().stats(); });
    session->interrupt();
    session.reset();
    _exit(good ? 0 : 1);
  }
  int status = -1;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(session->resume(1, Data()).result, Data(2));
}

TEST_F(Jailed, SessionsRunInParallel) {
  std::vector<std::thread> threads;
  std::atomic<int> good{0};
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int j = 0; j < 10; ++j)
        good += jailed("x = ask()\nx * 2", {.functions = {"ask"}})->run_with({{"ask", [=](const Call&) { return Data(i); }}}).result ==
                Data(2 * i);
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 40);
  EXPECT_EQ(jail().stats().sessions, 0U);
}

TEST_F(Jailed, ZygoteIsReplaced) {
  Jail own(JailOptions{.spares = 0});
  std::vector<Finding> findings;
  kill(own.stats().zygote, SIGKILL);
  usleep(100'000);
  EXPECT_EQ(own.session("7", "a.py", {}, &findings)->start().result, Data(7));
}

TEST_F(Jailed, RefusesToStartWithoutItsWalls) {
  EXPECT_THROW(Jail(JailOptions{.required = {"moat"}}), JailError);
  EXPECT_THROW(Jail(JailOptions{.program = "/bin/true"}), JailError);
  EXPECT_THROW(Jail(JailOptions{.program = "/nowhere"}), JailError);
  for (const Wall& wall : jail().walls())
    if (wall.name == "seccomp" || wall.name == "no_new_privs") {
      EXPECT_TRUE(wall.stands);
    }
}

}  // namespace
}  // namespace fermata
