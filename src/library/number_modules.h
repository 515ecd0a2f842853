// The native parts of math, cmath and random; their twins and the rest are in the Python files of the same
// names. Listed in module_tables.
#pragma once

#include <span>

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kMathModule, kCmathModule, kRandomModule;
extern const TypeRow kRandomStateType;

// Rows and leaves of math that live in files of their own.
Value math_factorial(Context& cx, Value* args);
Value math_comb(Context& cx, Value* args);
Value math_perm(Context& cx, Value* args);
Value math_prod(Context& cx, Value* args);
Value math_fsum(Context& cx, Value* args);
Value math_hypot(Context& cx, Value* args);
Value math_dist(Context& cx, Value* args);

// The gamma functions by Lanczos' approximation, as CPython computes them. Domain errors give NaN, or an
// infinity where the function has a pole.
double gamma_function(double x, bool* pole, bool* overflow);
double log_gamma_function(double x, bool* pole, bool* overflow);

}  // namespace fermata
