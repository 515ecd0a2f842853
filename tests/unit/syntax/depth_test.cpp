// Nested and long source on a fiber's stack: an answer or a SyntaxError, never a crash, never a long wait.
#include <gtest/gtest.h>
#include <pthread.h>

#include <string>
#include <vector>

#include "syntax/parser.h"

namespace fermata {
namespace {

constexpr size_t kFiberStack = 256 * 1024;

#if defined(__SANITIZE_ADDRESS__)
constexpr size_t kStack = 16 * kFiberStack;  // as fibers have there
#else
constexpr size_t kStack = kFiberStack;
#endif

struct Job {
  std::string text;
  bool ok = false;
  uint32_t depth = 0;
  std::string message;
};

void run_on_small_stack(Job& job) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  pthread_t thread;
  auto body = [](void* argument) -> void* {
    Job& job = *static_cast<Job*>(argument);
    Source source("test", job.text);
    ParseResult result = parse_module(source);
    job.ok = result.ok();
    if (job.ok) job.depth = result.module->depth;
    else job.message = result.error->message;
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, body, &job), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

std::string repeat(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

struct Shape {
  const char* name;
  const char* before;
  const char* middle;
  const char* after;
};

TEST(Depth, NestingNeverCrashes) {
  const Shape shapes[] = {
      {"parentheses", "(", "1", ")"},
      {"lists", "[", "", "]"},
      {"dicts", "{1:", "1", "}"},
      {"keys", "{", "1", ":1}"},
      {"calls", "f(a=", "1", ")"},
      {"subscripts", "a[1:", "1", "]"},
      {"minus", "-", "1", ""},
      {"not", "not ", "1", ""},
      {"power", "2**", "1", ""},
      {"conditional", "1 if 1 else ", "1", ""},
      {"lambda", "lambda:", "1", ""},
      {"defaults", "lambda a=", "1", ":1"},
      {"comprehension", "[x for x in ", "y", "]"},
      {"targets", "[x for a[", "y", "] in z]"},
      {"every precedence", "a or b and c < d | e ^ f & g << h + i * -j ** (", "1", ")"},
      {"fstrings", "f'{", "1", "}'"},
      {"specs", "f'{1:{", "1", "}}'"},
      {"walrus", "(a:=", "1", ")"},
      {"yield", "(yield ", "1", ")"},
      {"stars", "(*", "a", ",) = 1"},
      {"with", "with (", "a", "): pass"},
      {"await", "await ", "x", ""},
      // Broken ones: the second pass must not blow up either.
      {"missing comma", "(a ", "b", ")"},
      {"print", "print ", "1", ""},
      {"assignment", "(a = ", "1", ")"},
      {"keyword", "f(a=", "1 = 2", ")"},
      {"sets", "{a ", "", ""},
      {"target", "[x, y for z in ", "1", "]"},
      {"for", "[x for (", "1", ") y]"},
      {"arrow", "def f() -> (", "1 2", ")"},
  };
  for (const Shape& shape : shapes) {
    for (int times : {50, 199, 200, 201, 1000, 20000}) {
      Job job;
      job.text = repeat(shape.before, times) + shape.middle + repeat(shape.after, times) + "\n";
      run_on_small_stack(job);
      if (!job.ok) {
        EXPECT_NE(job.message, "") << shape.name;
      }
    }
  }
}

TEST(Depth, OrdinaryNestingIsAccepted) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "frames are several times larger here";
#endif
  for (const char* pair : {"(1)", "[]"}) {
    Job job;
    job.text = repeat(pair, 1).substr(0, 1);
    job.text = repeat(job.text, 90) + std::string(pair).substr(1, std::string(pair).size() - 2) +
               repeat(std::string(1, std::string(pair).back()), 90);
    run_on_small_stack(job);
    EXPECT_TRUE(job.ok) << pair << ": " << job.message;
  }
  Job blocks;
  for (int i = 0; i < 99; ++i) blocks.text += std::string(static_cast<size_t>(i), ' ') + "if x:\n";
  blocks.text += std::string(99, ' ') + "x\n";
  run_on_small_stack(blocks);
  EXPECT_TRUE(blocks.ok) << blocks.message;
}

TEST(Depth, LongChains) {
  struct Chain {
    const char* begin;
    const char* link;
  };
  for (Chain chain : {Chain{"a", "+a"}, Chain{"a", ".b"}, Chain{"f", "()"}, Chain{"a", "[0]"}, Chain{"if a:\n x\n", "elif a:\n x\n"}}) {
    Job job;
    job.text = chain.begin + repeat(chain.link, 3000) + "\n";
    run_on_small_stack(job);
    EXPECT_TRUE(job.ok) << chain.link << ": " << job.message;
    EXPECT_GE(job.depth, 3000u);
    EXPECT_LE(job.depth, kMaxTreeDepth);
    job.text = chain.begin + repeat(chain.link, 100000) + "\n";
    run_on_small_stack(job);
    EXPECT_FALSE(job.ok);
    EXPECT_EQ(job.message, "too many nested expressions or statements");
  }
  // These are flat trees: any length will do.
  for (Chain chain : {Chain{"a", " or a"}, Chain{"a", " < a"}, Chain{"a", "; a"}, Chain{"a", ", a"}, Chain{"'a'", " 'a'"}}) {
    Job job;
    job.text = chain.begin + repeat(chain.link, 100000) + "\n";
    run_on_small_stack(job);
    EXPECT_TRUE(job.ok) << chain.link << ": " << job.message;
  }
}

}  // namespace
}  // namespace fermata
