#include "serialization/image_machine.h"

#include "objects/model/class.h"
#include "prelude/embedded.h"
#include "session/image/image.h"

namespace fermata {

namespace {

struct Renamed {
  std::string_view cls, before, now;
};
constexpr Renamed kRenamed[] = {
#define RENAMED(cls, before, now) {cls, before, now},
#define REPLACED(cls, before) {cls, before, {}},
#define MOVED(cls, now)
#include "serialization/renames.def"
#undef RENAMED
#undef REPLACED
#undef MOVED
};

// Is that "asyncio.events.Handle" of file asyncio_events, as a row calls it; or one of "asyncio_events.*"?
bool is_class(std::string_view row, std::string_view cls) {
  const size_t dot = cls.rfind('.');
  if (dot == cls.npos || row.size() <= dot) return false;
  for (size_t i = 0; i < dot; ++i)
    if (row[i] != (cls[i] == '.' ? '_' : cls[i])) return false;
  return row.substr(dot) == cls.substr(dot) || row.substr(dot) == ".*";
}

class ImageMachine : public Machine {
 public:
  std::string_view name_of(const Object* o) const override { return image_name(o); }
  std::string_view library() const override { return embedded_library(); }
  Object* find(std::string_view name) const override { return image_find(name); }
  std::optional<std::string_view> renamed(Context& cx, const Class* cls, std::string_view attribute) const override {
    for (const Renamed& row : kRenamed) {
      if (row.before != attribute || !is<Tuple>(cls->mro)) continue;
      for (Value base : as<Tuple>(cls->mro)->span())
        if (is<Class>(base) && as<Class>(base)->immortal() && is_class(row.cls, class_full_name(cx, as<Class>(base)))) return row.now;
    }
    return {};
  }
};

}  // namespace

Machine& image_machine() {
  static ImageMachine machine;
  return machine;
}

}  // namespace fermata
