#include "native/convert.h"

#include <ranges>

namespace fermata::python {

py::object errors() { return py::module_::import("fermata._errors"); }

void raise_usage(const std::string& message) {
  const py::object type = errors().attr("UsageError");
  PyErr_SetObject(type.ptr(), str_of(message).ptr());
  throw py::error_already_set();
}

namespace {

// CPython refuses to read more than 4300 decimal digits at once: piece by piece, then.
py::object int_of(const std::string& text) {
  const bool hex = text.find('x') != std::string::npos;
  constexpr size_t kPiece = 4000;
  if (hex || text.size() <= kPiece) {
    PyObject* value = PyLong_FromString(text.c_str(), nullptr, hex ? 16 : 10);
    if (!value) throw py::error_already_set();
    return py::reinterpret_steal<py::object>(value);
  }
  const bool negative = text[0] == '-';
  py::object value = py::int_(0);
  for (size_t at = negative; at < text.size(); at += kPiece) {
    const std::string piece = text.substr(at, kPiece);
    const py::object power = py::int_(10).attr("__pow__")(piece.size());
    value = value * power + int_of(piece);
  }
  return negative ? -value : value;
}

Data data_of_int(py::handle value) {
  int overflow = 0;
  const long long small = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
  if (!overflow) {
    if (small == -1 && PyErr_Occurred()) throw py::error_already_set();
    return Data(int64_t(small));
  }
  constexpr size_t kDecimal = 2'000;  // of bits: what Python converts whatever sys.set_int_max_str_digits() says
  const int base = _PyLong_NumBits(value.ptr()) > kDecimal ? 16 : 10;
  auto digits = py::reinterpret_steal<py::object>(PyNumber_ToBase(value.ptr(), base));
  if (!digits) throw py::error_already_set();
  return Data::big_int(utf8_of(digits));
}

bool is_builtin(PyTypeObject* type) {
  for (PyTypeObject* known : {&PyUnicode_Type, &PyLong_Type, &PyFloat_Type, &PyList_Type, &PyDict_Type, &PyTuple_Type, &PyBytes_Type,
                              &PySet_Type, &PyFrozenSet_Type})
    if (type == known) return true;
  return false;
}

void check_depth(int depth) {
  if (depth >= kMaxDepth) raise_usage("a value nested too deeply can't enter the sandbox");
}

// A value that can't cross. What holds it adds where, on the way out: "['rows'][3].size".
struct Refused {
  std::string type, where, advice;
};

// What the host may give in place of such a value. (Asked of its class: an object's own attributes may be computed.)
const char* advice_for(PyTypeObject* type) {
  const auto has = [&](const char* name) { return PyObject_HasAttrString(reinterpret_cast<PyObject*>(type), name) == 1; };
  if (has("__fspath__")) return "give its text, str(path)";
  if (has("__iter__")) return "give a list of its items";
  return "give plain values in its place, a dataclass, or a handle of it (fermata.handle)";
}

// Runs `convert`, for what is at `where()` in the value around it.
template <class Where, class Convert>
auto within(const Where& where, const Convert& convert) {
  try {
    return convert();
  } catch (Refused& refused) {
    refused.where.insert(0, where());
    throw;
  }
}

std::string shown_key(py::handle key) {
  if (PyUnicode_CheckExact(key.ptr()) || PyLong_CheckExact(key.ptr())) return "[" + utf8_of(py::repr(key)) + "]";
  return std::string("[a ") + Py_TYPE(key.ptr())->tp_name + "]";
}

}  // namespace

std::string utf8_of(py::handle text) {
  Py_ssize_t size;
  if (const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size)) return std::string(data, size_t(size));
  if (!PyErr_ExceptionMatches(PyExc_UnicodeEncodeError)) throw py::error_already_set();
  PyErr_Clear();
  auto bytes = py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogatepass"));
  if (!bytes) throw py::error_already_set();
  return std::string(PyBytes_AS_STRING(bytes.ptr()), size_t(PyBytes_GET_SIZE(bytes.ptr())));
}

