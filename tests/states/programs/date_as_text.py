"""Stops in the midst of datetime's strftime(), which has moved to a file of its own since."""
import datetime


class Zone(datetime.tzinfo):
    def utcoffset(self, dt):
        return datetime.timedelta(minutes=ask(90))


at = datetime.datetime(2024, 5, 6, 7, 8, tzinfo=Zone())
print(at.strftime("%d %z %j %V %c"))
print(at + datetime.timedelta(days=1.5) - at, at.date().isocalendar())
