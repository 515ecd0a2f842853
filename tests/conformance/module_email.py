import email
import email.policy
from email.header import Header, decode_header
from email.message import EmailMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from email.utils import formataddr, format_datetime, parseaddr, parsedate_to_datetime
import datetime
import io

message = EmailMessage()
message["Subject"] = "Grüße"
message["From"] = formataddr(("Änn", "ann@example.org"))
message["To"] = "bob@example.org, carl@example.org"
message.set_content("Hello,\nünïcode\n")
message.add_alternative("<p>Hello</p>", subtype="html")
message.add_attachment(b"\x00\x01", maintype="application", subtype="octet-stream", filename="a.bin")
text = message.as_string(policy=email.policy.default.clone(max_line_length=70)).replace(message.get_boundary(), "BOUNDARY")
for part in message.walk():
    print(part.get_content_type(), part.get_filename())
print(text.splitlines()[0], [a.addr_spec for a in message["To"].addresses])

again = email.message_from_string(message.as_string(), policy=email.policy.default)
print(again["subject"], again.get_body(("plain",)).get_content(), [a.get_filename() for a in again.iter_attachments()])
print(email.message_from_bytes(b"A: b\nContent-Type: text/plain; charset=latin-1\n\n\xe9").get_payload(decode=True))

old = MIMEMultipart()
old.attach(MIMEText("body", "plain", "utf-8"))
old["Subject"] = Header("é", "utf-8")
print(str(old["Subject"]), decode_header("=?utf-8?q?=C3=A9?="), old.is_multipart())
print(parseaddr("Bob <bob@x.org>"), parsedate_to_datetime("Tue, 02 Jan 2024 03:04:05 +0000"))
print(format_datetime(datetime.datetime(2024, 1, 2, tzinfo=datetime.timezone.utc)))

stream = io.TextIOWrapper(io.BytesIO("a\r\nbé".encode()), encoding="utf-8")
print(stream.readlines(), io.BufferedReader(io.BytesIO(b"abc")).peek(1))
