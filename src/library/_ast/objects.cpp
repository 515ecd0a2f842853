// From our tree to objects.
#include "library/_ast/tree.h"
#include "objects/code/code.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/class.h"
#include "objects/model/instance.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

namespace fermata {

using ast::Presence;

namespace {

constexpr const char* kPlaces[] = {"lineno", "col_offset", "end_lineno", "end_col_offset"};

// ---- the table

template <class T>
constexpr const char* type_of() {
  if constexpr (std::is_same_v<T, ast::Expr>) return "expr";
  else if constexpr (std::is_same_v<T, ast::Stmt>) return "stmt";
  else if constexpr (std::is_same_v<T, ast::Pattern>) return "pattern";
  else if constexpr (std::is_same_v<T, ast::TypeParam>) return "type_param";
  else return ast::row_of(T::kKind).family;
}

// The fields of one kind of node as (name, type, quantity).
class FieldTypes {
 public:
  explicit FieldTypes(Context& cx) : cx_(cx) {}
  Value take() { return tuple_of(cx_, rows_); }

  void operator()(const char* name, ast::Identifier, Presence presence = {}) { add(name, "identifier", presence); }
  void operator()(const char* name, int, Presence presence = {}) { add(name, "int", presence); }
  void operator()(const char* name, bool, Presence presence = {}) { add(name, "int", presence); }
  void operator()(const char* name, ast::ConstantKind, Presence presence = {}) { add(name, "constant", presence); }
  void operator()(const char* name, const ast::Constant&, Presence presence = {}) {
    add(name, "constant", presence);
    add("kind", "string", ast::kOptional);
  }
  void operator()(const char* name, ast::TypeComment, Presence presence) { add(name, "string", presence); }
  void operator()(const char* name, ast::TypeIgnores) { add(name, "type_ignore", {}, "*"); }
  template <class E>
    requires std::is_enum_v<E>
  void operator()(const char* name, E) {
    add(name, ast::OperatorNames<E>::kFamily, {});
  }
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void operator()(const char* name, T*, Presence presence = {}) {
    add(name, type_of<T>(), presence);
  }
  template <class T>
  void operator()(const char* name, const Seq<T>&) {
    if constexpr (std::is_pointer_v<T>) add(name, type_of<std::remove_pointer_t<T>>(), {}, "*");
    else if constexpr (std::is_enum_v<T>) add(name, ast::OperatorNames<T>::kFamily, {}, "*");
    else add(name, "identifier", {}, "*");
  }

 private:
  void add(const char* name, const char* type, Presence presence, const char* quantity = "") {
    if (presence == ast::kOptional) quantity = "?";
    const Value row[] = {Value::object(cx_.intern(name)), new_str(cx_, type), new_str(cx_, quantity)};
    rows_.push_back(tuple_of(cx_, row));
  }

