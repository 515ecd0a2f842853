// A channel: messages over a stream socket, each behind its length (4 bytes, the low one first). Both sides have one. It owns its socket.
// Nothing in it trusts the other side: a length is a bound, not a reason to take memory.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fermata::jail {

// A file descriptor, closed with it.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(other.release()) {}
  Descriptor& operator=(Descriptor&& other) noexcept;
  ~Descriptor() { close(); }
  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  int release() {
    const int number = number_;
    number_ = -1;
    return number;
  }
  void close();

 private:
  int number_ = -1;
};

class Channel {
 public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Result : uint8_t {
    kMessage,
    kEnd,       // the other side is gone
    kTimeOver,  // nothing for so long
    kTooLong,   // a message longer than most_bytes
  };

  explicit Channel(Descriptor socket) : socket_(std::move(socket)) {}
  bool is_open() const { return socket_.is_open(); }
  int socket() const { return socket_.get(); }
  void close() { socket_.close(); }
  // How often a wait looks at the clock; before this is said, never. (Cheaper than asking the system to wait until a time.)
  void set_patience(std::chrono::microseconds patience);
  // How long a wait keeps its processor before it lets the system put it to sleep: being woken takes longer than most answers do. Before
  // this is said, not at all. As long as it doesn't pay, only every eighth wait tries.
  void set_eagerness(std::chrono::microseconds eagerness) { eagerness_ = eagerness; }

  // Is there anything behind the message that was given last?
  bool has_more() const { return used_ < have_; }

  // False: the other side is gone, or hasn't taken all of it by then; however slowly it takes.
  bool send(std::string_view message, std::optional<Time> until);
  // The next message, valid until the next call. It has to be there by then; however slowly it comes.
  Result receive(std::string_view* message, uint64_t most_bytes, std::optional<Time> until);
  // For a side that nobody waits for.
  static constexpr std::nullopt_t kForEver = std::nullopt;

 private:
  static constexpr size_t kHead = 4;
  static constexpr uint32_t kWaitsBetweenTries = 8;

  ssize_t receive_some();

  Descriptor socket_;
  std::string buffer_;  // its first `have_` bytes were received, of these `used_` belong to messages given before
  size_t have_ = 0, used_ = 0;
  std::string sending_;
  std::chrono::microseconds eagerness_{0};
  uint32_t waits_ = 0;  // since eagerness has paid
};

}  // namespace fermata::jail
