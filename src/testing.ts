export { assertInSync } from "./status/assert-in-sync.ts";
export { assertVerified } from "./verify/assert-verified.ts";
