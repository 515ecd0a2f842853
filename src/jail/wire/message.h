// Messages between a jailed process and its parent: a kind, then values one after the other, through the archives of states. Each side
// takes what the other sends for hostile: a MessageReader checks every count against the bytes that are left, every text and every value,
// and throws StateFailure. message.cpp knows the values that cross (Data), parts.h the structs of the public API.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fermata/value.h"
#include "serialization/msgpack_archive.h"

namespace fermata::jail {

// What the parent asks. One request at a time; each gets one of the final answers below.
enum class Request : uint8_t {
  kHello,    // → kDone: there is somebody
  kNext,     // → kDone: what it served is gone, and another session may come
  kCheck,    // name, source, grants, inputs → kFindings
  kCompile,  // of a package's file path and text → kBytes, as compile_package_text() gives them
  kOpen,     // name, source, Granted → kOpened, or kFindings
  kLoad,     // state, Granted, Limits or nothing → kOpened, or kRefused
  kStart,    // inputs → kStopped; so do all that let the program run
  kResume,   // answers
  kResumeDue,
  kResumeNext,
  kRun,    // steps
  kFeed,   // source, options → kStopped, with findings
  kRaise,  // error
  kAbandon,
  kEndWaiting,
  kForget,      // → kStopped; asks kKeeps
  kSave,        // encoding → kBytes
  kTakeOutput,  // stream → kBytes
  kSetLimits,   // limits → kDone
  kUsedUp,      // limits or nothing → kBytes
  kSetPauseAt,  // pause_at, besides, only check → kDone
  kFunctions,   // → kFunctions
  kTypes,       // → kTypes
  kMisfits,     // types → kTexts
  kEachValue,   // type → kDone; asks kValue
  kView,        // the call from which it is seen → kView
  kFiles,       // → kFiles
  kDisplayed,   // → kDisplayed
  kStress,      // on → kDone
  kLast = kStress,
};

// Of a request that we have made. (A small number is one byte.)
inline Request kind_of(const std::string& request) { return Request(uint8_t(request[0])); }

// What the child says: questions while it works on a request, and then one answer.
enum class Reply : uint8_t {
  kOutput,   // stream, text; wants a nod if the request said so
  kClock,    // → the time
  kEntropy,  // how many bytes → these
  kZone,     // name → its file's bytes, or none
  kMount,    // a mount's place, request → its answer
  kCode,   // of a package's file its path, and the fingerprint of the compiler that wants its code → whether it is there; CompiledPackage
  kKeeps,  // a global's name → whether it stays
  kValue,  // a value → whether to go on
  kOpened,  // (the last question is before this)
  kStopped,
  kDone,
  kBytes,
  kTexts,
  kFindings,
  kFunctions,
  kTypes,
  kView,
  kFiles,
  kDisplayed,
  kRefused,  // StateProblem
  kUsage,    // a UsageError's text
  kFailed,   // another exception's: save() of what can't be saved
  kThrew,    // the host's code threw, and nothing was done
  kLast = kThrew,
};

// What the parent says to a question: this, and then what was asked for.
enum class Nod : uint8_t {
  kGoOn,
  kGoOnAlone,  // after output: no nod is needed for the rest of this request
  kYield,      // after output: the session yields
  kThrew,      // the host's code threw; nothing follows
  kLast = kThrew,
};

// How deep structs hold others of their kind: exceptions in groups and causes.
class Levels {
 public:
  class Level {
   public:
    explicit Level(Levels& all) : all_(all) {
      if (++all_.levels_ > kMost) fail(StateErrorKind::kTooLarge, "exceptions nest too deeply");
    }
    ~Level() { --all_.levels_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Levels& all_;
  };

 private:
  static constexpr int kMost = 200;
  int levels_ = 0;
};

class MessageWriter : public Levels {
 public:
  static constexpr bool kSaving = true;
  template <class Kind>
  explicit MessageWriter(Kind kind) {
    archive_.scalar(uint64_t(kind));
  }
  MsgpackOutputArchive& archive() { return archive_; }
  void data(const Data& value) { data(value, 0); }
  std::string take() { return archive_.sink().take(); }

 private:
  void data(const Data& value, int depth);
  void data_parts(const Data& value, int depth);

  MsgpackOutputArchive archive_;
  std::unordered_map<const void*, uint64_t> shared_;  // numbers of what is in several places, in the order of their first
};

class MessageReader : public Levels {
 public:
  static constexpr bool kSaving = false;
  // `room`: how much memory its values may take. From the host comes whatever it has made; the border says what it thinks of that.
  MessageReader(std::string_view bytes, uint64_t room, bool from_host = false)
      : archive_(nullptr, bytes), room_(room), from_host_(from_host) {}
  MsgpackInputArchive& archive() { return archive_; }

  template <class Kind>
  Kind kind() {
    uint64_t number;
    archive_.scalar(number);
    if (number > uint64_t(Kind::kLast)) fail(StateErrorKind::kOutOfRange, "there is no message of kind {}", number);
    return Kind(number);
  }
  Data data() { return data(0); }
  // Text as Python has it: UTF-8, lone surrogates allowed.
  std::string text();
  std::string bytes();
  // Every message ends with its last value.
  void end();
  void take_room(uint64_t bytes) {
    if (bytes > room_) fail(StateErrorKind::kTooLarge, "a message takes too much memory");
    room_ -= bytes;
  }

 private:
  Data data(int depth);
  Data container(uint64_t count, int depth);  // of these values, the tag included
  Data::Items items(uint64_t count, int depth);
  Data::Items hashable_items(uint64_t count, int depth);
  Data::Pairs pairs(uint64_t count, int depth);
  Data::Pairs entries(uint64_t count, int depth);  // of a dict
  Data object(uint64_t count, int depth);
  Data shared(uint64_t count, int depth);
  Data again(uint64_t count);

  MsgpackInputArchive archive_;
  uint64_t room_;
  const bool from_host_;
  std::vector<Data> shared_;
};

}  // namespace fermata::jail
