#include "edit_state.h"

#include <cctype>
#include <cstring>
#include <optional>
#include <vector>

namespace fermata {

namespace {

size_t below(Random& random, size_t n) { return size_t(random() % (n ? n : 1)); }

// A value of either encoding.
struct Node {
  enum Kind : uint8_t { kPlain, kInt, kText, kBytes, kExt, kArray, kMap } kind = kPlain;
  int64_t number = 0;
  uint8_t ext = 0;
  std::string text;         // kPlain: as it is written
  std::vector<Node> items;  // kMap: key, value, by turns
};

constexpr int kMaxDepth = 200;

// --- MessagePack

class PackReader {
 public:
  explicit PackReader(std::string_view in) : in_(in) {}

  // The sequence that a state is.
  std::optional<std::vector<Node>> run() {
    std::vector<Node> out;
    while (at_ < in_.size())
      if (!value(out.emplace_back(), 0)) return std::nullopt;
    return out;
  }

 private:
  uint64_t big_endian(size_t n) {
    if (in_.size() - at_ < n) {
      bad_ = true;
      return 0;
    }
    uint64_t v = 0;
    while (n-- > 0) v = v << 8 | uint8_t(in_[at_++]);
    return v;
  }
  bool data(Node& out, Node::Kind kind, uint64_t n) {
    if (bad_ || in_.size() - at_ < n) return false;
    out.kind = kind;
    out.text = in_.substr(at_, n);
    at_ += n;
    return true;
  }
  bool list(Node& out, Node::Kind kind, uint64_t n, int depth) {
    if (bad_ || in_.size() - at_ < n) return false;
    out.kind = kind;
    for (; n > 0; --n)
      if (!value(out.items.emplace_back(), depth + 1)) return false;
    return true;
  }
  bool ext(Node& out, uint64_t n) {
    out.ext = uint8_t(big_endian(1));
    return data(out, Node::kExt, n);
  }
  bool number(Node& out, int64_t n) {
    out.kind = Node::kInt;
    out.number = n;
    return !bad_;
  }
  bool value(Node& out, int depth) {
    if (depth > kMaxDepth || at_ >= in_.size()) return false;
    const size_t begin = at_;
    const uint8_t b = uint8_t(in_[at_++]);
    if (b < 0x80) return number(out, b);
    if (b >= 0xE0) return number(out, int8_t(b));
    if (b < 0x90) return list(out, Node::kMap, (b & 15) * 2, depth);
    if (b < 0xA0) return list(out, Node::kArray, b & 15, depth);
    if (b < 0xC0) return data(out, Node::kText, b & 31);
    switch (b) {
      case 0xC4:
      case 0xC5:
      case 0xC6: return data(out, Node::kBytes, big_endian(size_t(1) << (b - 0xC4)));
      case 0xC7:
      case 0xC8:
      case 0xC9: return ext(out, big_endian(size_t(1) << (b - 0xC7)));
      case 0xCA:
      case 0xCB: {
        big_endian(b == 0xCA ? 4 : 8);
        out.text = in_.substr(begin, at_ - begin);
        return !bad_;
      }
      case 0xCC:
      case 0xCD:
      case 0xCE:
      case 0xCF: {
        const uint64_t n = big_endian(size_t(1) << (b - 0xCC));
        if (n <= uint64_t(INT64_MAX)) return number(out, int64_t(n));
        out.text = in_.substr(begin, at_ - begin);  // a seed: as it is
        return !bad_;
      }
      case 0xD0: return number(out, int8_t(big_endian(1)));
      case 0xD1: return number(out, int16_t(big_endian(2)));
      case 0xD2: return number(out, int32_t(big_endian(4)));
      case 0xD3: return number(out, int64_t(big_endian(8)));
      case 0xD4:
      case 0xD5:
      case 0xD6:
      case 0xD7:
      case 0xD8: return ext(out, uint64_t(1) << (b - 0xD4));
      case 0xD9:
      case 0xDA:
      case 0xDB: return data(out, Node::kText, big_endian(size_t(1) << (b - 0xD9)));
      case 0xDC:
      case 0xDD: return list(out, Node::kArray, big_endian(b == 0xDC ? 2 : 4), depth);
      case 0xDE:
      case 0xDF: return list(out, Node::kMap, 2 * big_endian(b == 0xDE ? 2 : 4), depth);
      default: out.text = std::string(1, char(b)); return true;
    }
  }

