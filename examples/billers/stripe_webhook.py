"""Receives Stripe's webhooks, and puts what they say about a purchase into Hearth.

  HEARTH_URL=https://hearth.example HEARTH_KEY=hearth_secret_… STRIPE_SECRET=whsec_… \\
      python3 examples/billers/stripe_webhook.py 8080

Send it customer.subscription.created, .updated and .deleted, charge.succeeded and charge.refunded.
A subscription has metadata[app_user_id], and its price the product's id as lookup_key. A one-time
payment has metadata[app_user_id] and metadata[product_id]. Other purchases are ignored.
"""

import hashlib
import hmac
import json
import os
import re
import sys
import time
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

SECRET = os.environ["STRIPE_SECRET"].encode()
URL, KEY = os.environ["HEARTH_URL"], os.environ["HEARTH_KEY"]
GRACE_SECONDS = 7 * 86_400
# Stripe counts seconds. Of events within one second, this is the order of a purchase's life.
STEPS = {"customer.subscription.created": 0, "customer.subscription.updated": 1,
         "customer.subscription.deleted": 2, "charge.succeeded": 0, "charge.refunded": 1}


def is_signed(header, body, now):
    parts = [part.strip().partition("=") for part in header.split(",")]
    at = next((value for name, _, value in parts if name == "t"), "")
    if not re.fullmatch("[0-9]{1,12}", at) or abs(now - int(at)) > 300:
        return False
    right = hmac.new(SECRET, at.encode() + b"." + body, hashlib.sha256).hexdigest().encode()
    return any(name == "v1" and hmac.compare_digest(value.encode(), right)
               for name, _, value in parts)


def moment(seconds, step=0):
    return seconds and f"{datetime.fromtimestamp(seconds, timezone.utc):%Y-%m-%dT%H:%M:%S}.{step:03}Z"


def of_subscription(sub, event):
    item = sub["items"]["data"][0]
    start, end = ((item if name in item else sub)[name]  # Newer versions of the API: in the item.
                  for name in ("current_period_start", "current_period_end"))
    first, ended, failed = sub["start_date"], sub.get("ended_at"), None
    if sub["status"] in ("past_due", "unpaid"):  # The period that Stripe names is not paid.
        failed, start, end = event["created"], min(first, start - 1), start
    return sub["id"], {
        "product_id": item["price"]["lookup_key"],
        "purchased_at": moment(start), "original_purchased_at": moment(min(first, start)),
        "expires_at": moment(max(start + 1, min(end, ended or end))),
        "period_type": "trial" if sub["status"] == "trialing" else "normal",
        "will_renew": not (ended or sub.get("cancel_at_period_end") or sub.get("cancel_at")),
        "cancelled_at": moment(sub.get("canceled_at")), "billing_issue_at": moment(failed),
        "grace_expires_at": moment(end + GRACE_SECONDS) if sub["status"] == "past_due" else None}


def of_charge(charge, event):
    return charge.get("payment_intent") or charge["id"], {
        "product_id": charge["metadata"].get("product_id"),
        "purchased_at": moment(charge["created"]),
        "refunded_at": moment(event["created"]) if charge["refunded"] else None}


def put(event):
    """Returns the status with which Stripe is answered; it sends again what is not 2xx."""
    thing, kind = event["data"]["object"], event["type"]
    app_user_id = (thing.get("metadata") or {}).get("app_user_id")
    if kind not in STEPS or not app_user_id or thing["status"].startswith(("incomplete", "failed")):
        return 204
    transaction, facts = (of_charge if kind.startswith("charge") else of_subscription)(thing, event)
    facts["as_of"] = moment(event["created"], STEPS[kind])
    address = f"{URL}/v1/users/{quote(app_user_id, safe='')}/purchases/stripe/{transaction}"
    request = Request(f"{address}?environment={'production' if event['livemode'] else 'sandbox'}",
                      json.dumps(facts).encode(), method="PUT", headers={
                          "Authorization": f"Bearer {KEY}", "Content-Type": "application/json"})
    try:
        return urlopen(request, timeout=10).status
    except HTTPError as error:
        print(event["id"], error.code, error.read().decode(), flush=True)
        return error.code


class Webhook(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), 1_000_000))
        signed = is_signed(self.headers.get("Stripe-Signature", ""), body, time.time())
        self.send_response(put(json.loads(body)) if signed else 400)
        self.end_headers()


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Webhook)
print(f"Listening on port {server.server_port}", flush=True)
server.serve_forever()
