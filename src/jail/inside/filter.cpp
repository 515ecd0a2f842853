#include "jail/inside/filter.h"

#include <cerrno>
#include <cstring>
#include <iterator>
#include <linux/futex.h>
#include <linux/seccomp.h>
#include <memory>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fermata/jail.h"

namespace fermata::jail {

namespace {

enum class Condition : uint8_t { kAny, kOnSocket, kFreshMemory, kNotExecutable, kWakesItself, kItsOwnLimits };

struct Allowed {
  const char* name;
  int number;
  Condition condition;
};
constexpr Allowed kAllowed[] = {
#define CALL(name, condition, why) {#name, SCMP_SYS(name), Condition::condition},
#include "jail/inside/calls.def"
#undef CALL
};

using Arguments = std::vector<scmp_arg_cmp>;

// One rule for each; a call is allowed when all of a rule's comparisons hold.
std::vector<Arguments> rules_of(Condition condition) {
  switch (condition) {
    case Condition::kAny: return {{}};
    case Condition::kOnSocket: return {{SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A4(SCMP_CMP_EQ, 0)}};  // (no address)
    case Condition::kFreshMemory:
      return {{SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
               SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS | MAP_SHARED | MAP_PRIVATE, MAP_ANONYMOUS | MAP_PRIVATE)}};
    case Condition::kNotExecutable: return {{SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)}};
    case Condition::kWakesItself: return {{SCMP_A1(SCMP_CMP_EQ, FUTEX_WAKE | FUTEX_PRIVATE_FLAG)}};
    case Condition::kItsOwnLimits:
      return {{SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_AS), SCMP_A3(SCMP_CMP_EQ, 0)},
              {SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A1(SCMP_CMP_EQ, RLIMIT_CPU), SCMP_A3(SCMP_CMP_EQ, 0)}};
  }
  return {};
}

void check(int result, const char* what) {
  if (result < 0) throw JailError(std::string("the filter of system calls: ") + what + ": " + std::strerror(-result));
}

}  // namespace

size_t Filter::calls() { return std::size(kAllowed); }

Filter::Filter() {
  const std::unique_ptr<void, void (*)(scmp_filter_ctx)> filter(seccomp_init(SCMP_ACT_KILL_PROCESS), seccomp_release);
  if (!filter) throw JailError("the system has no seccomp filters that end a process, or doesn't permit them");
  check(seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS), "other architectures");
  check(seccomp_attr_set(filter.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2), "a tree");
  for (const Allowed& allowed : kAllowed)
    for (const Arguments& arguments : rules_of(allowed.condition))
      check(seccomp_rule_add_array(filter.get(), SCMP_ACT_ALLOW, allowed.number, unsigned(arguments.size()), arguments.data()),
            allowed.name);
  const int file = memfd_create("filter", MFD_CLOEXEC);
  if (file < 0) throw JailError(std::string("memfd_create: ") + std::strerror(errno));
  const int result = seccomp_export_bpf(filter.get(), file);
  const off_t bytes = lseek(file, 0, SEEK_END);
  program_.resize(bytes > 0 ? size_t(bytes) / sizeof(sock_filter) : 0);
  const bool whole = result == 0 && pread(file, program_.data(), size_t(bytes), 0) == bytes;
  close(file);
  if (!whole || program_.empty()) throw JailError("libseccomp gives no program");
}

bool Filter::put_on() const {
  const sock_fprog program{.len = static_cast<unsigned short>(program_.size()), .filter = const_cast<sock_filter*>(program_.data())};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0;
}

}  // namespace fermata::jail