py::str str_of(std::string_view utf8) {
  PyObject* text = PyUnicode_DecodeUTF8(utf8.data(), Py_ssize_t(utf8.size()), "surrogatepass");
  if (!text) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

// flatten() may run code of the host's, which may change what is being walked: sizes are read again each time, items held.
Data::Items Converter::items_of(py::handle sequence, int depth, Seen& seen) const {
  Data::Items items;
  if (PyList_Check(sequence.ptr())) {
    items.reserve(size_t(PyList_GET_SIZE(sequence.ptr())));
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(sequence.ptr()); ++i)
      items.push_back(within([&] { return "[" + std::to_string(i) + "]"; },
                             [&] { return to_data(py::reinterpret_borrow<py::object>(PyList_GET_ITEM(sequence.ptr(), i)), depth, seen); }));
  } else if (PyTuple_Check(sequence.ptr())) {
    items.reserve(size_t(PyTuple_GET_SIZE(sequence.ptr())));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(sequence.ptr()); ++i)
      items.push_back(
          within([&] { return "[" + std::to_string(i) + "]"; },
                 [&] { return to_data(py::reinterpret_borrow<py::object>(PyTuple_GET_ITEM(sequence.ptr(), i)), depth, seen); }));
  } else {  // a set: a subclass's own __iter__ is not asked
    auto plain = py::reinterpret_steal<py::object>(PyFrozenSet_New(PyAnySet_CheckExact(sequence.ptr()) ? sequence.ptr() : nullptr));
    if (!plain) throw py::error_already_set();
    if (!PyAnySet_CheckExact(sequence.ptr())) plain = py::type::handle_of(plain).attr("union")(plain, sequence);
    for (py::handle item : py::iter(plain)) items.push_back(to_data(item, depth, seen));
  }
  return items;
}

Data::Pairs Converter::pairs_of(py::handle dict, int depth, Seen& seen, bool fields) const {
  Data::Pairs pairs;
  const Py_ssize_t size = PyDict_Size(dict.ptr());
  pairs.reserve(size_t(size));
  PyObject *key, *value;
  for (Py_ssize_t at = 0; PyDict_Next(dict.ptr(), &at, &key, &value);) {
    const auto held_key = py::reinterpret_borrow<py::object>(key), held_value = py::reinterpret_borrow<py::object>(value);
    Data first = to_data(held_key, depth, seen);
    const auto where = [&] { return fields ? "." + utf8_of(held_key) : shown_key(held_key); };
    pairs.emplace_back(std::move(first), within(where, [&] { return to_data(held_value, depth, seen); }));
    if (PyDict_Size(dict.ptr()) != size) {
      raise_usage("dictionary changed size while it was copied into the sandbox");
    }
  }
  return pairs;
}

bool Converter::flatten(py::handle value, int depth, Seen& seen, Data* out) const {
  if (table_.is_none()) return false;
  const py::object told = table_.attr("flatten")(value);
  if (told.is_none()) return false;
  const auto parts = py::reinterpret_borrow<py::tuple>(told);
  const auto kind = ObjectKind(parts[0].cast<int>());
  *out = Data::object(kind, utf8_of(parts[1]), pairs_of(parts[2], depth, seen, true));
  return true;
}

Data Converter::to_data(py::handle value) const {
  Seen seen;
  try {
    return to_data(value, 0, seen);
  } catch (const Refused& refused) {
    const std::string where = refused.where.empty() ? "" : ": it is at " + refused.where;
    PyErr_SetObject(PyExc_TypeError,
                    str_of("a value of type '" + refused.type + "' can't enter the sandbox" + where + "; " + refused.advice).ptr());
    throw py::error_already_set();
  }
}

Data Converter::to_data(py::handle value, int depth, Seen& seen) const {
  PyObject* o = value.ptr();
  if (o == Py_None) return Data();
  if (PyBool_Check(o)) return Data(o == Py_True);
  const bool text = PyUnicode_CheckExact(o) || PyBytes_CheckExact(o);
  if (text && (PyBytes_Check(o) ? PyBytes_GET_SIZE(o) : PyUnicode_GET_LENGTH(o)) < Py_ssize_t(Data::kSharedText))
    return parts_of(value, depth, seen);
  if (PyLong_CheckExact(o)) return data_of_int(value);
  if (PyFloat_CheckExact(o)) return Data(PyFloat_AS_DOUBLE(o));
  if (!text) check_depth(depth);
  // Whoever led here holds a reference, and so does anybody else: without others this is its only place.
  if (depth && Py_REFCNT(o) <= 2) return parts_of(value, depth, seen);
  if (const auto known = seen.values.find(o); known != seen.values.end()) {
    if (!known->second) raise_usage("a value that contains itself can't enter the sandbox");
    return *known->second;
  }
  seen.values.emplace(o, std::nullopt);
  seen.held.push_back(py::reinterpret_borrow<py::object>(value));
  Data made = parts_of(value, depth, seen);
  seen.values[o] = made;
  return made;
}

