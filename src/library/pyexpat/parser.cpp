#include "library/pyexpat/parser.h"

#include <expat.h>
#include <malloc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

constexpr size_t kSmallPiece = 4096;  // is given though the heap is full: the next safepoint sees to it
constexpr int64_t kPiece = 32;        // what a piece takes besides: its size, and malloc's part
constexpr uint64_t kSlice = 16'384;   // work between two looks at the budget: events, and texts by 16 bytes
constexpr uint64_t kLarge = 8 << 20;  // this much in small pieces is given back to the system
// expat goes into entities recursively, also where it calls nobody: the fiber's stack has room for several times as many.
constexpr uint32_t kMostNested = 500;

thread_local XmlParser* charged = nullptr;  // whose memory expat takes: its allocators get no word of it

}  // namespace

// While it lives, what expat allocates is one parser's.
class XmlCharge {
 public:
  explicit XmlCharge(XmlParser* parser) : before_(charged) { charged = parser; }
  ~XmlCharge() { charged = before_; }
  XmlCharge(const XmlCharge&) = delete;
  XmlCharge& operator=(const XmlCharge&) = delete;

  static void* allocate(size_t size) { return resize(nullptr, size); }
  static void* resize(void* old, size_t size) {
    auto* block = old ? static_cast<size_t*>(old) - 2 : nullptr;
    const size_t before = block ? block[0] : 0;
    Heap& heap = charged->cx_.heap;
    if (size > SIZE_MAX - 16 || (size > before && size > kSmallPiece && !heap.fits(size))) {
      charged->refused_ = true;
      return nullptr;
    }
    auto* grown = static_cast<size_t*>(std::realloc(block, size + 16));
    if (!grown) return nullptr;
    grown[0] = size;
    count(int64_t(size) - int64_t(before) + (old ? 0 : kPiece));
    return grown + 2;
  }
  static void release(void* old) {
    if (!old) return;
    auto* block = static_cast<size_t*>(old) - 2;
    count(-int64_t(block[0]) - kPiece);
    std::free(block);
  }

 private:
  static void count(int64_t bytes) {
    charged->cx_.heap.count_outside(bytes);
    charged->bytes_ += uint64_t(bytes);
  }
  XmlParser* before_;
};

// What expat calls. Each one describes an event and may stand still before it returns.
struct XmlHandlers {
  XmlParser& p;
  explicit XmlHandlers(void* data) : p(*static_cast<XmlParser*>(data)) {}

  Value text(const char* s) { return s ? new_str(p.cx_, s) : Value::none(); }
  // Names are the same object each time, as the program's dict of them says.
  Value name(const char* s) {
    if (!s) return Value::none();
    Str* str = p.cx_.intern(s);
    if (!str) return p.cx_.out_of_memory();
    const Value known = dict_get(p.cx_, p.intern_, Value::object(str));
    if (!known.is_unset()) return known;
    const Value set = dict_set(p.cx_, p.intern_, Value::object(str), Value::object(str));
    return set.is_outcome() ? set : Value::object(str);
  }
  static Value number(int64_t i) { return Value::small(i); }

  bool has(XmlEvent e) const { return p.flags_ & xml_flag(e); }
  bool has(XmlFlags bit) const { return p.flags_ & xml_flag(bit); }

