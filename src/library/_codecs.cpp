// Module _codecs, native part: the codecs of objects/text/codecs.h, a part at a time.
#include "objects/text/codecs.h"

#include "objects/natives/native.h"

namespace fermata {

namespace {

Value encode_rest(Context& cx, Value* args) { return encode_part(cx, args[0], args[1], args[2]); }
Value decode_rest(Context& cx, Value* args) { return decode_part(cx, args[0], args[1], args[2], args[3].is_true()); }

const NativeRow kRows[] = {
    {"_decode_part", decode_rest, "data, codec, start, final, /"},
    {"_encode_part", encode_rest, "text, codec, start, /"},
};

}  // namespace

extern const ModuleRow kCodecsModule = {.name = "_codecs", .functions = kRows};

}  // namespace fermata
