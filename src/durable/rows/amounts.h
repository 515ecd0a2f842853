// Numbers of calls, as grants compare them: ints of 64 bits, floats and Decimals.
#pragma once

#include "fermata/value.h"

namespace fermata::durable {

bool is_amount(const Data& value);
// False for what isn't one, or can't be compared (a NaN). With a Decimal a float is what its repr() says: Decimal("0.1") is at most 0.1.
bool is_at_most(const Data& a, const Data& b);

}  // namespace fermata::durable