  Context& cx_;
  std::vector<Value> rows_;
};

Value class_row(Context& cx, const char* name, const char* family, bool located, Value fields) {
  const Value row[] = {Value::object(cx.intern(name)), new_str(cx, family), Value::boolean(located), fields};
  return tuple_of(cx, row);
}

template <class E>
void add_operators(Context& cx, std::vector<Value>& rows) {
  for (const char* name : ast::OperatorNames<E>::kNames)
    rows.push_back(class_row(cx, name, ast::OperatorNames<E>::kFamily, false, Value::object(cx.image->empty_tuple)));
}

}  // namespace

Value node_table(Context& cx) {
  std::vector<Value> rows;
  for (size_t i = 0; i < ast::kKindCount; ++i) {
    const auto kind = static_cast<ast::NodeKind>(i);
    FieldTypes types(cx);
    ast::with_kind(kind, [&]<class T>() {
      T node{};
      node.fields(types);
    });
    rows.push_back(class_row(cx, ast::row_of(kind).name, ast::row_of(kind).family, ast::row_of(kind).located, types.take()));
  }
  add_operators<ast::ExprContext>(cx, rows);
  add_operators<ast::BoolOperator>(cx, rows);
  add_operators<ast::Operator>(cx, rows);
  add_operators<ast::UnaryOperator>(cx, rows);
  add_operators<ast::CompareOperator>(cx, rows);
  FieldTypes types(cx);
  types("body", Seq<ast::Stmt*>{});
  rows.push_back(class_row(cx, "Interactive", "mod", false, types.take()));
  return tuple_of(cx, rows);
}

// ---- classes

Value NodeClasses::read(Context& cx, Value classes) {
  const Tuple* all = try_as<Tuple>(classes);
  if (!all || all->count != kClassCount) return raise_type_error(cx, "the classes of nodes are wanted");
  for (size_t i = 0; i < kClassCount; ++i) {
    classes_[i] = try_as<Class>(all->items[i]);
    if (!classes_[i] || classes_[i]->layout != uint32_t(Kind::kInstance)) return raise_type_error(cx, "a class of nodes is wanted");
    places_.emplace(classes_[i], int(i));
  }
  return Value::none();
}

int NodeClasses::find(Context& cx, Value v) const {
  if (!is<Instance>(v)) return -1;
  Class* cls = class_of(cx, v);
  if (auto found = places_.find(cls); found != places_.end()) return found->second;
  const Tuple* mro = try_as<Tuple>(cls->mro);
  for (uint32_t i = 0; mro && i < mro->count; ++i)
    if (auto found = places_.find(try_as<Class>(mro->items[i])); found != places_.end()) return found->second;
  return -1;
}

// ---- objects

Value literal_value(Context& cx, const ast::Constant& constant) {
  switch (constant.constant_kind) {
    case ast::ConstantKind::None: return Value::none();
    case ast::ConstantKind::True: return Value::true_();
    case ast::ConstantKind::False: return Value::false_();
    case ast::ConstantKind::Ellipsis: return Value::ellipsis();
    case ast::ConstantKind::Int: return int_from_digits(cx, constant.text, constant.base);
    case ast::ConstantKind::Float: return make_float(cx, constant.number);
    case ast::ConstantKind::Imaginary: return make_complex(cx, 0, constant.number);
    case ast::ConstantKind::Str: return new_str(cx, constant.text);
    case ast::ConstantKind::Bytes: return new_bytes(cx, constant.text);
  }
  return Value::none();
}

namespace {

// How many attributes the nodes of a kind have, and their names.
class FieldNames {
 public:
  template <class T>
  void operator()(const char* name, const T&, Presence = {}) {
    names.push_back(name);
    if constexpr (std::is_same_v<T, ast::Constant>) names.push_back("kind");
  }
  std::vector<const char*> names;
};

// Makes each node's object before its fields: what is still to be filled waits on a stack of its own, so depth costs nothing.
class Objects {
 public:
  Objects(Context& cx, const NodeClasses& classes) : cx_(cx), classes_(classes) {}

  Value make_all(const ast::Node& root, bool interactive) {
    const Value result = child(&root);
    if (interactive) {
      filling_ = make_instance(cx_, classes_.at(kInteractive));
      waiting_.clear();
      const Value body = list(root.as<ast::Module>()->body);
      if (!body.is_outcome() && !instance_set(cx_, filling_, cx_.intern("body"), body)) fail(cx_.out_of_memory());
    }
    const Value whole = interactive ? Value::object(filling_) : result;
    while (!waiting_.empty() && outcome_.is_unset()) {
      const Waiting next = waiting_.back();
      waiting_.pop_back();
      filling_ = next.object;
      slot_ = 0;
      ast::visit_fields(*next.node, *this);
      if (ast::row_of(next.node->kind).located) {
        const Span& span = next.node->span;
        for (const uint32_t number : {span.begin.line, span.begin.column, span.end.line, span.end.column}) set(Value::small(number));
      }
    }
    return outcome_.is_unset() ? whole : outcome_;
  }

