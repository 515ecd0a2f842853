// The compiler runs on a 256 KiB stack: whatever the parser lets through must fit, or be refused.
#include <pthread.h>

#include "compile_text.h"

namespace fermata {
namespace {

#if defined(__SANITIZE_ADDRESS__) || !defined(__OPTIMIZE__)
constexpr size_t kStack = 2048 * 1024;  // frames are several times larger then
#else
constexpr size_t kStack = 256 * 1024;
#endif

void compile_on_small_stack(const std::string& text) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  struct Job {
    const Source source;
    ParseResult tree;
  } job{Source("test", text), {}};
  job.tree = parse_module(job.source);
  if (!job.tree.ok()) return;
  pthread_t thread;
  const auto run = [](void* argument) -> void* {
    const Job* job = static_cast<Job*>(argument);
    compile(job->source, *job->tree.module);
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, &job), 0);
  pthread_join(thread, nullptr);
}

std::string repeat(const std::string& text, int count) {
  std::string result;
  while (count-- > 0) result += text;
  return result;
}

TEST(Depth, NestingIsRefusedBeforeTheStackIsFull) {
  for (int n : {90, 150, 199, 2000}) {
    const struct {
      const char *open, *middle, *close;
    } cases[] = {
        {"[", "x", "]"},
        {"f(", "x", ")"},
        {"f(a=", "x", ")"},
        {"f(*", "x", ")"},
        {"f(**", "x", ")"},
        {"{1: ", "x", "}"},
        {"{*", "x", "}"},
        {"not ", "x", ""},
        {"-", "x", ""},
        {"x ** ", "x", ""},
        {"a if b else ", "x", ""},
        {"lambda: ", "x", ""},
        {"lambda x=", "x", ": 1"},
        {"[x for x in ", "y", "]"},
        {"[", "x", " for x in y]"},
        {"(", "x", " for x in y)"},
        {"a[", "x", "]"},
        {"a[1:", "x", "]"},
        {"a < (", "x", ")"},
        {"(a and b or ", "x", ")"},
        {"(a := ", "x", ")"},
        {"(yield ", "x", ")"},
        {"a.b(", "x", ").c"},
        {"a + (", "b", ")"},
    };
    for (const auto& c : cases) compile_on_small_stack("def f():\n    " + repeat(c.open, n) + c.middle + repeat(c.close, n) + "\n");
  }
}

TEST(Depth, ChainsMayBeLong) {
  for (const char* link : {".b", "()", "[0]", ".b()", " + b"}) compile_text("x = a" + repeat(link, 2000) + "\n");
  compile_text("if a: pass\n" + repeat("elif b: pass\n", 1500));
}

TEST(Depth, Statements) {
  for (const char* head : {"if a:", "while a:", "for a in b:", "with a as b:", "def f():", "class C:", "try:"}) {
    for (int n : {19, 95}) {
      std::string text, ends;
      for (int i = 0; i < n; i++) {
        text += std::string(static_cast<size_t>(i), ' ') + head + "\n";
        if (head[0] == 't') ends = std::string(static_cast<size_t>(i), ' ') + "finally: x\n" + ends;
      }
      compile_on_small_stack(text + std::string(static_cast<size_t>(n), ' ') + "pass\n" + ends);
    }
  }
}

}  // namespace
}  // namespace fermata
