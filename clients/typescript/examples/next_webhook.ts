/** An endpoint for Hearth's webhooks with Next: app/hearth/route.ts. */

import { VerificationError, verifyWebhook } from "hearth-client";

declare const process: { env: Record<string, string | undefined> };

// #region webhook
export async function POST(request: Request): Promise<Response> {
  try {
    // The text as it arrived. What `request.json()` gives, written again, has another signature.
    const body = await request.text();
    const message = await verifyWebhook(
      request.headers, body, process.env["HEARTH_WEBHOOK_SECRET"] ?? "");
    console.log(message.type, message.number);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return new Response(error.reason, { status: 400 });
  }
}
// #endregion