Data Converter::parts_of(py::handle value, int depth, Seen& seen) const {
  PyObject* o = value.ptr();
  if (!is_builtin(Py_TYPE(o))) {  // a subclass crosses as what it is made of, unless it is one of those that the table knows
    if (Data object; flatten(value, depth + 1, seen, &object)) return object;
  }
  if (PyUnicode_Check(o)) return Data(utf8_of(value));
  if (PyLong_Check(o)) return data_of_int(value);
  if (PyFloat_Check(o)) return Data(PyFloat_AS_DOUBLE(o));
  if (PyBytes_Check(o)) return Data::bytes(std::string(PyBytes_AS_STRING(o), size_t(PyBytes_GET_SIZE(o))));
  if (PyByteArray_Check(o)) return Data::bytes(std::string(PyByteArray_AS_STRING(o), size_t(PyByteArray_GET_SIZE(o))));
  if (PyList_Check(o)) return Data::list(items_of(value, depth + 1, seen));
  if (PyDict_Check(o)) return Data::dict(pairs_of(value, depth + 1, seen));
  if (PyTuple_Check(o)) return Data::tuple(items_of(value, depth + 1, seen));
  if (PyFrozenSet_Check(o)) return Data::frozenset(items_of(value, depth + 1, seen));
  if (PyAnySet_Check(o)) return Data::set(items_of(value, depth + 1, seen));
  throw Refused{Py_TYPE(o)->tp_name, "", advice_for(Py_TYPE(o))};
}

py::object Converter::Reviver::operator()(const Data& data) {
  if (!data.may_be_shared()) return made(data);
  if (const auto known = made_.find(data.identity()); known != made_.end()) return known->second;
  py::object object = made(data);
  made_.emplace(data.identity(), object);
  return object;
}

std::vector<py::object> Converter::Reviver::keys(const auto& data) {
  std::vector<py::object> made;
  std::vector<KeyCosts::Key> hashed;
  for (const Data& key : data) {
    const uint64_t parts = costs_.add(key);
    made.push_back((*this)(key));
    if (!KeyCosts::is_alone(key)) hashed.push_back({py::hash(made.back()), parts});
  }
  costs_.add_collisions(std::move(hashed));
  return made;
}

py::object Converter::Reviver::made(const Data& data) {
  Reviver& revived = *this;
  switch (data.type()) {
    case Data::Type::kNone: return py::none();
    case Data::Type::kBool: return py::bool_(data.as_bool());
    case Data::Type::kInt: return data.is_small_int() ? py::object(py::int_(data.as_int())) : int_of(data.as_big_int());
    case Data::Type::kFloat: return py::float_(data.as_float());
    case Data::Type::kStr: return str_of(data.as_str());
    case Data::Type::kBytes: return py::bytes(data.as_str());
    case Data::Type::kList: {
      py::list list(data.items().size());
      for (size_t i = 0; i < data.items().size(); ++i) PyList_SET_ITEM(list.ptr(), Py_ssize_t(i), revived(data.items()[i]).release().ptr());
      return list;
    }
    case Data::Type::kTuple: {
      py::tuple tuple(data.items().size());
      for (size_t i = 0; i < data.items().size(); ++i)
        PyTuple_SET_ITEM(tuple.ptr(), Py_ssize_t(i), revived(data.items()[i]).release().ptr());
      return tuple;
    }
    case Data::Type::kDict: {
      const std::vector<py::object> names = keys(std::views::keys(data.pairs()));
      py::dict dict;
      for (size_t i = 0; i < names.size(); ++i) dict[names[i]] = revived(data.pairs()[i].second);
      return dict;
    }
    case Data::Type::kSet:
    case Data::Type::kFrozenSet: {
      py::set set;
      for (const py::object& item : keys(data.items()))
        if (!set.add(item)) throw py::error_already_set();
      if (data.type() == Data::Type::kSet) return set;
      return py::reinterpret_steal<py::object>(PyFrozenSet_New(set.ptr()));
    }
    case Data::Type::kObject: {
      const Data::Object& object = data.as_object();
      py::dict fields;
      for (const auto& [name, value] : object.fields) fields[revived(name)] = revived(value);
      const auto revive = [&](const py::object& table) {
        return (table.is_none() ? py::module_::import("fermata._values").attr("NO_TYPES") : table)
            .attr("revive")(int(object.kind), str_of(object.type_name), fields);
      };
      try {
        return revive(converter_.table());
      } catch (const py::error_already_set& error) {
        if (!for_show_ || !error.matches(PyExc_Exception)) throw;
      }
      return revive(py::none());
    }
  }
  return py::none();
}

