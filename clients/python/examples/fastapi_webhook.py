"""An endpoint for Hearth's webhooks with FastAPI.

HEARTH_WEBHOOK_SECRET=whsec_… uvicorn fastapi_webhook:app
"""

import os

from fastapi import FastAPI, Request, Response
from hearth import VerificationError, verify_webhook

SECRET = os.environ["HEARTH_WEBHOOK_SECRET"]
app = FastAPI()
seen: set[int] = set()


# region webhook
@app.post("/hearth")
async def receive(request: Request) -> Response:
    try:
        # The bytes as they arrived. A model as a parameter would parse them first, and JSON that is
        # written again has another signature.
        message = verify_webhook(request.headers, await request.body(), SECRET)
    except VerificationError as error:
        return Response(error.reason, status_code=400)
    if message["type"] != "endpoint_test":
        # Hearth may deliver a change twice. Your database remembers the number.
        seen.add(message["number"])
    return Response(status_code=204)


# endregion
