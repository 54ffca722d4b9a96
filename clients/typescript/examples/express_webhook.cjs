/** An endpoint for Hearth's webhooks with Express. */

const express = require("express");
const { VerificationError, verifyWebhook } = require("hearth-client");

const app = express();

// #region webhook
// Before `express.json()`, which would read the body first: JSON that is written again has another
// signature.
app.post("/hearth", express.raw({ type: "*/*" }), async (request, response) => {
  try {
    const secret = process.env.HEARTH_WEBHOOK_SECRET;
    const message = await verifyWebhook(request.headers, request.body, secret);
    console.log(message.type, message.number);
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    response.status(400).send(error.reason);
  }
});
// #endregion

module.exports = app;
