/** All that is used of Node's types, so that the package needs none. */
declare module "node:crypto" {
  export const webcrypto: { subtle: unknown };
}
