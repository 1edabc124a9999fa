import { expect } from "chai";
import {
  confirmationsOf,
  INITIAL_WAIT_STATE,
  judgePoll,
  type Observation,
} from "../../../src/hardhat/transactions/judge-poll.ts";
import { decodeReceipt } from "../../../src/hardhat/transactions/receipts.ts";
import { HASH, receiptOf } from "./receipt-of.ts";

const TRANSACTION = {
  hash: HASH,
  from: "0x00000000000000000000000000000000000000f0",
  nonce: 5n,
} as const;
const LIMITS = {
  confirmations: 3n,
  blockTimeout: 10n,
  pollingTimeoutMs: 1_000,
  pollingIntervalMs: 1,
};

const pending = (head: bigint): Observation => ({
  kind: "pending",
  head,
  transaction: TRANSACTION,
});
const absent = (head: bigint): Observation => ({ kind: "absent", head });
const unanswered: Observation = { kind: "unanswered", reason: "busy" };

function minedIn(blockNumber: number) {
  const receipt = decodeReceipt(receiptOf({ blockNumber }), HASH);
  if (!receipt.ok || receipt.value === undefined) {
    throw new Error("no receipt");
  }
  return receipt.value;
}

function mined(blockNumber: number, head: bigint): Observation {
  return { kind: "mined", head, receipt: minedIn(blockNumber) };
}

/** The verdicts on polls, one after the other. */
function verdictsOn(
  polls: readonly Observation[],
  isInProcess = false,
): readonly string[] {
  let state = INITIAL_WAIT_STATE;
  return polls.map((poll) => {
    const judged = judgePoll(state, poll, LIMITS, isInProcess);
    state = judged.state;
    return judged.verdict.kind;
  });
}

describe("what follows from polls for a transaction", () => {
  for (const [title, polls, last] of [
    [
      "mined, and blocks on top until there are enough",
      [mined(7, 7n), mined(7, 8n), mined(7, 9n)],
      "confirmed",
    ],
    ["mined, and no block on top", [mined(7, 7n), mined(7, 7n)], "wait"],
    ["mined long ago", [mined(7, 100n)], "confirmed"],
    ["mined above the head that a node knows", [mined(7, 5n)], "wait"],
    [
      "moved to a later block by a reorganisation",
      [mined(7, 8n), mined(9, 9n), mined(9, 10n)],
      "wait",
    ],
    [
      "moved to a later block, and blocks on top of that one",
      [mined(7, 8n), mined(9, 9n), mined(9, 11n)],
      "confirmed",
    ],
    [
      "mined, gone and mined again",
      [mined(7, 8n), absent(9n), pending(9n), mined(9, 9n)],
      "wait",
    ],
    ["not there while few blocks come", [absent(0n), absent(9n)], "wait"],
    [
      "not there while many blocks come",
      [absent(0n), absent(10n)],
      "block-timeout",
    ],
    [
      "pending while many blocks come",
      [pending(20n), pending(25n), pending(30n)],
      "block-timeout",
    ],
    [
      "gone after many blocks, which counts from then on",
      [pending(0n), mined(8, 9n), absent(10n), absent(18n)],
      "wait",
    ],
    [
      "gone for many blocks",
      [pending(0n), mined(8, 9n), absent(10n), absent(19n)],
      "block-timeout",
    ],
    [
      "waiting for confirmations longer than the block time-out",
      [mined(100, 20n), mined(100, 60n)],
      "wait",
    ],
    ["at a lower head than before", [pending(50n), pending(3n)], "wait"],
    ["no answer, ever", [unanswered, unanswered, unanswered], "wait"],
    [
      "no answer between two that count",
      [mined(7, 8n), unanswered, mined(7, 9n)],
      "confirmed",
    ],
    [
      "its place taken",
      [
        pending(4n),
        {
          kind: "replaced",
          head: 5n,
          by: { hash: HASH, blockNumber: 5n },
        },
      ],
      "replaced",
    ],
  ] as const) {
    it(`given ${title}, then at the end: ${last}`, () => {
      const verdicts = verdictsOn(polls);

      expect(verdicts.at(-1)).to.equal(last);
      expect(new Set(verdicts.slice(0, -1))).to.deep.equal(
        new Set(polls.length === 1 ? [] : ["wait"]),
      );
    });
  }

  it("given a chain in this process that has no such transaction, then it is unknown at once", () => {
    expect(verdictsOn([absent(0n)], true)).to.deep.equal(["unknown"]);
    expect(verdictsOn([pending(0n), absent(0n)], true)).to.deep.equal([
      "wait",
      "unknown",
    ]);
  });

  it("given no answer, then the state is kept, with the error", () => {
    const { state: before } = judgePoll(
      INITIAL_WAIT_STATE,
      pending(4n),
      LIMITS,
      false,
    );
    const { state } = judgePoll(before, unanswered, LIMITS, false);

    expect(state).to.deep.equal({ ...before, lastError: "busy" });
  });

  it("counts at least one confirmation of a receipt, and never less for a node that is behind", () => {
    const heads = [0n, 6n, 7n, 8n];

    expect(
      heads.map((head) => confirmationsOf(minedIn(7), head)),
    ).to.deep.equal([1n, 1n, 1n, 2n]);
  });
});
