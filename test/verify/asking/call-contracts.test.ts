import { expect } from "chai";
import type { Reply } from "../../../src/http/types.ts";
import { callReading } from "../../../src/verify/asking/judge-answers.ts";

const rpcError = (reason: string, code = -32000): Reply => ({
  ok: false,
  kind: "rpc-error",
  code,
  reason,
});

/** Pools of backends are in `test/faults`, and calls that fail on nodes in `test/rpc`. */
describe("what a single call says", () => {
  for (const message of [
    "VM Exception while processing transaction: invalid opcode",
    "EVM error InvalidFEOpcode",
    "EVM error OpcodeNotFound",
    "invalid jump destination",
    "stack underflow (0 <=> 1)",
    "opcode 0xc not defined",
    "execution reverted",
  ]) {
    it(`given the error "${message}", then it proves that the call fails`, () => {
      expect(callReading(rpcError(message)).kind).to.equal("reverted");
    });
  }

  for (const reply of [
    rpcError("out of gas"),
    rpcError("missing trie node"),
    rpcError("no such method", -32601),
    { ok: false, kind: "timeout", reason: "no answer within 5 s" },
    ...[null, "0x1", "0xzz", "revert"].map(
      (result) => ({ ok: true, result }) as const,
    ),
  ] as const satisfies readonly Reply[]) {
    it(`given ${JSON.stringify(reply)}, then it is unknown`, () => {
      expect(callReading(reply).kind).to.equal("unknown");
    });
  }

  it("given data, then it is what the call returns", () => {
    expect(callReading({ ok: true, result: "0x2a" })).to.deep.equal({
      kind: "returned",
      data: "0x2a",
    });
  });
});
