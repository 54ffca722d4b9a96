"""Receives Hearth's webhooks, and prints what the messages are about that Hearth signed.

  hearth endpoints create myapp http://127.0.0.1:9123/ > endpoint.json
  python3 examples/receiver.py endpoint.json 9123
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

# In your project: pip install hearth-client.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "clients" / "python" / "src"))
from hearth import VerificationError, verify_webhook  # noqa: E402

SECRET = json.loads(Path(sys.argv[1]).read_text())["secret"]


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            message = verify_webhook(self.headers, body, SECRET)
        except VerificationError as error:
            self.answer(400, f"refused: {error.reason}")
        else:
            self.answer(204, f"{message['type']} {message.get('app_user_id', '')}".strip())

    def answer(self, status, line):
        print(line, flush=True)
        self.send_response(status)
        self.end_headers()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", int(sys.argv[2])), Receiver)
print(f"Listening on port {server.server_port}", flush=True)
server.serve_forever()
