export { assertInSync } from "./testing/assert-in-sync.ts";
export { assertVerified } from "./testing/assert-verified.ts";
