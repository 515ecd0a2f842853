#include "vm/fiber.h"

#include <boost/context/fiber.hpp>
#include <boost/context/protected_fixedsize_stack.hpp>
#include <mutex>
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
constexpr size_t kBytes = Fiber::kStackBytes * 8;
#else
constexpr size_t kBytes = Fiber::kStackBytes;
#endif

// Guarded stacks that are free, for the next session.
class StackPool {
 public:
  context::stack_context take() {
    std::lock_guard lock(mutex_);
    if (free_.empty()) return context::protected_fixedsize_stack(kBytes).allocate();
    context::stack_context stack = free_.back();
    free_.pop_back();
    return stack;
  }
  void give_back(context::stack_context stack) {
    std::lock_guard lock(mutex_);
    if (free_.size() < kMost) free_.push_back(stack);
    else context::protected_fixedsize_stack(kBytes).deallocate(stack);
  }

 private:
  static constexpr size_t kMost = 64;
  std::mutex mutex_;
  std::vector<context::stack_context> free_;
};

StackPool& pool() {
  static StackPool* const p = new StackPool;  // never destroyed: sessions may outlive static objects
  return *p;
}

// What Boost asks for and gives stacks back to.
struct PooledAllocator {
  context::stack_context stack;
  context::stack_context allocate() { return stack; }
  void deallocate(context::stack_context& s) { pool().give_back(s); }
};

}  // namespace

struct Fiber::Impl {
  std::function<void()> body;
  context::fiber inside;   // suspended between two resumes
  context::stack_context stack;
  context::fiber outside;  // while it runs: who resumed it
  bool running = false;
  bool leaving = false;    // the fiber is to end

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
    while (!leaving) {
      body();
      leave();
    }
#ifdef FERMATA_ASAN
    __sanitizer_start_switch_fiber(nullptr, outer_bottom, outer_size);
#endif
    return std::move(outside);
  }
};

Fiber::Fiber(std::function<void()> body) : impl_(std::make_unique<Impl>()) {
  impl_->body = std::move(body);
  impl_->stack = pool().take();
  impl_->inside = context::fiber(std::allocator_arg, context::preallocated(impl_->stack.sp, impl_->stack.size, impl_->stack),
                                 PooledAllocator{impl_->stack},
                                 [impl = impl_.get()](context::fiber&& outside) { return impl->run(std::move(outside)); });
}

Fiber::~Fiber() {
  impl_->leaving = true;
  impl_->enter();
}

void Fiber::resume() { impl_->enter(); }
void Fiber::leave() { impl_->leave(); }
bool Fiber::inside() const { return impl_->running; }

}  // namespace fermata
