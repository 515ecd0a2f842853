// gamma and lgamma with Lanczos' approximation (N=13, g=6.0246…, the coefficients Boost published for
// doubles), evaluated in CPython's order, so that results agree to the last bit; the C library's differ.
#include <cmath>
#include <iterator>

#include "library/math/math.h"

namespace fermata {

namespace {

constexpr double kG = 6.024680040776729583740234375;
constexpr double kGMinusHalf = 5.524680040776729583740234375;
constexpr double kLogPi = 1.144729885849400174143427351353058711647;

constexpr double kNumerator[] = {23531376880.410759688572007674451636754734846804940, 42919803642.649098768957899047001988850926355848959,
                                 35711959237.355668049440185451547166705960488635843, 17921034426.037209699919755754458931112671403265390,
                                 6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
                                 248874557.86205415651146038641322942321632125127801, 31426415.585400194380614231628318205362874684987640,
                                 2876370.6289353724412254090516208496135991145378768, 186056.26539522349504029498971604569928220784236328,
                                 8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
                                 2.5066282746310002701649081771338373386264310793408};
constexpr double kDenominator[] = {0.0,       39916800.0, 120543840.0, 150917976.0, 105258076.0, 45995730.0, 13339535.0,
                                   2637558.0, 357423.0,   32670.0,     1925.0,      66.0,        1.0};

double lanczos_sum(double x) {
  double numerator = 0, denominator = 0;
  if (x < 5) {
    for (int i = int(std::size(kNumerator)); --i >= 0;) {
      numerator = numerator * x + kNumerator[i];
      denominator = denominator * x + kDenominator[i];
    }
  } else {  // in powers of 1/x, which don't overflow
    for (size_t i = 0; i < std::size(kNumerator); ++i) {
      numerator = numerator / x + kNumerator[i];
      denominator = denominator / x + kDenominator[i];
    }
  }
  return numerator / denominator;
}

// sin(pi * x), exact where it is zero.
double sin_pi(double x) {
  const double y = std::fmod(std::fabs(x), 2.0);
  double r = 0;
  switch (int(std::round(2.0 * y))) {
    case 0: r = std::sin(M_PI * y); break;
    case 1: r = std::cos(M_PI * (y - 0.5)); break;
    case 2: r = std::sin(M_PI * (1.0 - y)); break;
    case 3: r = -std::cos(M_PI * (y - 1.5)); break;
    case 4: r = std::sin(M_PI * (y - 2.0)); break;
  }
  return std::copysign(1.0, x) * r;
}

}  // namespace

double gamma_function(double x, bool* pole, bool* overflow) {
  if (std::isnan(x) || (std::isinf(x) && x > 0)) return x;
  if (std::isinf(x)) return *pole = true, NAN;
  if (x == 0) return *pole = true, std::copysign(INFINITY, x);
  if (x == std::floor(x)) {
    if (x < 0) return *pole = true, NAN;
    if (x <= 23) {  // (x-1)! is exact
      double product = 1;
      for (int i = 2; i < int(x); ++i) product *= i;
      return product;
    }
  }
  const double size = std::fabs(x);
  double r;
  if (size < 1e-20) {
    r = 1.0 / x;
  } else if (size > 200) {
    if (x < 0) return 0.0 / sin_pi(x);
    r = INFINITY;
  } else {
    const double y = size + kGMinusHalf;
    // What rounding lost from y.
    const double lost = size > kGMinusHalf ? (y - size) - kGMinusHalf : (y - kGMinusHalf) - size;
    const double z = lost * kG / y;
    // y ** (size - 0.5) in two halves where it would overflow.
    const double power = size < 140 ? std::pow(y, size - 0.5) : std::pow(y, size / 2.0 - 0.25);
    if (x < 0) {
      r = -M_PI / sin_pi(size) / size * std::exp(y) / lanczos_sum(size);
      r -= z * r;
      r /= power;
      if (size >= 140) r /= power;
    } else {
      r = lanczos_sum(size) / std::exp(y);
      r += z * r;
      r *= power;
      if (size >= 140) r *= power;
    }
  }
  if (std::isinf(r)) *overflow = true;
  return r;
}

double log_gamma_function(double x, bool* pole, bool* overflow) {
  if (std::isnan(x)) return x;
  if (std::isinf(x)) return INFINITY;
  if (x == std::floor(x) && x <= 2.0) {
    if (x <= 0) return *pole = true, INFINITY;
    return 0.0;
  }
  const double size = std::fabs(x);
  if (size < 1e-20) return -std::log(size);
  double r = std::log(lanczos_sum(size)) - kG;
  r += (size - 0.5) * (std::log(size + kG - 0.5) - 1);
  if (x < 0) r = kLogPi - std::log(std::fabs(sin_pi(size))) - std::log(size) - r;
  if (std::isinf(r)) *overflow = true;
  return r;
}

}  // namespace fermata
