import { expect } from "chai";
import {
  type Cause,
  causeOfError,
  causeOfStatus,
  policyOf,
  retriesFor,
} from "../../src/http/waiting.ts";

const CAUSES: readonly Cause[] = [
  "limit",
  "lag",
  "overload",
  "connection",
  "challenge",
];

describe("causeOfError", () => {
  for (const [code, message, cause] of [
    [-32005, "limit exceeded", "limit"],
    [429, "exceeded its compute units per second capacity", "limit"],
    [-32007, "15/second request limit reached", "limit"],
    [-32016, "over rate limit", "limit"],
    [-32000, "You've exceeded the RPS limit available", "limit"],
    [-32090, "Too many requests, reason: call rate limit exhausted", "limit"],
    [-32046, "Cannot fulfill request", "overload"],
    [-32011, "no backends available for method", "overload"],
    [30, "Request timeout on the free tier", "overload"],
    [-32002, "request timed out", "overload"],
    [-32000, "header not found", "lag"],
    [-32000, "header for hash not found", "lag"],
    [-32000, "missing trie node 4a1c (path ) state 0x4a1c", "lag"],
    [-32001, "0x4a1c could not be found", "lag"],
    [-32000, "No state available for block 0x4a1c", "lag"],
    [-32000, "Block not found", "lag"],
    [-32000, "block 0x4a1c not found", "lag"],
    [-32001, "block not found: hash 0x4a1c", "lag"],
    [-32000, "Unknown block number", "lag"],
    [-32000, "World state unavailable", "lag"],
    [-32000, "cannot query unfinalized data", "lag"],
    [-32602, "BlockOutOfRangeError: block height is 5", "lag"],
    [-32001, "Resource not found", "lag"],
    [-32000, "Received invalid block tag 0xab.", "lag"],
    [-32601, "Method not found", undefined],
    [-32001, "rpc method is not whitelisted", undefined],
    [-32601, "the method eth_x does not exist/is not available", undefined],
    [-32007, "Sender account not authorized", undefined],
    [-32603, "Internal error", undefined],
    [-32602, "Invalid params", undefined],
    [-32000, "", undefined],
  ] as const) {
    it(`given ${code} "${message}", then it is ${cause ?? "none"}`, () => {
      expect(causeOfError(code, message)).to.equal(cause);
    });
  }
});

describe("causeOfStatus", () => {
  it("knows those of gateways, and no refusal", () => {
    const known = [429, 503, 408, 504, 522, 524, 502, 520].map(causeOfStatus);
    expect(known).to.deep.equal([
      "limit",
      "limit",
      ...Array(4).fill("overload"),
      ...Array(2).fill("connection"),
    ]);
    for (const status of [200, 301, 400, 401, 403, 404, 413, 500, 501]) {
      expect(causeOfStatus(status), String(status)).to.equal(undefined);
    }
  });
});

describe("retriesFor", () => {
  const known = { retries: 2, endpoint: { hasAnswered: true } };
  const END = Number.POSITIVE_INFINITY;

  it("given an endpoint that answers, then it is until the end, but for pages against robots", () => {
    expect(CAUSES.map((cause) => retriesFor(cause, known))).to.deep.equal([
      ...[END, END, END, END],
      4,
    ]);
  });

  it("given no cause, then it is as often as without a policy", () => {
    expect(retriesFor(undefined, known)).to.equal(2);
  });

  it("given an endpoint that has never answered, then a broken connection is not waited for", () => {
    const silent = { retries: 2, endpoint: { hasAnswered: false } };
    expect(CAUSES.map((cause) => retriesFor(cause, silent))).to.deep.equal([
      ...[END, END, END],
      ...[2, 2],
    ]);
  });

  it("given a request that another one can stand in for, then only what is not due to it is waited for", () => {
    const optional = { ...known, isOptional: true, retries: 0 };
    expect(CAUSES.map((cause) => retriesFor(cause, optional))).to.deep.equal([
      ...[END, 8],
      ...[0, 0],
      4,
    ]);
  });

  it("spaces requests after rate limits alone, and asks elsewhere for blocks alone", () => {
    expect(CAUSES.filter((one) => policyOf(one).isPaced)).to.deep.equal([
      "limit",
    ]);
    expect(CAUSES.filter((one) => policyOf(one).isElsewhere)).to.deep.equal([
      "lag",
    ]);
    expect(policyOf(undefined)).to.deep.equal({});
  });
});
