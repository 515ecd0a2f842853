# options: --seed 12345 --zone America/New_York --clock 2026-11-22T12:00:00,0.5
import datetime, random, secrets, time, uuid

before = (random.random(), uuid.uuid4(), secrets.token_hex(8), random.sample(range(100), 5))
shuffled = random.Random(5)
noon = datetime.datetime(2026, 7, 1, 12, tzinfo=datetime.timezone.utc)
began = time.monotonic()
print(ask("first"), before)
print(ask("second"))
print(random.random(), random.gauss(0, 1), random.choice("abcdef"), shuffled.randint(1, 100))
print(uuid.uuid4(), secrets.token_hex(8), secrets.randbelow(1000))
print(random.SystemRandom().random())
print(noon.astimezone(), time.tzname, time.localtime(0).tm_hour, datetime.datetime.fromtimestamp(0))
print(time.monotonic() >= began, ask("third"))
