#include "vm/fiber.h"

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <mutex>
#include <new>
#include <sys/mman.h>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define FERMATA_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FERMATA_ASAN 1
#endif
#endif
#ifdef FERMATA_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace fermata {

namespace {

namespace context = boost::context;

// Address sanitizer's frames are several times larger.
#ifdef FERMATA_ASAN
constexpr size_t kTimes = 8;
#else
constexpr size_t kTimes = 1;
#endif

using Stack = context::protected_fixedsize_stack;

context::stack_context guarded_stack(size_t bytes) {
  Stack stack(bytes);
  context::stack_context made = stack.allocate();
  // Its guard page is there, or the process has as many mappings as it may have. (The library only asserts that.)
  if (mprotect(static_cast<char*>(made.sp) - made.size, Stack::traits_type::page_size(), PROT_NONE) == 0) return made;
  stack.deallocate(made);
  throw std::bad_alloc();
}

}  // namespace

struct Fiber::Impl {
  explicit Impl(bool large) : large(large) {}
  const bool large;
  std::function<void()> body;
  context::fiber inside;  // suspended between two resumes
  context::stack_context stack = guarded_stack(stack_bytes(large));
  context::fiber outside;  // while it runs: who resumed it
  bool running = false;
  bool within_body = false;  // it was left in the midst of its body
  bool ending = false;       // the fiber is to end

  // Address sanitizer wants to know about every switch.
  void* outer_fake_stack = nullptr;
  const void* outer_bottom = nullptr;
  size_t outer_size = 0;

  void enter() {
#ifdef FERMATA_ASAN
    __sanitizer_start_switch_fiber(&outer_fake_stack, static_cast<char*>(stack.sp) - stack.size, stack.size);
#endif
    running = true;
    inside = std::move(inside).resume();
    running = false;
#ifdef FERMATA_ASAN
    __sanitizer_finish_switch_fiber(outer_fake_stack, nullptr, nullptr);
#endif
  }

  void leave() {
#ifdef FERMATA_ASAN
    void* inner_fake_stack = nullptr;
    __sanitizer_start_switch_fiber(&inner_fake_stack, outer_bottom, outer_size);
#endif
    outside = std::move(outside).resume();
#ifdef FERMATA_ASAN
    __sanitizer_finish_switch_fiber(inner_fake_stack, &outer_bottom, &outer_size);
#endif
  }

  context::fiber run(context::fiber from) {
    outside = std::move(from);
#ifdef FERMATA_ASAN
    __sanitizer_finish_switch_fiber(nullptr, &outer_bottom, &outer_size);
#endif
    while (!ending) {
      within_body = true;
      body();
      within_body = false;
      leave();
    }
#ifdef FERMATA_ASAN
    __sanitizer_start_switch_fiber(nullptr, outer_bottom, outer_size);
#endif
    return std::move(outside);
  }
};

// Fibers whose bodies have ended, for the next session: what waits on the host has none.
class Fiber::Pool {
 public:
  explicit Pool(bool large) : large_(large) {}
  std::unique_ptr<Impl> take() {
    {
      std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        std::unique_ptr<Impl> impl = std::move(idle_.back());
        idle_.pop_back();
        return impl;
      }
    }
    auto impl = std::make_unique<Impl>(large_);
    impl->inside =
        context::fiber(std::allocator_arg, context::preallocated(impl->stack.sp, impl->stack.size, impl->stack), Stack(stack_bytes(large_)),
                       [impl = impl.get()](context::fiber&& outside) { return impl->run(std::move(outside)); });
    return impl;
  }
  void give_back(std::unique_ptr<Impl> impl) {
    if (!impl->within_body) {
      impl->body = nullptr;
      std::lock_guard lock(mutex_);
      if (idle_.size() < (large_ ? 8 : 64)) return idle_.push_back(std::move(impl));
    }
    impl->ending = true;
    impl->enter();
  }

 private:
  const bool large_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Impl>> idle_;
};

Fiber::Pool& Fiber::pool(bool large) {
  static Pool* const pools[] = {new Pool(false), new Pool(true)};  // never destroyed: sessions may outlive static objects
  return *pools[large];
}

size_t Fiber::stack_bytes(bool large) { return (large ? kLargeStackBytes : kStackBytes) * kTimes; }

Fiber::Fiber(std::function<void()> body, bool large) : impl_(pool(large).take()) { impl_->body = std::move(body); }
Fiber::~Fiber() {
  Pool& p = pool(impl_->large);
  p.give_back(std::move(impl_));
}

void Fiber::resume() { impl_->enter(); }
void Fiber::leave() { impl_->leave(); }
bool Fiber::inside() const { return impl_->running; }

}  // namespace fermata
