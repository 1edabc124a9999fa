import { expect } from "chai";
import { causeOfError } from "../../src/http/waiting.ts";

describe("causeOfError", () => {
  for (const [code, message, cause] of [
    [-32005, "limit exceeded", "limit"],
    [-32007, "15/second request limit reached", "limit"],
    [-32046, "Cannot fulfill request", "overload"],
    [30, "Request timeout on the free tier", "overload"],
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
