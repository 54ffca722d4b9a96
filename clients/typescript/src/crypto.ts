import { optionError } from "./errors.js";

let given: SubtleCrypto | undefined;

/** Sets what verifies, where `crypto.subtle` is missing: Node 18, and React Native. */
export function useCrypto(crypto: { subtle: unknown }): void {
  given = crypto.subtle as SubtleCrypto;
}

/** The platform's cryptography. */
export function subtle(): SubtleCrypto {
  const found = given ?? (typeof crypto === "undefined" ? undefined : crypto.subtle);
  if (found === undefined) {
    const rule = "Call `useCrypto` with a package that has it, such as react-native-quick-crypto.";
    throw optionError("crypto.subtle", rule);
  }
  return found;
}
