// Host calls that wait while the program goes on: asyncio's side of pausing. The library's event loop (library/asyncio/)
// begins calls and timers, goes on with other tasks, and asks for answers when all of them wait: then the session pauses with
// everything that is pending. HostSide is what it asks; the Session is one (session/calls.cpp). The intrinsics here are seen by the
// prelude and the library only.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/zone.h"
#include "fermata/mount.h"
#include "objects/natives/native.h"

namespace fermata {

// What states hold of these is no more, and nobody gets there who counts from the beginning.
constexpr uint64_t kMostCalls = (uint64_t(1) << 62) - 1;  // the number of a session's next call
constexpr uint64_t kMostFed = uint64_t(1) << 53;          // how often it was fed

// What a file of a package of the host's is compiled to.
struct PackageCode {
  uint64_t size = 0;                          // of its text
  std::shared_ptr<const std::string> code{};  // a unit's bytes (compiler/unit_bytes.h), verified; null: the session compiles the text
};

class HostSide {
 public:
  // The id of a new pending call; None when its arguments hold iterators; or an outcome: refused, or arguments that can't cross. `place` is
  // what place() gave where it was made, or None: here.
  virtual Value begin_call(Str* function, Tuple* args, Dict* kwargs, Value place) = 0;
  // (file, line) of the innermost frame of the program itself.
  virtual Value place() = 0;
  // The id of a new pending timer; `due` in seconds since 1970.
  virtual Value begin_timer(double due, Value place) = 0;
  // Nobody waits for it any more. False: it isn't pending.
  virtual bool withdraw(int64_t id) = 0;
  // How many are pending that were begun after it: what withdrawing it costs.
  virtual uint64_t pending_after(int64_t id) const = 0;
  virtual bool any_pending() const = 0;
  // The granted clock, in seconds since 1970.
  virtual double wall_time() = 0;
  // The same, but never less than before, in no process that the session is carried on in.
  virtual double monotonic_time() = 0;
  // The granted one, or that which the program chose by time.tzset(): a text in library_state, "TZ".
  virtual const Zone& zone() = 0;
  // Random bytes from the host's entropy, or from the seed.
  virtual void draw_entropy(std::span<uint8_t> bytes) = 0;
  // What a mount says; ENODEV: the host gives none at that place.
  virtual FileAnswer ask_mount(std::string_view at, const FileRequest& request) = 0;
  // What a file of a package holds that the host gives (below /packages, and only to read), as UTF-8; none of any other.
  virtual std::optional<std::string> package_text(std::string_view path) = 0;
  // What it is compiled to; none where package_text() has none. Asks first whether its text fits.
  virtual std::optional<PackageCode> package_code(std::string_view path, const std::function<bool(uint64_t size)>& fits) = 0;
  // What a file of the tree or of a mount holds, as far as that is known without the program; not of a large one.
  virtual std::optional<std::string> file_text(std::string_view path) = 0;

 protected:
  ~HostSide() = default;
};

// A generator, or an iterator of the library's: its items cross to the host when Python has taken them.
bool is_library_iterator(Context& cx, Value v);

extern const std::span<const NativeRow> kHostIntrinsics;

}  // namespace fermata