  std::string_view in_;
  size_t at_ = 0;
  bool bad_ = false;
};

void put(std::string& out, uint8_t head, uint64_t v, size_t n) {
  out += char(head);
  while (n-- > 0) out += char(v >> (8 * n));
}
void put_size(std::string& out, uint8_t short_head, size_t short_most, uint8_t head8, uint8_t head16, size_t n) {
  if (n <= short_most && short_head) out += char(short_head | n);
  else if (n < 256 && head8) put(out, head8, n, 1);
  else if (n < 65536) put(out, head16, n, 2);
  else put(out, uint8_t(head16 + 1), n, 4);
}

void write_pack(std::string& out, const Node& node) {
  switch (node.kind) {
    case Node::kPlain: out += node.text; break;
    case Node::kInt: {
      const int64_t n = node.number;
      if (n >= -32 && n < 128) out += char(n);
      else if (n >= 0)
        n < 256 ? put(out, 0xCC, n, 1) : n < 65536 ? put(out, 0xCD, n, 2) : n <= UINT32_MAX ? put(out, 0xCE, n, 4) : put(out, 0xCF, n, 8);
      else
        n >= INT8_MIN    ? put(out, 0xD0, n, 1)
        : n >= INT16_MIN ? put(out, 0xD1, n, 2)
        : n >= INT32_MIN ? put(out, 0xD2, n, 4)
                         : put(out, 0xD3, n, 8);
      break;
    }
    case Node::kText: put_size(out, 0xA0, 31, 0xD9, 0xDA, node.text.size()), out += node.text; break;
    case Node::kBytes: put_size(out, 0, 0, 0xC4, 0xC5, node.text.size()), out += node.text; break;
    case Node::kExt: {
      const size_t n = node.text.size();
      if (n == 1 || n == 2 || n == 4 || n == 8 || n == 16) out += char(0xD4 + (n > 1) + (n > 2) + (n > 4) + (n > 8));
      else put_size(out, 0, 0, 0xC7, 0xC8, n);
      out += char(node.ext);
      out += node.text;
      break;
    }
    case Node::kArray:
    case Node::kMap: {
      const bool map = node.kind == Node::kMap;
      put_size(out, map ? 0x80 : 0x90, 15, 0, map ? 0xDE : 0xDC, node.items.size() / (map ? 2 : 1));
      for (const Node& item : node.items) write_pack(out, item);
      break;
    }
  }
}

// --- JSON (texts are kept with their escapes)

class JsonReader {
 public:
  explicit JsonReader(std::string_view in) : in_(in) {}
  bool run(Node& out) { return value(out, 0); }

 private:
  char next() {
    while (at_ < in_.size() && std::isspace(uint8_t(in_[at_]))) ++at_;
    return at_ < in_.size() ? in_[at_] : '\0';
  }
  bool list(Node& out, int depth, char end) {
    ++at_;
    if (next() == end) return ++at_, true;
    for (;;) {
      if (!value(out.items.emplace_back(), depth + 1)) return false;
      if (end == '}') {
        if (next() != ':') return false;
        ++at_;
        if (!value(out.items.emplace_back(), depth + 1)) return false;
      }
      const char c = next();
      ++at_;
      if (c == end) return true;
      if (c != ',') return false;
    }
  }
  bool value(Node& out, int depth) {
    if (depth > kMaxDepth) return false;
    const char c = next();
    if (c == '[') return out.kind = Node::kArray, list(out, depth, ']');
    if (c == '{') return out.kind = Node::kMap, list(out, depth, '}');
    const size_t begin = at_;
    if (c == '"') {
      for (++at_; at_ < in_.size() && in_[at_] != '"'; ++at_)
        if (in_[at_] == '\\') ++at_;
      if (at_ >= in_.size()) return false;
      out.kind = Node::kText;
      out.text = in_.substr(begin + 1, at_++ - begin - 1);
      return true;
    }
    while (at_ < in_.size() && (std::isalnum(uint8_t(in_[at_])) || std::strchr("+-.", in_[at_]))) ++at_;
    if (at_ == begin) return false;
    out.text = in_.substr(begin, at_ - begin);
    if (out.text.find_first_not_of("-0123456789") == std::string::npos && out.text.size() < 18) {
      out.kind = Node::kInt;
      out.number = std::strtoll(out.text.c_str(), nullptr, 10);
    }
    return true;
  }