Error Converter::to_error(py::handle exception) const { return to_error(exception, 0); }

Error Converter::to_error(py::handle exception, int depth) const {
  Error error;
  const std::string_view whole = Py_TYPE(exception.ptr())->tp_name;  // not __name__, nor args below: the class may have its own
  error.type = whole.substr(whole.rfind('.') + 1);
  try {
    error.message = utf8_of(py::str(exception));
    add_notes(exception, &error);
    add_cause(exception, depth, &error);
    const bool builtin = utf8_of(py::str(py::type::handle_of(exception).attr("__module__"))) == "builtins";
    py::object args = py::reinterpret_borrow<py::object>(reinterpret_cast<PyBaseExceptionObject*>(exception.ptr())->args);
    if (!builtin && !table_.is_none()) {  // a class that the program may not have
      const py::tuple told = table_.attr("exception")(exception);
      if (std::string name = utf8_of(told[0]); !name.empty()) error.type = std::move(name);
      error.base = utf8_of(told[1]);
      args = told[2];
      for (const auto& [name, value] : py::reinterpret_borrow<py::dict>(told[3])) {
        try {
          error.attributes.emplace_back(utf8_of(name), to_data(value));
        } catch (const py::error_already_set&) {  // it can't cross
        }
      }
    }
    if (PyObject_TypeCheck(exception.ptr(), reinterpret_cast<PyTypeObject*>(PyExc_BaseExceptionGroup))) {
      add_parts(exception, depth, &error);
      return error;
    }
    if (!builtin && table_.is_none()) return error;
    for (py::handle argument : py::reinterpret_borrow<py::tuple>(args)) error.args.push_back(to_data(argument));
    if (PyObject_TypeCheck(exception.ptr(), reinterpret_cast<PyTypeObject*>(PyExc_OSError)) && error.args.size() == 2) {
      // Its files aren't part of `args`.
      const auto* told = reinterpret_cast<PyOSErrorObject*>(exception.ptr());
      if (told->filename && told->filename != Py_None) error.args.push_back(to_data(told->filename));
      if (error.args.size() == 3 && told->filename2 && told->filename2 != Py_None)
        error.args.insert(error.args.end(), {Data(), to_data(told->filename2)});
    }
  } catch (const py::error_already_set&) {  // a __str__ that raises, arguments that can't cross: the message will do
    error.args.clear();
  }
  return error;
}

void Converter::add_notes(py::handle exception, Error* error) {
  const py::object notes = py::getattr(exception, "__notes__", py::none());
  if (!PyList_Check(notes.ptr())) return;
  Data::Items texts;
  for (py::handle note : py::reinterpret_borrow<py::list>(notes))
    if (PyUnicode_Check(note.ptr())) texts.emplace_back(utf8_of(note));
  error->attributes.emplace_back("__notes__", Data::list(std::move(texts)));
}

// What it was raised from, when the program may have its class.
void Converter::add_cause(py::handle exception, int depth, Error* error) const {
  constexpr int kMostCauses = 10;  // a chain of them; it may be circular
  const auto cause = py::reinterpret_steal<py::object>(PyException_GetCause(exception.ptr()));
  if (!cause || table_.is_none() || depth >= kMostCauses || !table_.attr("knows")(py::type::handle_of(cause)).cast<bool>()) return;
  error->cause.push_back(to_error(cause, depth + 1));
}

// A group's; one that is nested too deeply is given as its text.
void Converter::add_parts(py::handle group, int depth, Error* error) const {
  constexpr int kMostGroups = 50;
  if (depth == kMostGroups) {
    error->message = error->type + ": " + error->message;
    error->type = "RuntimeError";
    error->base.clear();
    return;
  }
  const auto* told = reinterpret_cast<PyBaseExceptionGroupObject*>(group.ptr());
  error->message = utf8_of(told->msg);
  for (py::handle part : py::reinterpret_borrow<py::tuple>(told->excs)) error->exceptions.push_back(to_error(part, depth + 1));
}

Data data_of_result(const Converter& converter, py::handle value) {
  try {
    return converter.to_data(value);
  } catch (const py::error_already_set& error) {
    if (!error.matches(errors().attr("UsageError"))) throw;
    PyErr_SetObject(PyExc_ValueError, py::str(error.value()).ptr());
    throw py::error_already_set();
  }
}

}  // namespace fermata::python
