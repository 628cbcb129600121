import base64, json, os, urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SIGNING, KEY = os.environ["SIGNING_SERVER"], os.environ["SIGNWELL_API_KEY"]
USERS = {f"Bearer {os.environ['BO_TOKEN']}": {"id": "1", "name": "Bo", "email": "bo@example.org"}}
made = {}  # the document of each user

def call(method, path, body=None):
    request = urllib.request.Request(
        f"{SIGNING}/api/v1/{path}", json.dumps(body).encode() if body else None, method=method,
        headers={"X-Api-Key": KEY, "Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)

def lease(person):
    with open("lease.pdf", "rb") as file:
        pdf = base64.b64encode(file.read()).decode()
    signature = {"type": "signature", "x": 200, "y": 550, "page": 1, "recipient_id": "1"}
    return call("POST", "documents", {
        "name": "Lease", "embedded_signing": True, "reminders": False, "recipients": [person],
        "files": [{"name": "lease.pdf", "file_base64": pdf}], "fields": [[signature]]})["id"]

class Server(BaseHTTPRequestHandler):
    def do_GET(self):
        user, asked = self.headers["Authorization"], self.path.removeprefix("/api/v1/documents/")
        if asked == "lease" and user in USERS and user not in made:
            made[user] = lease(USERS[user])
        known = user in made and asked in ("lease", made[user])
        self.send_response(200 if known else 404)
        self.end_headers()
        self.wfile.write(json.dumps(call("GET", f"documents/{made[user]}") if known else {}).encode())

ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Server).serve_forever()