  void operator()(const char*, ast::Identifier name, Presence = {}) { set(identifier(name)); }
  void operator()(const char*, int number, Presence = {}) { set(Value::small(number)); }
  void operator()(const char*, bool flag) { set(Value::small(flag)); }
  void operator()(const char*, ast::ConstantKind constant) {
    set(constant == ast::ConstantKind::None ? Value::none() : Value::boolean(constant == ast::ConstantKind::True));
  }
  void operator()(const char*, const ast::Constant& constant) {
    set(literal_value(cx_, constant));
    set(constant.is_u_string ? Value::object(cx_.intern("u")) : Value::none());
  }
  void operator()(const char*, ast::TypeComment, Presence) { set(Value::none()); }
  void operator()(const char*, ast::TypeIgnores) { set(Value::object(new_list(cx_))); }
  template <class E>
    requires std::is_enum_v<E>
  void operator()(const char*, E op) {
    set(operator_object(op));
  }
  template <class T>
    requires std::is_base_of_v<ast::Node, T>
  void operator()(const char*, T* node, Presence = {}) {
    set(child(node));
  }
  template <class T>
  void operator()(const char*, const Seq<T>& items) {
    set(list(items));
  }

 private:
  struct Waiting {
    const ast::Node* node;
    Instance* object;
  };

  void fail(Value outcome) {
    if (outcome_.is_unset()) outcome_ = outcome;
  }
  void set(Value v) {
    if (v.is_outcome()) return fail(v);
    filling_->slot(slot_++) = v;
  }
  Value identifier(ast::Identifier name) {
    if (!name.data()) return Value::none();
    Str* const interned = cx_.intern(name);
    return interned ? Value::object(interned) : cx_.out_of_memory();
  }

  // All attributes at once: the shape is the same for all objects of a kind.
  Shape* shape_of(ast::NodeKind kind) {
    Shape*& shape = shapes_[size_t(kind)];
    if (shape) return shape;
    FieldNames fields;
    ast::with_kind(kind, [&]<class T>() {
      T node{};
      node.fields(fields);
    });
    if (ast::row_of(kind).located) fields.names.insert(fields.names.end(), std::begin(kPlaces), std::end(kPlaces));
    shape = root_shape_of(cx_, classes_.at(size_t(kind)));
    for (const char* name : fields.names) shape = shape_with(cx_, shape, cx_.intern(name));
    return shape;
  }

  Value child(const ast::Node* node) {
    if (!node) return Value::none();
    Shape* shape = shape_of(node->kind);
    auto* object = cx_.heap.make_sized<Instance>(std::max<uint32_t>(shape->count, 1));
    object->shape = shape;
    waiting_.push_back({node, object});
    if (cx_.heap.far_over()) fail(cx_.out_of_memory());
    return Value::object(object);
  }
  template <class E>
  Value operator_object(E op) {
    Value& made = operators_[kFirstOperator<E> + size_t(op)];
    if (made.is_unset()) made = Value::object(make_instance(cx_, classes_.at(kFirstOperator<E> + size_t(op))));
    return made;
  }
  template <class T>
  Value list(const Seq<T>& items) {
    List* result = new_list(cx_, items.size());
    if (!result) return cx_.out_of_memory();
    for (size_t i = 0; i < items.size(); ++i) {
      if constexpr (std::is_pointer_v<T>) result->items.data[i] = child(items[i]);
      else if constexpr (std::is_enum_v<T>) result->items.data[i] = operator_object(items[i]);
      else result->items.data[i] = identifier(items[i]);
    }
    result->items.size = uint32_t(items.size());
    return Value::object(result);
  }

  Context& cx_;
  const NodeClasses& classes_;
  std::vector<Waiting> waiting_;
  Instance* filling_ = nullptr;
  uint32_t slot_ = 0;
  Shape* shapes_[ast::kKindCount] = {};
  Value operators_[kClassCount];
  Value outcome_;
};

}  // namespace

Value objects_of_tree(Context& cx, const NodeClasses& classes, const ast::Node& root, size_t bytes, bool interactive) {
  // Objects take about three times the bytes of the nodes; a step makes about one.
  if (Value full; !cx.can_allocate(bytes * 3, &full)) return full;
  if (!cx.tick(bytes / 48)) return Value::retry();
  return Objects(cx, classes).make_all(root, interactive);
}

}  // namespace fermata
