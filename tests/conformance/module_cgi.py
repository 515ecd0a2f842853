import io
import sys
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    import cgi
    import cgitb
print([str(one.message).partition(" and")[0] for one in caught])

environ = {"REQUEST_METHOD": "GET", "QUERY_STRING": "a=1&b=two&a=3"}
form = cgi.FieldStorage(environ=environ)
print(form.getvalue("a"), form.getfirst("b"), form.getlist("none"), "a" in form, sorted(form), len(form))
body = (
    b'--xx\r\nContent-Disposition: form-data; name="title"\r\n\r\nA text\r\n--xx\r\n'
    b'Content-Disposition: form-data; name="file"; filename="f.bin"\r\nContent-Type: application/octet-stream\r\n\r\n\0\1data\r\n--xx--\r\n'
)
environ = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "multipart/form-data; boundary=xx", "CONTENT_LENGTH": str(len(body))}
form = cgi.FieldStorage(fp=io.BytesIO(body), environ=environ)
print(form["title"].value, form["file"].filename, form["file"].file.read(), form["file"].type)
print(
    cgi.parse_header('text/html; charset="utf-8"; x=1'),
    cgi.parse_multipart(io.BytesIO(body), {"boundary": b"xx", "CONTENT-LENGTH": len(body)})["title"],
)


def broken(number):
    return 1 / number


try:
    broken(0)
except ZeroDivisionError:
    text = cgitb.text(sys.exc_info())
    page = cgitb.html(sys.exc_info())
print("ZeroDivisionError" in text, " in broken(" in text, "return 1 / number" in text, "division by zero" in page)
