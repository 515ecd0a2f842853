#include "native/calls.h"

namespace fermata::python {

py::tuple args_of(Converter::Reviver& revived, const Call& call) {
  py::tuple args(call.args.size());
  for (size_t i = 0; i < call.args.size(); ++i) PyTuple_SET_ITEM(args.ptr(), Py_ssize_t(i), revived(call.args[i]).release().ptr());
  return args;
}

py::dict kwargs_of(Converter::Reviver& revived, const Call& call) {
  py::dict kwargs;
  for (const auto& [name, data] : call.kwargs) kwargs[str_of(name)] = revived(data);
  return kwargs;
}

py::tuple fields_of(const Converter& converter, const Call& call, bool for_show) {
  Converter::Reviver revived(converter, for_show);
  const py::tuple args = args_of(revived, call);
  return py::make_tuple(call.id, str_of(call.function), args, kwargs_of(revived, call), str_of(call.file), call.line, to_string(call.kind),
                        call.kind == Call::Kind::kTimer ? py::object(py::float_(call.due)) : py::object(py::none()));
}

py::object exception_of(const py::error_already_set& error) {
  if (error.trace()) PyException_SetTraceback(error.value().ptr(), error.trace().ptr());
  return error.value();
}

}  // namespace fermata::python
