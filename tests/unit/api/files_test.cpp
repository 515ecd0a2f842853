// input() and open() as calls of the host.
#include <gtest/gtest.h>

#include "fermata/session.h"

namespace fermata {
namespace {

// A host with files, and somebody who types.
class Host {
 public:
  std::map<std::string, std::string> files;
  std::vector<std::string> log;  // the calls
  std::string typed = "42";

  Outcome run(std::string_view text) {
    std::vector<Finding> findings;
    auto program = Program::compile(text, "test.py", &findings);
    EXPECT_TRUE(program) << findings[0].text;
    auto session = std::make_unique<Session>(program, SessionOptions{.functions = {"open", "input"}});
    Outcome o = session->start();
    while (o.status == Status::kPaused) {
      // Each call in a fresh session.
      StateProblem problem;
      session = Session::load(session->save(), {}, &problem);
      EXPECT_TRUE(session) << problem.message;
      const Call call = session->pending()[0];
      o = session->resume(call.id, answer(call));
    }
    errors = session->output(2);
    return o;
  }
  std::string errors;

 private:
  Answer answer(const Call& call) {
    EXPECT_TRUE(call.kwargs.empty());
    std::string line = call.function;
    for (const Data& d : call.args) line += " " + (d.is_str() ? d.as_str() : d.type() == Data::Type::kBytes ? "b:" + d.as_str() : "?");
    log.push_back(line);
    if (call.function == "input") return Data(typed);
    const std::string path = call.args[0].as_str(), mode = call.args[1].as_str();
    const bool binary = mode.ends_with('b');
    if (mode[0] == 'r') {
      if (!files.contains(path)) return Error{.type = "FileNotFoundError", .message = "", .args = {2, "No such file or directory", path}};
      return binary ? Data::bytes(files[path]) : Data(files[path]);
    }
    if (path.starts_with("/etc")) return Error{.type = "PermissionError", .message = "not there"};
    if (mode[0] == 'a') files[path] += call.args[2].as_str();
    else files[path] = call.args[2].as_str();
    return Data();
  }
};

std::string said(const Outcome& o) { return o.error ? o.error->traceback : "no error"; }

TEST(Input, AsksTheHost) {
  Host host;
  EXPECT_EQ(host.run("import builtins\n[int(input('n? ')), input(), builtins.input(5), list(map(input, 'ab'))]").result,
            Data::list({42, "42", "42", Data::list({"42", "42"})}));
  EXPECT_EQ(host.log, (std::vector<std::string>{"input n? ", "input ", "input 5", "input a", "input b"}));
}

TEST(Input, NeedsAGrant) {
  Session s{SessionOptions{}};
  Outcome o = s.feed("input('?')");
  EXPECT_EQ(o.error->type, "PermissionError");
  EXPECT_NE(o.error->message.find("input() is not granted"), std::string::npos) << o.error->message;
  o = s.feed("open('x')");
  EXPECT_EQ(o.error->message, "[Errno 2] No such file or directory: 'x'");  // in the session's own tree
  EXPECT_EQ(s.feed("input()", {.functions = {{"input"}}}).status, Status::kPaused);
  EXPECT_EQ(s.resume(s.pending()[0].id, Data(5)).error->message, "the host answered input() with int, not str");
  EXPECT_EQ(s.feed("def input(): return 'own'\ninput()").result, Data("own"));
}

TEST(Open, Reads) {
  Host host;
  host.files = {{"a.txt", "one\r\ntwo\n"}};
  EXPECT_EQ(host.run("with open('a.txt') as f:\n    lines = [line for line in f]\n(lines, f.closed, f.name, f.mode)").result,
            Data::tuple({Data::list({"one\n", "two\n"}), true, "a.txt", "r"}));
  EXPECT_EQ(host.run("open('a.txt', 'rb').read()").result, Data::bytes("one\r\ntwo\n"));
  EXPECT_EQ(host.run("open('a.txt', newline='').read()").result, Data("one\r\ntwo\n"));
  EXPECT_EQ(host.run("import json\nf = open('a.txt', encoding='utf-8')\nrepr(f), f.readable(), f.writable()").result,
            Data::tuple({"<_io.TextIOWrapper name='a.txt' mode='r' encoding='utf-8'>", true, false}));
  EXPECT_EQ(host.run("try:\n    open('b.txt')\nexcept FileNotFoundError as e:\n    x = str(e), e.errno, e.filename\nx").result,
            Data::tuple({"[Errno 2] No such file or directory: 'b.txt'", 2, "b.txt"}));
  EXPECT_EQ(host.run("import io\ntry:\n    open('a.txt').write('x')\nexcept io.UnsupportedOperation as e:\n    x = str(e)\nx").result,
            Data("not writable"));
}

TEST(Open, Writes) {
  Host host;
  Outcome o = host.run("with open('out.txt', 'w') as f:\n    print('a', file=f)\n    f.write('b')\n");
  EXPECT_EQ(o.status, Status::kDone) << said(o);
  EXPECT_EQ(host.files["out.txt"], "a\nb");
  EXPECT_EQ(host.log, (std::vector<std::string>{"open out.txt w a\nb"}));
  host.run("with open('out.txt', 'a') as f:\n    f.write('c')\n    f.flush()\n    f.write('d')\n    f.flush()\n    f.flush()\n");
  EXPECT_EQ(host.files["out.txt"], "a\nbcd");
  EXPECT_EQ(host.log.size(), 3u);
  host.run(
      "with open('out.txt', 'r+') as f:\n    f.seek(2)\n    f.write('B')\nwith open('bin', 'wb') as f:\n    "
      "f.write(b'\\xff')\nopen('empty', 'w').close()");
  EXPECT_EQ(host.files["out.txt"], "a\nBcd");
  EXPECT_EQ(host.files["bin"], "\xff");
  EXPECT_TRUE(host.files.contains("empty"));
  EXPECT_EQ(host.run("with open('out.txt', 'a+') as f:\n    f.write('e')\n    f.seek(0)\n    x = f.read()\nx").result, Data("a\nBcde"));
  EXPECT_EQ(host.log.back(), "open out.txt a e");
}

TEST(Open, WhatIsNotClosedIsSavedAtTheEnd) {
  Host host;
  EXPECT_EQ(host.run("open('x', 'w').write('text')\n'result'").result, Data("result"));
  EXPECT_EQ(host.files["x"], "text");
  EXPECT_EQ(host.run("f = open('y', 'w')\nf.write('text')\nif f: return 3").result, Data(3));
  EXPECT_EQ(host.files["y"], "text");
  Outcome o = host.run("def f():\n    open('z', 'w').write('text')\n    1 / 0\nf()");
  EXPECT_EQ(said(o),
            "Traceback (most recent call last):\n  File \"test.py\", line 4, in <module>\n    f()\n  File \"test.py\", line 3, in f\n    1 "
            "/ 0\n    ~~^~~\n"
            "ZeroDivisionError: division by zero\n");
  EXPECT_EQ(host.files["z"], "text");
  EXPECT_EQ(host.run("open('/etc/x', 'w').write('text')").error->type, "PermissionError");
  EXPECT_EQ(host.run("open('/etc/x', 'w')\n1 / 0").error->type, "ZeroDivisionError");
  EXPECT_EQ(host.errors, "<_io.TextIOWrapper name='/etc/x' mode='w' encoding='UTF-8'> was not saved: PermissionError: not there\n");
}

TEST(Open, Refuses) {
  Host host;
  const char* text =
      "out = []\n"
      "for args in ((1,), (None,), ('x', 'q'), ('x', 'rw'), ('x', 'rbt'), ('x', 5), ('x', 'rb', -1, 'utf-8'), ('x', 'r', -1, None, None, "
      "'z')):\n"
      "    try:\n        open(*args)\n    except Exception as e:\n        out.append(type(e).__name__ + ': ' + str(e))\n"
      "out";
  EXPECT_EQ(host.run(text).result,
            Data::list({"OSError: [Errno 9] Bad file descriptor", "TypeError: expected str, bytes or os.PathLike object, not NoneType",
                        "ValueError: invalid mode: 'q'", "ValueError: must have exactly one of create/read/write/append mode",
                        "ValueError: can't have text and binary mode at once", "TypeError: open() argument 'mode' must be str, not int",
                        "ValueError: binary mode doesn't take an encoding argument", "ValueError: illegal newline value: z"}));
  EXPECT_TRUE(host.log.empty());
}

TEST(Open, AForgedListOfFilesDoesNoHarm) {
  std::vector<Finding> findings;
  Session session(Program::compile("f = open('x', 'w')\ninput()\n5", "test.py", &findings), {.functions = {"open", "input"}});
  ASSERT_EQ(session.start().status, Status::kPaused);
  const std::string state = session.save(StateEncoding::kJson);
  const size_t key = state.find("\"io.unsaved_files\""), begin = state.find('[', key), end = state.find(']', begin) + 1;
  ASSERT_NE(key, state.npos);
  const auto outcome = [&](const char* files) {
    StateProblem problem;
    const auto forged = Session::load(state.substr(0, begin) + files + state.substr(end), {}, &problem);
    EXPECT_TRUE(forged) << problem.message;
    return forged->resume(forged->pending()[0].id, Answer(Data("")));
  };
  EXPECT_EQ(outcome("[1, null]").status, Status::kRaised);
  EXPECT_EQ(outcome("7").result, Data(5));
}

}  // namespace
}  // namespace fermata
