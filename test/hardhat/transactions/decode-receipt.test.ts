import { expect } from "chai";
import fc from "fast-check";

import { decodeReceipt } from "../../../src/hardhat/transactions/receipts.ts";
import { HASH, receiptOf } from "./receipt-of.ts";

const OTHER_HASH = `0x${"cd".repeat(32)}`;
const LOG = { address: `0x${"1".repeat(40)}`, topics: [], data: "0x" };

/** The decoded receipt, or why it is rejected. */
function judged(value: unknown): unknown {
  const decoded = decodeReceipt(value, HASH);
  return decoded.ok ? decoded.value : decoded.reason;
}

describe("the answer to eth_getTransactionReceipt", () => {
  it("given an honest one, is the receipt with its block", () => {
    const receipt = receiptOf({ blockNumber: 7 });

    expect(judged(receipt)).to.deep.equal({ blockNumber: 7n, rpc: receipt });
  });

  for (const [title, members] of Object.entries({
    "a reverted transaction": { status: "0x0" },
    "a deployment": { to: null, contractAddress: `0x${"2".repeat(40)}` },
    "no recipient member": { to: undefined },
    "no effective gas price, as before London": {
      effectiveGasPrice: undefined,
      type: undefined,
    },
    "a state root, as before Byzantium": { status: undefined, root: HASH },
    "the hash in capitals": { transactionHash: `0x${"AB".repeat(32)}` },
    "no logs": { logs: [] },
    "members of its own": { l1Fee: "0x1", timeboosted: false },
  })) {
    it(`given ${title}, is a receipt`, () => {
      const receipt = receiptOf({ blockNumber: 7, ...members });

      expect(judged(receipt)).to.deep.equal({ blockNumber: 7n, rpc: receipt });
    });
  }

  it("given null, is not mined yet", () => {
    expect(judged(null)).to.equal(undefined);
  });

  it("given a receipt whose block is null, is not mined yet", () => {
    expect(
      judged({ ...receiptOf({ blockNumber: 7 }), blockNumber: null }),
    ).to.equal(undefined);
  });

  for (const [title, value, reason] of [
    ["nothing", undefined, "expected a receipt, got nothing"],
    ["a text", HASH, "expected a receipt, got 0x and 64 hexadecimal digits"],
    ["a list", [receiptOf({ blockNumber: 7 })], "expected a receipt"],
    ["an empty object", {}, "the receipt is of nothing, not of"],
    [
      "another transaction's",
      receiptOf({ blockNumber: 7, transactionHash: OTHER_HASH }),
      "not of the requested transaction",
    ],
    ...Object.entries({
      blockHash: ["0x1", null],
      blockNumber: ["7", 7, "0x", `0x${"f".repeat(65)}`],
      transactionIndex: [null, "0x20000000000000", "first"],
      from: [null, "0x1"],
      to: ["", "0x1", 5],
      contractAddress: ["0x"],
      cumulativeGasUsed: [null, 21_000],
      gasUsed: [undefined, "21000"],
      effectiveGasPrice: ["0x", 1],
      type: ["legacy"],
      logs: [null, {}, "[]"],
      logsBloom: ["bloom"],
    }).flatMap(([member, values]) =>
      values.map((value: unknown) => [
        `${JSON.stringify(value)} for its ${member}`,
        { ...receiptOf({ blockNumber: 7 }), [member]: value },
        `the receipt is invalid: ${member} is `,
      ]),
    ),
    ...[null, undefined, "0x2", "0x01", 1, true, "success"].map((status) => [
      `a status of ${JSON.stringify(status)}`,
      receiptOf({ blockNumber: 7, status }),
      "the receipt is invalid: status is ",
    ]),
    ...[null, "log"].map((log) => [
      `a log of ${JSON.stringify(log)}`,
      receiptOf({ blockNumber: 7, logs: [log] }),
      "the receipt is invalid: log 0 is ",
    ]),
    ...[
      { address: "0x1" },
      { topics: ["0x1"] },
      { data: "1" },
      { logIndex: null },
    ]
      .map((fields) => ({ ...LOG, logIndex: "0x0", ...fields }))
      .map((log) => [
        `a log of ${JSON.stringify(log)}`,
        receiptOf({ blockNumber: 7, logs: [log] }),
        "the receipt is invalid: log 0 is invalid: ",
      ]),
  ] as [string, unknown, string][]) {
    it(`given ${title}, is rejected with the reason`, () => {
      expect(judged(value)).to.include(reason);
    });
  }

  it("given any JSON, never throws, and never returns a receipt", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const decoded = decodeReceipt(value, HASH);
        return !decoded.ok || decoded.value === undefined;
      }),
    );
  });
});