  // Is the next event one that is asked for, or one that was seen already, before the parser was made again?
  bool wanted() const { return p.emitted_ >= p.wanted_; }
  void fail(Value outcome) {
    p.failure_ = outcome;
    p.stop();
  }
  bool put(XmlEvent event, std::span<const Value> arguments) {
    for (const Value v : arguments)
      if (v.is_outcome()) return fail(v), false;
    const Value items[] = {number(int64_t(event)), tuple_of(p.cx_, arguments)};
    if (items[1].is_outcome()) return fail(items[1]), false;
    const Value pair = tuple_of(p.cx_, items);
    if (pair.is_outcome()) return fail(pair), false;
    if (!p.cx_.heap.push(p.events_->items, pair)) return fail(p.cx_.out_of_memory()), false;
    const XmlPlace at = p.place();
    p.places_->append(reinterpret_cast<const char*>(&at), sizeof at);
    return true;
  }
  // One event whose arguments `make` gives as an array, after what text was collected. False: the parser stops.
  template <class Make>
  bool event(XmlEvent which, Make make) {
    if (p.stopped_ || !flush()) return false;
    if (wanted() && !put(which, make())) return false;
    ++p.emitted_;
    ++p.work_;
    return true;
  }
  bool flush() {
    if (p.text_.empty()) return true;
    if (wanted()) {
      const Value argument[] = {new_str(p.cx_, p.text_)};
      if (!put(XmlEvent::kCharacterDataHandler, argument)) return false;
    }
    p.text_.clear();
    ++p.emitted_;
    return true;
  }
  template <class Make>
  void tell(XmlEvent which, Make make) {
    if (event(which, make)) rest();
  }
  void rest() {
    if (p.emitted_ >= p.until_ || p.work_ >= p.slice_) p.pause();
  }
  // Waits for an answer. False: there is none, the parser stops.
  bool wait() {
    p.at_ = XmlParser::At::kWaiting;
    p.pause();
    p.at_ = XmlParser::At::kInside;
    return !p.stopped_;
  }

  bool collect(std::string_view part) {
    const size_t size = p.text_.size() + part.size();
    if (size > p.text_bytes_) {
      const size_t more = size * 2 - p.text_bytes_;
      if (!p.cx_.heap.fits(more)) return fail(p.cx_.out_of_memory()), false;
      p.cx_.heap.count_outside(int64_t(more));
      p.text_bytes_ += more;
      p.text_.reserve(size * 2);
    }
    p.text_ += part;
    return true;
  }

  Value attributes(const char** atts) {
    const bool specified = has(kXmlBit_specified_attributes);
    const size_t all = specified ? size_t(XML_GetSpecifiedAttributeCount(p.parser_)) : SIZE_MAX;
    if (has(kXmlBit_ordered_attributes)) {
      List* list = new_list(p.cx_);
      for (size_t i = 0; i < all && atts[i]; i += 2)
        for (const Value v : {name(atts[i]), text(atts[i + 1])}) {
          if (v.is_outcome()) return v;
          if (!p.cx_.heap.push(list->items, v)) return p.cx_.out_of_memory();
        }
      return Value::object(list);
    }
    Dict* dict = new_dict(p.cx_);
    for (size_t i = 0; i < all && atts[i]; i += 2) {
      const Value key = name(atts[i]), value = text(atts[i + 1]);
      if (key.is_outcome() || value.is_outcome()) return key.is_outcome() ? key : value;
      if (const Value set = dict_set(p.cx_, dict, key, value); set.is_outcome()) return set;
    }
    return Value::object(dict);
  }

  // (type, quantifier, name, children) of a content model, however deep. Children come before what holds them.
  Value model(const XML_Content* root) {
    std::vector<const XML_Content*> order{root};
    size_t depth = 0, level = 0;  // where the next level begins
    for (size_t i = 0; i < order.size(); ++i) {
      if (i == level) {
        level = order.size();
        if (++depth > p.cx_.recursion_limit) return raise_recursion_error(p.cx_, " in conv_content_model");
      }
      for (unsigned c = 0; c < order[i]->numchildren; ++c) order.push_back(order[i]->children + c);
    }
    p.work_ += order.size();
    std::vector<Value> made(order.size());
    size_t end = order.size();  // children of later nodes come after those of earlier ones
    for (size_t i = order.size(); i-- > 0;) {
      const XML_Content& node = *order[i];
      const Value children = tuple_of(p.cx_, {made.data() + end - node.numchildren, node.numchildren});
      end -= node.numchildren;
      const Value items[] = {number(node.type), number(node.quant), text(node.name), children};
      for (const Value v : items)
        if (v.is_outcome()) return v;
      made[i] = tuple_of(p.cx_, items);
      if (made[i].is_outcome()) return made[i];
    }
    return made[0];
  }

