# packages: humanize
import datetime

import humanize

assert humanize.intcomma(1234567) == "1,234,567"
assert humanize.naturalsize(3000000) == "3.0 MB"
assert humanize.naturaldelta(datetime.timedelta(hours=3)) == "3 hours"
assert humanize.ordinal(3) == "3rd" and humanize.intword(1200000) == "1.2 million"
