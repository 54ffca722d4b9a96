export { Access, type AccessStorage, type KnownAccess } from "./access.js";
export { useCrypto } from "./crypto.js";
export {
  AnswerError, HearthError, NetworkError, OptionError, RefusedError, TimedOutError,
  VerificationError, type VerificationReason,
} from "./errors.js";
export { Hearth, type LookedUp } from "./hearth.js";
export { type Me as EndUserCalls } from "./me.js";
export type { HearthOptions, Key } from "./options.js";
export {
  verifyStatement, verifyWebhook, type ReceivedHeaders, type StatementClaims, type WebhookMessage,
} from "./verification.js";
export { version } from "./version.js";
export * from "./types.js";
