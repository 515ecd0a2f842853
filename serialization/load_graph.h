// GraphLoader: what loading means for both encodings. The encodings' loaders (load_msgpack.cpp, load_json.cpp)
// make objects through it, read their fields with a RecordReader (record_reader.h), and then let finish()
// do what needs all objects: shapes, hashes and tables, the verification of code, frames, the heap check.
// Until then of what was read nothing is looked at but its kind. Everything throws StateFailure.
#pragma once

#include <map>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "serialization/save.h"

namespace fermata {

struct LoadedFrame {
  Task* task = nullptr;
  Function* function = nullptr;
  Generator* generator = nullptr;
  uint32_t pc = 0;
  uint8_t deliver = 0;
  Value handled, receiver;
  std::vector<Value> registers;  // at most code->registers, the rest unset
  std::vector<uint64_t> set;     // a bit for each register that must be set there
};

class GraphLoader {
 public:
  GraphLoader(Context& cx, Machine& machine, size_t input_bytes);

  Context& context() { return cx_; }
  // Of the format that is read; before the first record.
  void set_version(uint32_t version) { version_ = version; }
  // Whether states of that version have no such field.
  bool lacks(Kind kind, std::string_view field) const;

  // --- objects
  // An object of that kind with nothing in it. `count` is for kinds of variable size, see shell_count.
  Object* make_shell(Kind kind, uint64_t count);
  Value make_str(std::string_view text, bool canonical);
  Value make_bytes(std::string_view data);
  Value make_int(bool negative, std::string_view magnitude);  // little end first
  Value make_int_from_text(std::string_view text);            // decimal, or "0x…"
  Value make_double(double d);
  Object* find_image(std::string_view name);
  void set_serial(Object* o, uint64_t serial);

  template <class T>
  void resize(Array<T>& array, uint64_t n) {
    if (!cx_.heap.resize(array, n)) out_of_memory();
  }
  void charge();  // looks at the heap limit

  // --- what finish() completes
  // Entries' hashes that are not given are kNoHash.
  static constexpr int64_t kNoHash = -1;
  void set_table(Set* s, uint64_t size, uint64_t finger, std::span<const uint32_t> slots, std::span<const Value> keys);
  static void give_hash(Dict* d, uint64_t entry, int64_t hash);
  static void give_hash(Set* s, uint64_t slot, int64_t hash);
  void add_frame(LoadedFrame frame) { frames_.push_back(std::move(frame)); }
  void set_registers(Generator* g, std::span<const Value> values) { registers_.push_back({g, {values.begin(), values.end()}, {}}); }
  void finish(SessionState& state);

  [[noreturn]] void out_of_memory();

 private:
  struct GeneratorRegisters {
    Generator* generator;
    std::vector<Value> values;
    std::vector<uint64_t> set;  // as of a frame
  };

  void make_shapes();
  Shape* shape_after(Shape* shape, Str* name);
  Str* name_today(const Class* cls, Str* name);
  void rename_in_dicts();
  bool take_slots_out_of_dicts();
  void take_details_out_of_dicts();
  void make_tables();
  void check_collisions(std::vector<int64_t>& hashes);
  void finish_dict(Dict* d);
  void finish_set(Set* s);
  void count_registers();
  void check_code();
  void fill_generators();
  void push_frames(const SessionState& state);
  void push_frame_of(LoadedFrame& f);
  void check_roots(const SessionState& state);
  void make_threads(const SessionState& state);
  void check_chains();
  void check_cycles();

  Context& cx_;
  Machine& machine_;
  uint32_t version_ = kStateVersion;
  size_t input_bytes_;
  std::vector<Object*> objects_;  // all that make_shell made
  std::vector<LoadedFrame> frames_;
  std::vector<GeneratorRegisters> registers_;
  uint64_t registers_left_;
  uint64_t collisions_left_ = 100'000'000;
  std::unordered_map<Shape*, std::map<std::string_view, Shape*>> shapes_after_;
  double frame_work_left_ = 4e9;
  uint32_t highest_serial_ = 0;
};

}  // namespace fermata
