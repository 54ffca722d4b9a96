"""The real server of the clients' tests, and what the app's own backend does there."""

import base64
import contextlib
import hashlib
import hmac
import json
import secrets
import subprocess
import sys
import time
import urllib.request

TENANT = """
tenant: app
name: App
free_plan: free
entitlements: { plus: { rank: 1 } }
features: { export_hd: { entitlement: plus } }
limits: { scans: { per: month, free: 3 } }
products: { hd_export: { kind: consumable, credits: { hd_export: 1 } } }
codes: { campaigns: { welcome: { code: WELCOME-26, gives: { entitlement: plus, duration: P1M } } } }
referrals: { referred: { entitlement: plus, duration: P1M }, hold_days: 0 }
notices: { limit_near: { percent: 60 } }
end_users:
  may_consume: [scans]
  issuers:
    - { issuer: "https://app.example", algorithms: [HS256], audience: app }
"""


class Server:
    def __init__(self, address, secret_key, token_secret):
        self.address, self.secret_key, self.token_secret = address, secret_key, token_secret

    def send(self, method, path, body=None):
        headers = {"Authorization": f"Bearer {self.secret_key}", "Content-Type": "application/json"}
        request = urllib.request.Request(
            self.address + path, None if body is None else json.dumps(body).encode(), headers,
            method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def token(self, user, seconds=600):
        """A token as the app's identity provider issues it."""
        claims = {"iss": "https://app.example", "aud": "app", "sub": user,
                  "exp": int(time.time()) + seconds}
        signed = ".".join(base64_url(json.dumps(part).encode())
                          for part in ({"alg": "HS256", "typ": "JWT"}, claims))
        code = hmac.new(self.token_secret.encode(), signed.encode(), hashlib.sha256).digest()
        return f"{signed}.{base64_url(code)}"

    def new_person(self):
        """Someone who pays, and is the owner of a household."""
        user = f"u_{secrets.token_hex(8)}"
        self.grant(user)
        self.send("POST", "/v1/households", {"owner_app_user_id": user, "name": "Us"})
        return user

    def grant(self, user):
        self.send("POST", f"/v1/users/{user}/grants",
                  {"entitlement_id": "plus", "duration": "P1M", "reason": "test"})

    def new_device(self):
        """The anonymous app user of a device that bought something before the sign-up."""
        device = self.send("POST", "/v1/users", {"kind": "anonymous"})
        self.grant(device["app_user_id"])
        return {"app_user_id": device["app_user_id"], "device_secret": device["device_secret"]}


def base64_url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@contextlib.contextmanager
def running(program, folder):
    data = ["--data-directory", folder / "data"]
    with open(folder / "log", "w") as log:
        process = subprocess.Popen([program, "up", "--json", "--no-demo", "--port", "0", *data],
                                   stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        line = process.stdout.readline()
        if not line:
            sys.exit((folder / "log").read_text())
        (folder / "app.yaml").write_text(TENANT)
        token_secret = base64.b64encode(secrets.token_bytes(32)).decode()

        def hearth(*arguments, given=""):
            return subprocess.run([program, *arguments, *data], input=given, check=True, text=True,
                                  stdout=subprocess.PIPE).stdout.strip()

        hearth("tenants", "apply", folder / "app.yaml")
        hearth("tenants", "secrets", "set", "app", "--kind", "token-secret", "--issuer",
               "https://app.example", given=token_secret)
        hearth("tenants", "signing-keys", "rotate", "app")
        secret_key = hearth("keys", "create", "--kind", "secret", "--tenant", "app")
        yield Server(json.loads(line)["address"], secret_key, token_secret)
    finally:
        process.terminate()
        process.wait()
