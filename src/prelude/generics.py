# What the code of type parameters and `type` statements calls. The classes are module typing's.


def make_type_parameter(kind, name, evaluate):
    return import_module("typing")._make_parameter(kind, name, evaluate, class_default_module())


def make_type_alias(name, evaluate, parameters):
    return import_module("typing")._make_alias(name, evaluate, parameters, class_default_module())


def add_generic_base(bases, parameters):
    return bases + (import_module("typing")._generic_base(parameters),)
