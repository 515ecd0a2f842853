// The leaves of str's methods, for the table in str.cpp. Each takes its arguments bound to the signature there.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

#define FERMATA_LEAF(name) Value name(Context& cx, Value* args)
// str_search.cpp
FERMATA_LEAF(str_find);
FERMATA_LEAF(str_rfind);
FERMATA_LEAF(str_index);
FERMATA_LEAF(str_rindex);
FERMATA_LEAF(str_count);
FERMATA_LEAF(str_startswith);
FERMATA_LEAF(str_endswith);
FERMATA_LEAF(str_replace);
FERMATA_LEAF(str_removeprefix);
FERMATA_LEAF(str_removesuffix);
// str_split.cpp
FERMATA_LEAF(str_split);
FERMATA_LEAF(str_rsplit);
FERMATA_LEAF(str_splitlines);
FERMATA_LEAF(str_partition);
FERMATA_LEAF(str_rpartition);
FERMATA_LEAF(str_strip);
FERMATA_LEAF(str_lstrip);
FERMATA_LEAF(str_rstrip);
FERMATA_LEAF(str_join);
// str_case.cpp
FERMATA_LEAF(str_capitalize);
FERMATA_LEAF(str_casefold);
FERMATA_LEAF(str_lower);
FERMATA_LEAF(str_swapcase);
FERMATA_LEAF(str_title);
FERMATA_LEAF(str_upper);
FERMATA_LEAF(str_isalnum);
FERMATA_LEAF(str_isalpha);
FERMATA_LEAF(str_isascii);
FERMATA_LEAF(str_isdecimal);
FERMATA_LEAF(str_isdigit);
FERMATA_LEAF(str_isidentifier);
FERMATA_LEAF(str_islower);
FERMATA_LEAF(str_isnumeric);
FERMATA_LEAF(str_isprintable);
FERMATA_LEAF(str_isspace);
FERMATA_LEAF(str_istitle);
FERMATA_LEAF(str_isupper);
// str_layout.cpp
FERMATA_LEAF(str_center);
FERMATA_LEAF(str_ljust);
FERMATA_LEAF(str_rjust);
FERMATA_LEAF(str_zfill);
FERMATA_LEAF(str_expandtabs);
FERMATA_LEAF(str_translate);
FERMATA_LEAF(str_maketrans);
FERMATA_LEAF(str_encode);
// str_format.cpp
FERMATA_LEAF(str_format);
FERMATA_LEAF(str_format_map);
// str_format_asks(text, args, kwargs): (value, conversion or None, spec) of each text that isn't made here, or None; str_format_with(text,
// args, kwargs, texts): the result with them. percent_asks and percent_with likewise, for text % args.
FERMATA_LEAF(str_format_asks);
FERMATA_LEAF(str_format_with);
FERMATA_LEAF(percent_asks);
FERMATA_LEAF(percent_with);
FERMATA_LEAF(str_format_parse);
FERMATA_LEAF(str_format_field);
// percent_format.cpp
FERMATA_LEAF(percent_parse);
#undef FERMATA_LEAF

}  // namespace fermata
