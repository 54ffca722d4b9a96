"""Runs the backend with Hummingbird, and prints what it answers to webhooks as JSON."""

import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

given = json.load(sys.stdin)
webhook = given["webhook"]


def status(port, body):
    headers = webhook["headers"] | {"Content-Type": "application/json"}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/hearth", body, headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as refusal:
        return refusal.code


backend = subprocess.Popen(
    [sys.argv[1]], env=os.environ | {"HEARTH_WEBHOOK_SECRET": webhook["secret"]},
    stdout=subprocess.PIPE, text=True)
try:
    port, body = int(backend.stdout.readline()), webhook["body"].encode()
    print(json.dumps([[status(port, body), status(port, body + b" ")]]))
finally:
    backend.terminate()
    backend.wait()
