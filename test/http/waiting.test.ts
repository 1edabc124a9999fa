import { expect } from "chai";
import { causeOfError, remedyFor } from "../../src/http/waiting.ts";

describe("causeOfError", () => {
  for (const [code, message, cause] of [
    [-32005, "limit exceeded", "limit"],
    [-32007, "15/second request limit reached", "limit"],
    [-32046, "Cannot fulfill request", "overload"],
    [30, "Request timeout on the free tier", "overload"],
    [15, "Too many request, try again later", "unavailable"],
    [-32001, "Exceeded the quota usage", "unavailable"],
    [19, "Temporary internal error. Please retry", "overload"],
    [21, "Can't route your request to suitable provider", "overload"],
    [-32000, "no available nodes found", "overload"],
    [-32603, "Failed to get response from backend", "overload"],
    [-32002, "No response or no available upstream", "overload"],
    [-32000, "header not found", "lag"],
    [-32000, "missing trie node 4a1c (path ) state 0x4a1c", "lag"],
    [-32001, "0x4a1c could not be found", "lag"],
    [-32000, "Block not found", "lag"],
    [-32000, "cannot query unfinalized data", "lag"],
    [-32602, "BlockOutOfRangeError: block height is 5", "lag"],
    [-32001, "rpc method is not whitelisted", undefined],
    [-32603, "Internal error", undefined],
    [-32000, "", undefined],
  ] as const) {
    it(`given ${code} "${message}", then it is ${cause ?? "none"}`, () => {
      expect(causeOfError(code, message)).to.equal(cause);
    });
  }
});

describe("remedyFor", () => {
  for (const [message, remedy] of [
    ["Monthly capacity limit exceeded. Visit the dashboard", "used up"],
    ["You've used all available credits for the month", "used up"],
    ["account is out of credits", "used up"],
    ["project ID does not have access to polygon", "project"],
    ["project not found", "project"],
    ["rejected due to project ID settings", "project"],
    ["eth_getLogs is not available on the Free tier", "does not have"],
    ["Method is not supported by your current plan", "does not have"],
    ["Host not authorized.", "host-allowlist (Besu)"],
    ["invalid host specified", "--http.vhosts (geth)"],
    ["Client sent an HTTP request to an HTTPS server.", "https in the URL"],
    ["The plain HTTP request was sent to HTTPS port", "https in the URL"],
    ["No required SSL certificate was sent", "client certificate"],
    // What passes, in the same words.
    ["exceeded its compute units per second capacity", undefined],
    ["credits per second exceeded", undefined],
    ["project ID request rate exceeded", undefined],
    ["Request timeout on the free tier", undefined],
    ["Too many request, try again later or upgrade your plan", undefined],
    ["Exceeded the quota usage", undefined],
    ["header not found", undefined],
    [`monthly ${"x".repeat(9_000_000)} exceeded`, undefined],
  ] as const) {
    it(`given "${message.slice(0, 60)}", then it is ${remedy ?? "none"}`, () => {
      if (remedy === undefined) {
        expect(remedyFor(message)).to.equal(undefined);
      } else {
        expect(remedyFor(message)).to.contain(remedy);
      }
    });
  }
});