  static void start_element(void* data, const char* tag, const char** atts) {
    XmlHandlers h(data);
    h.p.in_prolog_ = false;
    for (size_t size = 0; atts[size]; size += 2) h.p.work_ += 1 + std::strlen(atts[size + 1]) / 16;
    if (!h.has(XmlEvent::kStartElementHandler)) return h.rest();
    h.tell(XmlEvent::kStartElementHandler, [&] { return std::to_array({h.name(tag), h.attributes(atts)}); });
  }
  static void end_element(void* data, const char* tag) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kEndElementHandler, [&] { return std::to_array({h.name(tag)}); });
  }
  static void processing_instruction(void* data, const char* target, const char* rest) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kProcessingInstructionHandler, [&] { return std::to_array({h.name(target), h.text(rest)}); });
  }
  static void character_data(void* data, const char* s, int length) {
    XmlHandlers h(data);
    const std::string_view part(s, size_t(length));
    h.p.work_ += part.size() / 16;
    if (!h.has(kXmlBit_buffer_text))
      return h.tell(XmlEvent::kCharacterDataHandler, [&] { return std::to_array({new_str(h.p.cx_, part)}); });
    if (h.p.stopped_) return;
    if (h.p.text_.size() + part.size() > h.p.buffer_size_ && !h.flush()) return;
    if (part.size() > h.p.buffer_size_)
      return h.tell(XmlEvent::kCharacterDataHandler, [&] { return std::to_array({new_str(h.p.cx_, part)}); });
    if (!h.collect(part)) return;
    ++h.p.work_;
    h.rest();
  }
  static void unparsed_entity(void* data, const char* entity, const char* base, const char* system, const char* public_id,
                              const char* notation) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kUnparsedEntityDeclHandler, [&] {
      return std::to_array({h.name(entity), h.name(base), h.name(system), h.name(public_id), h.name(notation)});
    });
  }
  static void notation(void* data, const char* notation, const char* base, const char* system, const char* public_id) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kNotationDeclHandler, [&] {
      return std::to_array({h.name(notation), h.name(base), h.name(system), h.name(public_id)});
    });
  }
  static void start_namespace(void* data, const char* prefix, const char* uri) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kStartNamespaceDeclHandler, [&] { return std::to_array({h.name(prefix), h.name(uri)}); });
  }
  static void end_namespace(void* data, const char* prefix) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kEndNamespaceDeclHandler, [&] { return std::to_array({h.name(prefix)}); });
  }
  static void comment(void* data, const char* s) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kCommentHandler, [&] { return std::to_array({h.text(s)}); });
  }
  static void start_cdata(void* data) {
    XmlHandlers(data).tell(XmlEvent::kStartCdataSectionHandler, [] { return std::array<Value, 0>(); });
  }
  static void end_cdata(void* data) {
    XmlHandlers(data).tell(XmlEvent::kEndCdataSectionHandler, [] { return std::array<Value, 0>(); });
  }
  // Counts entities that refer to others: as many at most may be nested in each other.
  bool nests(std::string_view meaning) {
    if (meaning.find_first_of("&%") == meaning.npos || ++*p.nested_ <= kMostNested || p.stopped_) return false;
    fail(raise_recursion_error(p.cx_, " in the entities of a document"));
    return true;
  }
  // Also where the program has no such handler: so that what nobody hears of ends, too.
  static void otherwise(void* data, const char* s, int length) {
    XmlHandlers h(data);
    const std::string_view part(s, size_t(length));
    h.p.work_ += 1 + part.size() / 16;
    const bool expand = h.has(XmlEvent::kDefaultHandlerExpand);
    if (!expand && !h.has(XmlEvent::kDefaultHandler)) return h.rest();
    if (part.size() > 1 && part[0] == '<' && part[1] != '!' && part[1] != '?') h.p.in_prolog_ = false;
    // Words of declarations come here, when no handler takes them.
    if (h.p.in_prolog_ && !h.has(XmlEvent::kEntityDeclHandler) && !part.starts_with("<!--") && h.nests(part)) return;
    h.tell(expand ? XmlEvent::kDefaultHandlerExpand : XmlEvent::kDefaultHandler, [&] { return std::to_array({new_str(h.p.cx_, part)}); });
  }
  static int not_standalone(void* data) {
    XmlHandlers h(data);
    return h.event(XmlEvent::kNotStandaloneHandler, [] { return std::array<Value, 0>(); }) && h.wait();
  }
  // What is bound in a context comes in the order of expat's table, which nobody can foresee.
  Value sorted_context(const char* context) {
    if (!context) return Value::none();
    std::vector<std::string_view> parts;
    for (std::string_view rest(context); !rest.empty();) {
      const size_t end = std::min(rest.find('\f'), rest.size());
      parts.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    std::sort(parts.begin(), parts.end());
    std::string all;
    for (const std::string_view part : parts) (all.empty() ? all : all += '\f') += part;
    return new_str(p.cx_, all);
  }
  static int external_entity(XML_Parser parser, const char* context, const char* base, const char* system, const char* public_id) {
    XmlHandlers h(XML_GetUserData(parser));
    return h.event(XmlEvent::kExternalEntityRefHandler, [&] {
      return std::to_array({h.sorted_context(context), h.name(base), h.name(system), h.name(public_id)});
    }) && h.wait();
  }
  static void start_doctype(void* data, const char* doctype, const char* system, const char* public_id, int internal) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kStartDoctypeDeclHandler, [&] {
      return std::to_array({h.name(doctype), h.name(system), h.name(public_id), number(internal)});
    });
  }
  static void end_doctype(void* data) {
    XmlHandlers(data).tell(XmlEvent::kEndDoctypeDeclHandler, [] { return std::array<Value, 0>(); });
  }
  // Also asked for when the program has neither this one nor one for all that is left.
  static void entity(void* data, const char* entity, int parameter, const char* value, int length, const char* base, const char* system,
                     const char* public_id, const char* notation) {
    XmlHandlers h(data);
    const std::string_view meaning = value ? std::string_view(value, size_t(length)) : std::string_view();
    if (h.nests(meaning)) return;
    if (!h.has(XmlEvent::kEntityDeclHandler)) return h.rest();
    h.tell(XmlEvent::kEntityDeclHandler, [&] {
      return std::to_array({h.name(entity), number(parameter), value ? new_str(h.p.cx_, meaning) : Value::none(), h.name(base),
                            h.name(system), h.name(public_id), h.name(notation)});
    });
  }
  static void xml_declaration(void* data, const char* version, const char* encoding, int standalone) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kXmlDeclHandler, [&] { return std::to_array({h.text(version), h.text(encoding), number(standalone)}); });
  }
  static void element(void* data, const char* element, XML_Content* content) {
    XmlHandlers h(data);
    const bool told = h.event(XmlEvent::kElementDeclHandler, [&] { return std::to_array({h.name(element), h.model(content)}); });
    XML_FreeContentModel(h.p.parser_, content);
    if (told) h.rest();
  }
  static void attribute_list(void* data, const char* element, const char* attribute, const char* type, const char* value, int required) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kAttlistDeclHandler, [&] {
      return std::to_array({h.name(element), h.name(attribute), h.text(type), h.text(value), number(required)});
    });
  }
  static void skipped_entity(void* data, const char* entity, int parameter) {
    XmlHandlers h(data);
    h.tell(XmlEvent::kSkippedEntityHandler, [&] { return std::to_array({h.name(entity), number(parameter)}); });
  }
  static int unknown_encoding(void* data, const char* encoding, XML_Encoding* info) {
    XmlHandlers h(data);
    if (!h.event(XmlEvent::kUnknownEncoding, [&] { return std::to_array({h.text(encoding)}); }) || !h.wait()) return 0;
    if (h.p.encoding_.size() != std::size(info->map)) return 0;
    for (size_t i = 0; i < std::size(info->map); ++i) info->map[i] = h.p.encoding_[i] == 0xFFFD ? -1 : int(h.p.encoding_[i]);
    info->data = nullptr;
    info->convert = nullptr;
    info->release = nullptr;
    return 1;
  }
};

