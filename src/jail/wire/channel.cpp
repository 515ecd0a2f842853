#include "jail/wire/channel.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

namespace fermata::jail {

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = other.release();
  }
  return *this;
}

void Descriptor::close() {
  if (number_ >= 0) ::close(release());
}

void Channel::set_patience(std::chrono::microseconds patience) {
  const timeval time{patience.count() / 1'000'000, suseconds_t(patience.count() % 1'000'000)};
  setsockopt(socket_.get(), SOL_SOCKET, SO_RCVTIMEO, &time, sizeof time);
  setsockopt(socket_.get(), SOL_SOCKET, SO_SNDTIMEO, &time, sizeof time);
}

namespace {
bool is_over(std::optional<Channel::Time> until) { return until && std::chrono::steady_clock::now() >= *until; }
bool is_slow(int error) { return error == EAGAIN || error == EWOULDBLOCK; }
}  // namespace

bool Channel::send(std::string_view message, std::optional<Time> until) {
  if (message.size() > UINT32_MAX) return false;
  sending_.resize(kHead + message.size());
  for (size_t i = 0; i < kHead; ++i) sending_[i] = char(message.size() >> (8 * i));
  std::memcpy(sending_.data() + kHead, message.data(), message.size());
  for (size_t sent = 0; sent < sending_.size();) {
    const ssize_t n = ::send(socket_.get(), sending_.data() + sent, sending_.size() - sent, MSG_NOSIGNAL);
    if (n > 0) sent += size_t(n);
    else if (!is_slow(errno) && errno != EINTR) return false;
    if (sent < sending_.size() && is_over(until)) return false;
  }
  constexpr size_t kKept = 1 << 20;
  if (sending_.size() > kKept) sending_ = {};
  return true;
}

ssize_t Channel::receive_some() {
  const auto receive = [this](int flags) { return recv(socket_.get(), buffer_.data() + have_, buffer_.size() - have_, flags); };
  if (eagerness_.count() && waits_++ % kWaitsBetweenTries == 0) {
    const Time until = std::chrono::steady_clock::now() + eagerness_;
    do {
      const ssize_t n = receive(MSG_DONTWAIT);
      if (n > 0) waits_ = 0;
      if (n >= 0 || !is_slow(errno)) return n;
    } while (!is_over(until));
  }
  return receive(0);
}

Channel::Result Channel::receive(std::string_view* message, uint64_t most_bytes, std::optional<Time> until) {
  constexpr size_t kLeast = 4096;
  // What was given is dropped; what came after it (only somebody who doesn't wait for answers sends that) moves to the front.
  if (used_ == have_) {
    have_ = used_ = 0;
    if (buffer_.size() > (1 << 20)) buffer_ = {};
  } else if (used_) {
    std::memmove(buffer_.data(), buffer_.data() + used_, have_ - used_);
    have_ -= used_;
    used_ = 0;
  }
  for (bool over = false;; over = is_over(until)) {
    size_t wanted = kHead;
    if (have_ >= kHead) {
      size_t length = 0;
      for (size_t i = 0; i < kHead; ++i) length |= size_t(uint8_t(buffer_[i])) << (8 * i);
      if (length > most_bytes) return Result::kTooLong;
      wanted += length;
      if (have_ >= wanted) {
        *message = std::string_view(buffer_).substr(kHead, length);
        used_ = wanted;
        return Result::kMessage;
      }
    }
    if (over) return Result::kTimeOver;
    // The buffer grows with what comes, whatever the length says.
    if (buffer_.size() == have_) buffer_.resize(std::max(kLeast, have_ * 2));
    const ssize_t n = receive_some();
    if (n == 0 || (n < 0 && !is_slow(errno) && errno != EINTR)) return Result::kEnd;
    if (n > 0) have_ += size_t(n);
  }
}

}  // namespace fermata::jail
