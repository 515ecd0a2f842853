// Rows and leaves of math that live in files of their own.
#pragma once

#include <span>

#include "objects/natives/native.h"

namespace fermata {

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