std::shared_ptr<XmlParser> XmlParser::make(Context& cx, const char* encoding, const char* separator) {
  std::shared_ptr<XmlParser> made(new XmlParser(cx));
  made->nested_ = std::make_shared<uint32_t>(0);
  const XmlCharge charge(made.get());
  const XML_Memory_Handling_Suite suite = {XmlCharge::allocate, XmlCharge::resize, XmlCharge::release};
  made->start(XML_ParserCreate_MM(encoding, &suite, separator));
  return made->parser_ ? made : nullptr;
}

std::shared_ptr<XmlParser> XmlParser::make_child(std::shared_ptr<XmlParser> parent, const char* context, const char* encoding) {
  std::shared_ptr<XmlParser> made(new XmlParser(parent->cx_));
  made->nested_ = parent->nested_;
  made->parameter_entity_ = !context;
  const XmlCharge charge(made.get());
  made->start(XML_ExternalEntityParserCreate(parent->parser_, context, encoding));
  made->parent_ = std::move(parent);
  return made->parser_ ? made : nullptr;
}

void XmlParser::start(XML_ParserStruct* parser) {
  cx_.heap.count_outside(kBytes);
  parser_ = parser;
  if (!parser) return;
  XML_SetUserData(parser, this);
  XML_SetUnknownEncodingHandler(parser, XmlHandlers::unknown_encoding, this);
  apply({});  // what is always looked at
}

