#include "serialization/image_machine.h"

#include "session/image.h"

namespace fermata {

namespace {

class ImageMachine : public Machine {
 public:
  std::string_view name_of(const Object* o) const override { return image_name(o); }
  Object* find(std::string_view name) const override { return image_find(name); }
};

}  // namespace

Machine& image_machine() {
  static ImageMachine machine;
  return machine;
}

}  // namespace fermata
