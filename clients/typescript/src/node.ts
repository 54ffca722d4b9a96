/** For Node, whose version 18 has no `crypto` of its own without a flag. */
import { webcrypto } from "node:crypto";
import { useCrypto } from "./crypto.js";

useCrypto(webcrypto);

export * from "./index.js";