XmlParser::~XmlParser() {
  const XmlCharge charge(this);
  if (fiber_ && (at_ == At::kInside || at_ == At::kWaiting)) {
    stopped_ = true;
    fiber_->resume();  // to its end, as nothing is reported any more
  }
  fiber_.reset();
  const bool was_large = bytes() > kLarge;
  if (parser_) XML_ParserFree(parser_);
  if (was_large) malloc_trim(0);
  cx_.heap.count_outside(-int64_t(kBytes + text_bytes_));
}

void XmlParser::apply(const XmlSettings& settings) {
  const XmlCharge charge(this);
  flags_ = settings.flags;
  buffer_size_ = settings.buffer_size;
  const char* base = XML_GetBase(parser_);
  if (settings.base && (!base || std::strcmp(base, settings.base) != 0)) XML_SetBase(parser_, settings.base);
  const auto on = [&](XmlEvent e, auto* handler) { return flags_ & xml_flag(e) ? handler : nullptr; };
  const bool otherwise = flags_ & (xml_flag(XmlEvent::kDefaultHandler) | xml_flag(XmlEvent::kDefaultHandlerExpand));
  // Attributes are looked at even when nobody asks, as there may be very many of them by default.
  const bool elements = otherwise || flags_ & (xml_flag(XmlEvent::kStartElementHandler) | xml_flag(XmlEvent::kEndElementHandler));
  XML_SetStartElementHandler(parser_,
                             elements ? on(XmlEvent::kStartElementHandler, XmlHandlers::start_element) : XmlHandlers::start_element);
  XML_SetEndElementHandler(parser_, on(XmlEvent::kEndElementHandler, XmlHandlers::end_element));
  XML_SetProcessingInstructionHandler(parser_, on(XmlEvent::kProcessingInstructionHandler, XmlHandlers::processing_instruction));
  XML_SetCharacterDataHandler(parser_, on(XmlEvent::kCharacterDataHandler, XmlHandlers::character_data));
  XML_SetUnparsedEntityDeclHandler(parser_, on(XmlEvent::kUnparsedEntityDeclHandler, XmlHandlers::unparsed_entity));
  XML_SetNotationDeclHandler(parser_, on(XmlEvent::kNotationDeclHandler, XmlHandlers::notation));
  XML_SetStartNamespaceDeclHandler(parser_, on(XmlEvent::kStartNamespaceDeclHandler, XmlHandlers::start_namespace));
  XML_SetEndNamespaceDeclHandler(parser_, on(XmlEvent::kEndNamespaceDeclHandler, XmlHandlers::end_namespace));
  XML_SetCommentHandler(parser_, on(XmlEvent::kCommentHandler, XmlHandlers::comment));
  XML_SetStartCdataSectionHandler(parser_, on(XmlEvent::kStartCdataSectionHandler, XmlHandlers::start_cdata));
  XML_SetEndCdataSectionHandler(parser_, on(XmlEvent::kEndCdataSectionHandler, XmlHandlers::end_cdata));
  if (flags_ & xml_flag(kXmlBit_entities_as_default)) XML_SetDefaultHandler(parser_, XmlHandlers::otherwise);
  else XML_SetDefaultHandlerExpand(parser_, XmlHandlers::otherwise);
  XML_SetNotStandaloneHandler(parser_, on(XmlEvent::kNotStandaloneHandler, XmlHandlers::not_standalone));
  XML_SetExternalEntityRefHandler(parser_, on(XmlEvent::kExternalEntityRefHandler, XmlHandlers::external_entity));
  XML_SetStartDoctypeDeclHandler(parser_, on(XmlEvent::kStartDoctypeDeclHandler, XmlHandlers::start_doctype));
  XML_SetEndDoctypeDeclHandler(parser_, on(XmlEvent::kEndDoctypeDeclHandler, XmlHandlers::end_doctype));
  XML_SetEntityDeclHandler(parser_, otherwise ? on(XmlEvent::kEntityDeclHandler, XmlHandlers::entity) : XmlHandlers::entity);
  XML_SetXmlDeclHandler(parser_, on(XmlEvent::kXmlDeclHandler, XmlHandlers::xml_declaration));
  XML_SetElementDeclHandler(parser_, on(XmlEvent::kElementDeclHandler, XmlHandlers::element));
  XML_SetAttlistDeclHandler(parser_, on(XmlEvent::kAttlistDeclHandler, XmlHandlers::attribute_list));
  XML_SetSkippedEntityHandler(parser_, on(XmlEvent::kSkippedEntityHandler, XmlHandlers::skipped_entity));
  // These are for parsers that haven't begun; others leave them as they are.
  XML_SetReturnNSTriplet(parser_, flags_ & xml_flag(kXmlBit_namespace_prefixes) ? 1 : 0);
  XML_UseForeignDTD(parser_, flags_ & xml_flag(kXmlBit_foreign_dtd) ? 1 : 0);
  XML_SetParamEntityParsing(parser_, flags_ & xml_flag(kXmlBit_parameters_always)              ? XML_PARAM_ENTITY_PARSING_ALWAYS
                                     : flags_ & xml_flag(kXmlBit_parameters_unless_standalone) ? XML_PARAM_ENTITY_PARSING_UNLESS_STANDALONE
                                                                                               : XML_PARAM_ENTITY_PARSING_NEVER);
}

