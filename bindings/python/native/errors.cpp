#include "native/errors.h"

namespace fermata::python {

py::tuple error_fields(const Converter& converter, const Error& e) {
  Converter::Reviver revived(converter, /*for_show=*/true);
  py::tuple args(e.args.size());
  for (size_t i = 0; i < e.args.size(); ++i) args[i] = revived(e.args[i]);
  py::list frames, notes, exceptions;
  for (const Place& place : e.frames)
    frames.append(py::make_tuple(str_of(place.function), str_of(place.file), place.line, str_of(place.source_line), py::list(),
                                 place.column, place.end_line, place.end_column));
  py::dict attributes;
  for (const auto& [name, value] : e.attributes) {
    if (!name.starts_with('_')) attributes[str_of(name)] = revived(value);
    if (name != "__notes__" || value.type() != Data::Type::kList) continue;
    for (const Data& note : value.items())
      if (note.is_str()) notes.append(str_of(note.as_str()));
  }
  for (const Error& one : e.exceptions) exceptions.append(error_fields(converter, one));
  return py::make_tuple(str_of(e.type), str_of(e.message), str_of(e.traceback), args, str_of(e.hint), frames, str_of(e.module), notes,
                        e.declared, attributes, exceptions);
}

}  // namespace fermata::python
