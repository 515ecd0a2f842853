// One of expat's parsers, which stands still between any two events: expat runs on a fiber of its own and calls handlers there, which
// describe the event as values and switch back when enough was seen. It is only a copy of what its record says (pyexpat.cpp): it can be
// dropped at any time, and another one that is given the same comes to the same point. Its memory is charged to the heap. Owned by the
// Context's cache of them; used only by pyexpat.cpp.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/context.h"
#include "vm/fiber.h"

struct XML_ParserStruct;

namespace fermata {

enum class XmlEvent : uint32_t {
#define HANDLER(Name) k##Name,
#include "library/pyexpat/events.def"
  kUnknownEncoding,  // not a handler: its name is to be answered by what its 256 bytes mean
};
enum XmlFlags : uint32_t {
  kXmlHandlerBits = uint32_t(XmlEvent::kUnknownEncoding) - 1,  // options come after
#define OPTION(name) kXmlBit_##name,
#include "library/pyexpat/events.def"
};
constexpr uint32_t xml_flag(XmlEvent e) { return uint32_t{1} << uint32_t(e); }
constexpr uint32_t xml_flag(XmlFlags bit) { return uint32_t{1} << bit; }

struct XmlSettings {
  uint32_t flags = 0;
  size_t buffer_size = 0;
  const char* base = nullptr;  // null: none was set
};

struct XmlPlace {
  int64_t line = 1, column = 0, byte = -1;
};

class XmlParser : public std::enable_shared_from_this<XmlParser> {
 public:
  static constexpr uint64_t kBytes = 64 << 10;  // what one takes besides expat's part

  // Null when there is no memory for it. `parent`: whose external entity this reads; `context` null: a parameter entity's.
  static std::shared_ptr<XmlParser> make(Context& cx, const char* encoding, const char* separator);
  static std::shared_ptr<XmlParser> make_child(std::shared_ptr<XmlParser> parent, const char* context, const char* encoding);
  ~XmlParser();
  XmlParser(const XmlParser&) = delete;
  XmlParser& operator=(const XmlParser&) = delete;

  enum class At : uint8_t { kIdle, kInside, kWaiting, kError };
  At at() const { return at_; }
  uint64_t emitted() const { return emitted_; }
  bool reads_parameter_entity() const { return parameter_entity_; }
  const XmlParser* parent() const { return parent_.get(); }
  bool finished() const { return at_ == At::kIdle && last_; }

  void apply(const XmlSettings& settings);
  void feed(std::string_view data, bool last, bool is_text);  // at kIdle; the data must stay until it's idle again
  void answer(std::u32string encoding);                       // at kWaiting; empty when no encoding was asked for
  // Goes on until `events` events were emitted in all, or some work was done, or something is waited for. Events from number `wanted` on go
  // to `events`, a list of (handler, arguments), their places to `places`. None, or the outcome when the parser is of no use any more.
  Value run(uint64_t until, uint64_t wanted, Dict* intern, List* events, std::string* places);

  int error() const { return error_; }
  XmlPlace place() const;
  uint64_t unread() const;  // bytes that were given to it and that it keeps, for a token isn't complete
  uint64_t take_work() { return std::exchange(work_, 0); }
  uint64_t bytes() const { return kBytes + (int64_t(bytes_) > 0 ? bytes_ : 0); }

  size_t tape_at = 0;              // of the record's tape: how much of it this has heard
  uint64_t used = 0;               // when, for the cache
  bool paid_for = false;           // up to where its record is: it came with a state
  std::vector<uint64_t> children;  // the parsers of parameter entities that were made from this one, by their keys in the cache

 private:
  friend struct XmlHandlers;  // what expat calls
  friend class XmlCharge;
  explicit XmlParser(Context& cx) : cx_(cx) {}
  void start(XML_ParserStruct* parser);
  void body();
  void pause();
  void stop();

  Context& cx_;
  std::shared_ptr<XmlParser> parent_;
  std::shared_ptr<uint32_t> nested_;  // entities that refer to others, in this document
  XML_ParserStruct* parser_ = nullptr;
  std::unique_ptr<Fiber> fiber_;  // while something is parsed
  At at_ = At::kIdle;
  uint32_t flags_ = 0;
  size_t buffer_size_ = 0;
  std::string_view data_;
  bool last_ = false, stopped_ = false, refused_ = false, parameter_entity_ = false, in_prolog_ = true;
  int error_ = 0;
  uint64_t fed_ = 0, emitted_ = 0, until_ = 0, wanted_ = 0, work_ = 0, slice_ = 0;
  uint64_t bytes_ = 0;      // expat's
  Dict* intern_ = nullptr;  // of the run
  List* events_ = nullptr;
  std::string* places_ = nullptr;
  Value failure_;            // the outcome that ended the run
  std::u32string encoding_;  // the answer
  std::string text_;         // CharacterData that is collected, with buffer_text
  uint64_t text_bytes_ = 0;  // charged for it
};

}  // namespace fermata