void XmlParser::feed(std::string_view data, bool last, bool is_text) {
  const XmlCharge charge(this);
  if (is_text) XML_SetEncoding(parser_, "utf-8");
  data_ = data;
  last_ = last;
  fed_ += data.size();
  if (!fiber_) fiber_ = std::make_unique<Fiber>([this] { body(); });
  at_ = At::kInside;
}

void XmlParser::answer(std::u32string encoding) { encoding_ = std::move(encoding); }

Value XmlParser::run(uint64_t until, uint64_t wanted, Dict* intern, List* events, std::string* places) {
  until_ = until;
  wanted_ = wanted;
  intern_ = intern;
  events_ = events;
  places_ = places;
  slice_ = work_ + kSlice;
  failure_ = Value::none();
  {
    const XmlCharge charge(this);
    fiber_->resume();
  }
  encoding_.clear();
  if (at_ == At::kIdle) fiber_.reset();
  if (failure_.is_outcome()) return failure_;
  if (refused_) return cx_.out_of_memory();
  return Value::none();
}

// On the fiber.
void XmlParser::body() {
  // The data may be gone when the parser goes on: expat's own copy stays.
  XML_Status status = XML_STATUS_ERROR;
  if (data_.empty()) {
    status = XML_Parse(parser_, "", 0, last_);
  } else if (void* buffer = XML_GetBuffer(parser_, int(data_.size()))) {
    std::memcpy(buffer, data_.data(), data_.size());
    status = XML_ParseBuffer(parser_, int(data_.size()), last_);
  }
  data_ = {};
  if (stopped_ || status == XML_STATUS_ERROR) {
    error_ = XML_GetErrorCode(parser_);
    at_ = At::kError;
    return;
  }
  XmlHandlers(this).flush();
  at_ = At::kIdle;
}

void XmlParser::pause() {
  fiber_->leave();
  if (stopped_) stop();
  else if (at_ != At::kWaiting) at_ = At::kInside;
}

void XmlParser::stop() {
  stopped_ = true;
  XML_StopParser(parser_, XML_FALSE);
}

XmlPlace XmlParser::place() const {
  return {int64_t(XML_GetCurrentLineNumber(parser_)), int64_t(XML_GetCurrentColumnNumber(parser_)),
          int64_t(XML_GetCurrentByteIndex(parser_))};
}

uint64_t XmlParser::unread() const {
  const int64_t read = XML_GetCurrentByteIndex(parser_);
  return read > 0 && uint64_t(read) < fed_ ? fed_ - uint64_t(read) : fed_;
}

}  // namespace fermata