  std::string_view in_;
  size_t at_ = 0;
};

void write_json(std::string& out, const Node& node) {
  switch (node.kind) {
    case Node::kPlain: out += node.text; break;
    case Node::kInt: out += std::to_string(node.number); break;
    case Node::kText: out += '"', out += node.text, out += '"'; break;
    case Node::kBytes:
    case Node::kExt: out += "\"x\""; break;  // not of JSON
    case Node::kArray:
    case Node::kMap: {
      const bool map = node.kind == Node::kMap;
      out += map ? '{' : '[';
      for (size_t i = 0; i < node.items.size(); ++i) {
        if (i) out += map && i % 2 ? ':' : ',';
        write_json(out, node.items[i]);
      }
      out += map ? '}' : ']';
      break;
    }
  }
}

// --- edits

void collect(Node& node, std::vector<Node*>& out) {
  out.push_back(&node);
  for (Node& item : node.items) collect(item, out);
}

int64_t some_number(Random& random) {
  static constexpr int64_t kNumbers[] = {0,
                                         1,
                                         2,
                                         -1,
                                         -2,
                                         7,
                                         15,
                                         16,
                                         31,
                                         32,
                                         127,
                                         128,
                                         255,
                                         256,
                                         1000,
                                         65535,
                                         65536,
                                         1 << 20,
                                         INT32_MAX,
                                         INT32_MIN,
                                         UINT32_MAX,
                                         int64_t(1) << 32,
                                         int64_t(1) << 53,
                                         (int64_t(1) << 62) - 1,
                                         int64_t(1) << 62,
                                         INT64_MAX,
                                         INT64_MIN};
  return random() % 2 ? int64_t(below(random, 60)) - 5 : kNumbers[below(random, std::size(kNumbers))];
}

Node number_node(int64_t n) {
  Node node;
  node.kind = Node::kInt;
  node.number = n;
  return node;
}

// A reference, an unset value, a new object, a special.
Node some_reference(Random& random, bool json) {
  Node node;
  node.kind = json ? Node::kMap : Node::kArray;
  if (json) {
    Node key;
    key.kind = Node::kText;
    key.text = random() % 4 ? "$ref" : "$special";
    Node value = number_node(int64_t(below(random, 120)));
    if (key.text == "$special") {
      static constexpr const char* kSpecials[] = {"unset", "Ellipsis", "NotImplemented", "missing", "exhausted"};
      value = Node();
      value.kind = Node::kText;
      value.text = kSpecials[below(random, 5)];
    }
    node.items = {key, value};
  } else if (random() % 8) {
    node.items = {number_node(random() % 4 ? int64_t(below(random, 300)) : -int64_t(below(random, 70)))};
    if (random() % 4 == 0) node.items.push_back(number_node(int64_t(below(random, 5))));
  }
  return node;
}

// Instructions in JSON are texts of words and numbers; names of classes and functions are words as well.
void edit_text(std::string& text, Random& random, bool json) {
  if (json) {
    const size_t at = text.find_first_of("0123456789", below(random, text.size()));
    if (at != std::string::npos && random() % 2) {
      const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
      text.replace(at, end - at, std::to_string(some_number(random)));
      return;
    }
    if (!text.empty()) text[below(random, text.size())] = "abcxyz0189-_. $/AZ"[below(random, 18)];
    return;
  }
  text = damaged_bytes(text, random);
}

void edit(std::vector<Node*>& nodes, std::vector<Node*>& others, Random& random, bool json) {
  Node& node = *nodes[below(random, nodes.size())];
  const Node copy =
      *(others.empty() || random() % 4 ? nodes
                                       : others)[below(random, others.empty() ? nodes.size() : std::min(nodes.size(), others.size()))];
  switch (below(random, 10)) {
    case 0: node = some_reference(random, json); return;
    case 1: {
      if (copy.text.size() + copy.items.size() < 1000) {
        const Node kept = copy;
        node = kept;
      }
      return;
    }
    case 2: node = number_node(some_number(random)); return;
    default: break;
  }
  switch (node.kind) {
    case Node::kInt:
      if (random() % 3 == 0) node.number = int64_t(uint64_t(node.number) + uint64_t(random() % 2 ? 1 : -1));
      else node.number = copy.kind == Node::kInt && random() % 2 ? copy.number : some_number(random);
      break;
    case Node::kPlain: {
      static constexpr const char* kPack[] = {"\xC0", "\xC2", "\xC3", "\xC1"};
      static constexpr const char* kJson[] = {"null", "true", "false", "1.5"};
      node.text = (json ? kJson : kPack)[below(random, 4)];
      break;
    }
    case Node::kText:
    case Node::kBytes:
    case Node::kExt: edit_text(node.text, random, json); break;
    case Node::kArray:
    case Node::kMap: {
      if (node.kind == Node::kMap && random() % 2 && !node.items.empty()) {  // one member's value for another's
        const size_t a = below(random, node.items.size() / 2) * 2 + 1, b = below(random, node.items.size() / 2) * 2 + 1;
        std::swap(node.items[a], node.items[b]);
        return;
      }
      const size_t unit = node.kind == Node::kMap ? 2 : 1;
      const size_t n = node.items.size() / unit, at = below(random, n) * unit;
      switch (below(random, 5)) {
        case 0:
          if (n) node.items.erase(node.items.begin() + ptrdiff_t(at), node.items.begin() + ptrdiff_t(at + unit));
          break;
        case 1: {
          if (!n) break;
          const std::vector<Node> piece(node.items.begin() + ptrdiff_t(at), node.items.begin() + ptrdiff_t(at + unit));
          node.items.insert(node.items.begin() + ptrdiff_t(below(random, n + 1) * unit), piece.begin(), piece.end());
          break;
        }
        case 2:
          if (unit == 1)
            node.items.insert(node.items.begin() + ptrdiff_t(at),
                              random() % 2 ? some_reference(random, json) : number_node(some_number(random)));
          break;
        case 3: node.items.resize(at); break;
        case 4:
          if (n) std::swap(node.items[at], node.items[below(random, n) * unit]);
          break;
      }
      break;
    }
  }
}

bool read(std::string_view state, std::vector<Node>& out) {
  if (state.starts_with("{")) return JsonReader(state).run(out.emplace_back());
  auto sequence = PackReader(state).run();
  if (sequence) out = std::move(*sequence);
  return sequence.has_value();
}

}  // namespace

std::string damaged_bytes(std::string bytes, Random& random) {
  for (size_t times = 1 + below(random, 4); times > 0; --times) {
    if (bytes.empty()) break;
    const size_t at = below(random, bytes.size());
    switch (below(random, 8)) {
      case 0: bytes[at] = char(random()); break;
      case 1: bytes[at] = char(bytes[at] ^ (1 << below(random, 8))); break;
      case 2: bytes.erase(at, 1 + below(random, 4)); break;
      case 3: bytes.insert(at, 1, char(random())); break;
      case 4:
        if (random() % 4 == 0) bytes.resize(at);
        break;
      case 5: bytes[at] = char(bytes[at] + (random() % 2 ? 1 : -1)); break;
      case 6: {  // one piece over another
        const size_t from = below(random, bytes.size()), n = std::min(below(random, 16), bytes.size() - std::max(from, at));
        bytes.replace(at, n, bytes.substr(from, n));
        break;
      }
      case 7: {  // a digit, for JSON
        const size_t digit = bytes.find_first_of("0123456789", at);
        if (digit != bytes.npos) bytes[digit] = char('0' + below(random, 10));
        break;
      }
    }
  }
  return bytes;
}

std::string edited_state(std::string_view state, std::string_view other, Random& random) {
  std::vector<Node> tree, other_tree;
  if (!read(state, tree)) return std::string(state);
  const bool json = state.starts_with("{");
  if (other.starts_with("{") == json && !read(other, other_tree)) other_tree.clear();
  for (size_t times = 1 + below(random, 3); times > 0; --times) {
    std::vector<Node*> nodes, others;
    for (Node& node : tree) collect(node, nodes);
    for (Node& node : other_tree) collect(node, others);
    if (!nodes.empty()) edit(nodes, others, random, json);
  }
  std::string out;
  for (const Node& node : tree) json ? write_json(out, node) : write_pack(out, node);
  return out;
}

std::string damaged_state(std::string_view state, std::string_view other, Random& random) {
  switch (below(random, 8)) {
    case 0:
    case 1: return damaged_bytes(std::string(state), random);
    case 2: {  // the beginning of one, the end of the other
      const size_t at = below(random, state.size());
      return std::string(state.substr(0, at)) +
             std::string(other.substr(std::min(other.size(), random() % 2 ? at : below(random, other.size()))));
    }
    default: return edited_state(state, other, random);
  }
}

}  // namespace fermata
