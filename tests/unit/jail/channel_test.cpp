// Channels: messages arrive whole and in order whatever pieces they come in, and nobody waits for ever.
#include "jail/wire/channel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace fermata::jail {
namespace {

using namespace std::chrono_literals;
using Result = Channel::Result;

constexpr uint64_t kMost = 1 << 24;

struct Ends {
  Ends() {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw std::runtime_error("socketpair");
    a = Descriptor(ends[0]);
    b = Descriptor(ends[1]);
  }
  Descriptor a, b;
};

std::string with_length(std::string_view text) {
  std::string bytes;
  for (size_t i = 0; i < 4; ++i) bytes += char(text.size() >> (8 * i));
  return bytes += text;
}

void write_raw(int socket, std::string_view bytes) { ASSERT_EQ(send(socket, bytes.data(), bytes.size(), 0), ssize_t(bytes.size())); }

std::string received(Channel& channel) {
  std::string_view message;
  return channel.receive(&message, kMost, Channel::kForEver) == Result::kMessage ? std::string(message) : "(none)";
}

TEST(Channel, CarriesMessagesOfAnyLength) {
  Ends ends;
  Channel here(std::move(ends.a)), there(std::move(ends.b));
  for (const size_t length : {0, 1, 4091, 4092, 4093, 100'000, 5'000'000}) {
    const std::string text(length, char('a' + length % 7));
    std::thread sender([&] { EXPECT_TRUE(here.send(text, Channel::kForEver)); });
    EXPECT_EQ(received(there), text);
    sender.join();
  }
}

TEST(Channel, KeepsMessagesApartThatComeTogether) {
  Ends ends;
  Channel channel(std::move(ends.b));
  write_raw(ends.a.get(), with_length("one") + with_length("") + with_length("three") + with_length("four").substr(0, 2));
  EXPECT_EQ(received(channel), "one");
  EXPECT_EQ(received(channel), "");
  EXPECT_EQ(received(channel), "three");
  write_raw(ends.a.get(), with_length("four").substr(2));
  EXPECT_EQ(received(channel), "four");
}

TEST(Channel, PutsPiecesTogether) {
  Ends ends;
  Channel channel(std::move(ends.b));
  const std::string text = "a message in pieces", bytes = with_length(text);
  std::thread sender([&] {
    for (const char byte : bytes) {
      write_raw(ends.a.get(), std::string(1, byte));
      std::this_thread::sleep_for(1ms);
    }
  });
  EXPECT_EQ(received(channel), text);
  sender.join();
}

TEST(Channel, TakesNoMemoryForWhatAnotherOnlyPromises) {
  Ends ends;
  Channel channel(std::move(ends.b));
  channel.set_patience(5ms);
  std::string_view message;
  write_raw(ends.a.get(), "\xFF\xFF\xFF\x7F");
  EXPECT_EQ(channel.receive(&message, kMost, Channel::kForEver), Result::kTooLong);
  EXPECT_EQ(channel.receive(&message, UINT32_MAX, Channel::Time::clock::now()), Result::kTimeOver) << "what was promised may still come";
}

TEST(Channel, NoticesTheEnd) {
  Ends ends;
  Channel channel(std::move(ends.b));
  std::string_view message;
  write_raw(ends.a.get(), with_length("the last") + with_length("cut off").substr(0, 6));
  ends.a.close();
  EXPECT_EQ(received(channel), "the last");
  EXPECT_EQ(channel.receive(&message, kMost, Channel::kForEver), Result::kEnd);
  EXPECT_FALSE(channel.send("nobody is there", Channel::kForEver)) << "and no SIGPIPE";
}

TEST(Channel, WaitsNoLongerThanItIsTold) {
  Ends ends;
  Channel channel(std::move(ends.b));
  channel.set_patience(5ms);
  std::string_view message;
  const auto begin = Channel::Time::clock::now();
  EXPECT_EQ(channel.receive(&message, kMost, begin + 30ms), Result::kTimeOver);
  // Nobody reads: what doesn't fit into the socket isn't waited for either.
  EXPECT_FALSE(channel.send(std::string(8 << 20, 'x'), Channel::Time::clock::now() + 30ms));
  const auto took = Channel::Time::clock::now() - begin;
  EXPECT_GE(took, 60ms);
  EXPECT_LT(took, 10s);
}

// Who gives or takes a byte now and then is never silent for long, and yet too slow.
TEST(Channel, WaitsNoLongerForWhatComesInDrops) {
  Ends ends;
  Channel channel(std::move(ends.b));
  channel.set_patience(5ms);
  std::atomic<bool> stop = false;
  std::thread dripping([&] {
    write_raw(ends.a.get(), std::string("\x00\x00\x10\x00", 4));
    for (int i = 0; i < 10'000 && !stop; ++i) {
      write_raw(ends.a.get(), "x");
      std::this_thread::sleep_for(1ms);
    }
  });
  std::thread sipping([&] {
    char byte[512];
    for (int i = 0; i < 10'000 && !stop; ++i) {
      static_cast<void>(recv(ends.a.get(), byte, sizeof byte, MSG_DONTWAIT));
      std::this_thread::sleep_for(1ms);
    }
  });
  std::string_view message;
  const auto begin = Channel::Time::clock::now();
  EXPECT_EQ(channel.receive(&message, kMost, begin + 30ms), Result::kTimeOver);
  EXPECT_FALSE(channel.send(std::string(16 << 20, 'x'), Channel::Time::clock::now() + 30ms));
  EXPECT_LT(Channel::Time::clock::now() - begin, 5s);
  stop = true;
  dripping.join();
  sipping.join();
}

}  // namespace
}  // namespace fermata::jail
