// The compiled part of {fmt}, for an executable that needs no shared C++ libraries: Debian has no static libfmt. Not part of the library.
#include <fmt/format-inl.h>

template char fmt::detail::decimal_point_impl<char>(fmt::detail::locale_ref);
template fmt::detail::thousands_sep_result<char> fmt::detail::thousands_sep_impl<char>(fmt::detail::locale_ref);
