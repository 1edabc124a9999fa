import { expect } from "chai";
import type { Hex } from "viem";

import { HIDDEN_TEXT } from "../../../src/base/untrusted-text.ts";
import type { WaitParameters } from "../../../src/hardhat/transactions/wait-limits.ts";
import { connectTo } from "../../support/connections.ts";
import {
  type Behaviour,
  honest,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";
import { HASH, receiptOf, SENDER, transactionOf } from "./receipt-of.ts";

type View = Readonly<Record<string, unknown>>;
/** What a node answers in the nth round, from 0, by method. A round asks each method once. */
type Polls = (nth: number) => View;

const ERROR = { error: { code: -32603, message: "internal error" } };
const REPLACING = { hash: `0x${"cd".repeat(32)}`, blockNumber: "0x9" };
const KEY = "5f3759df5f3759df5f3759df5f3759df";

/** A head, a receipt and a transaction, as of one poll. */
function view(
  head: number,
  receipt: unknown = null,
  transaction: unknown = receipt === null ? null : transactionOf(),
): View {
  return {
    eth_blockNumber: `0x${head.toString(16)}`,
    eth_getTransactionReceipt: receipt,
    eth_getTransactionByHash: transaction,
  };
}

/** A view of a transaction that is mined in a block. */
const mined = (blockNumber: number, head = blockNumber, members = {}): View =>
  view(head, receiptOf({ blockNumber, ...members }));
/** A view of one that is pending. */
const pending = (head: number): View => view(head, null, transactionOf());

interface Node {
  /** The path of the URL, which ends with the key. */
  readonly path?: string;
  readonly hash?: Hex;
  readonly behaviour?: Behaviour;
  readonly chainId?: string;
  /** Closes the connection while it waits. */
  readonly isClosed?: boolean;
}

/** Waits on a node of its own. */
async function wait(
  polls: Polls,
  parameters: WaitParameters = {},
  {
    path = "/v2",
    hash = HASH,
    behaviour = honest,
    chainId = "0x7ec8",
    isClosed,
  }: Node = {},
) {
  let nth = 0;
  const asked = new Set<string>();
  const server = await startFaultyServer({
    behaviour,
    node: (method, params) => {
      if (method === "eth_chainId") {
        return chainId;
      }
      if (asked.has(method)) {
        nth += 1;
        asked.clear();
      }
      asked.add(method);
      const answer = polls(nth)[method] ?? null;
      return typeof answer === "function" ? answer(params) : answer;
    },
  });
  const connection = await connectTo("devnet", {
    alpha: { networks: { devnet: { url: `${server.url}${path}/${KEY}` } } },
  });
  const waiting = connection.alpha.waitForTransaction(hash, {
    pollingInterval: 1,
    pollingTimeout: 10_000,
    ...parameters,
  });
  try {
    const closed = isClosed ? connection.close() : undefined;
    return await waiting.finally(() => closed);
  } finally {
    // First, since a connection closes when its last request is answered.
    await server.close();
    await connection.close();
  }
}

/** The last of these views from the time on when they are over. */
const inOrder =
  (...views: readonly View[]): Polls =>
  (nth) =>
    views[Math.min(nth, views.length - 1)] ?? {};

/** These views, and then a transaction that is mined in a block, on a chain that grows. */
const minedAfter =
  (views: readonly View[], blockNumber: number): Polls =>
  (nth) =>
    views[nth] ?? mined(blockNumber, blockNumber + nth);

/** The message of a wait in vain. */
const failure = async (...given: Parameters<typeof wait>) =>
  await pluginMessageOf(() => wait(...given));

describe("waiting for a transaction on a node", () => {
  it("that has it mined, then the receipt is viem's", async () => {
    expect(await wait(inOrder(mined(7)))).to.include({
      ...{ status: "success", type: "eip1559", blockNumber: 7n },
      ...{ gasUsed: 21_000n, effectiveGasPrice: 1_000_000_000n },
      ...{ transactionHash: HASH, to: SENDER, contractAddress: null },
    });
  });

  it("whose URL has names of a receipt in it, and that repeats its key, then the receipt is whole, and the key is not shown", async () => {
    const members = { note: `of ${KEY}`, l1Fee: "0x1" };
    const path = "/transactionHash/blockNumber/effectiveGasPrice";
    const receipt = await wait(inOrder(mined(7, 7, members)), {}, { path });

    expect(receipt).to.include({ blockNumber: 7n, transactionHash: HASH });
    expect(receipt).to.include({ effectiveGasPrice: 1_000_000_000n });
    expect(receipt).to.include({ note: HIDDEN_TEXT, l1Fee: "0x1" });
  });

  it("that mined it and reverted it, then the receipt says so, and nothing throws", async () => {
    const receipt = await wait(inOrder(mined(7, 7, { status: "0x0" })));

    expect(receipt.status).to.equal("reverted");
  });

  for (const [title, polls, confirmations, blockNumber] of [
    [
      "given more confirmations, then it is polled until the head is far enough",
      inOrder(mined(7), mined(7, 8), mined(7, 8), mined(7, 9)),
      3,
      7n,
    ],
    [
      "given a reorganisation that moves it to another block, then the receipt is of that one",
      minedAfter([mined(7), pending(8)], 9),
      2,
      9n,
    ],
    [
      "given blocks that cannot be read and that are skipped by polls, then it is found once it is mined",
      (nth) =>
        nth < 40 ? (nth <= 1 ? pending : view)(9 + 3 * nth) : mined(400, 500),
      1,
      400n,
    ],
  ] satisfies [string, Polls, number, bigint][]) {
    it(title, async () => {
      const receipt = await wait(polls, { confirmations, blockTimeout: 1_000 });

      expect(receipt.blockNumber).to.equal(blockNumber);
    });
  }

  for (const [title, trouble] of Object.entries({
    "JSON-RPC errors": { ...view(5), eth_blockNumber: ERROR },
    "a transaction without fields": view(5, null, { hash: HASH, nonce: {} }),
    "a receipt of another transaction": mined(5, 5, {
      transactionHash: REPLACING.hash,
    }),
    "a receipt with a status that is none": mined(5, 5, { status: "0x7" }),
    "another transaction": view(5, null, transactionOf(REPLACING)),
  })) {
    it(`given ${title} at first, then that is borne, and never taken for the receipt`, async () => {
      const receipt = await wait(minedAfter([trouble, trouble], 7));

      expect(receipt.blockNumber).to.equal(7n);
    });
  }

  it("given a node that hangs up now and then, then that is borne", async () => {
    const behaviour: Behaviour = (exchange) =>
      exchange.nth % 4 === 3 ? exchange.socket.destroy() : honest(exchange);
    const receipt = await wait(inOrder(mined(7)), {}, { behaviour });

    expect(receipt.blockNumber).to.equal(7n);
  });
});

describe("waiting for a transaction in vain", () => {
  it("given blocks without it, ends at the block time-out, which says that it may still come", async () => {
    const message = await failure((nth) => pending(100 + nth), {
      blockTimeout: 3,
    });

    expect(message).to.match(
      /^The transaction 0x(ab){32} on devnet \(http:\/\/127\.0\.0\.1:\d+\) was not mined within 3 blocks \(transactionBlockTimeout\)\. The node had it as a pending transaction\. It may still be mined: check .* To wait longer, pass a larger blockTimeout or set alpha\.networks\.devnet\.transactionBlockTimeout\.$/,
    );
  });

  for (const [title, polls, expected] of [
    [
      "a transaction that is dropped",
      (nth) => (nth <= 1 ? pending(5) : view(5)),
      "The node had it as a pending transaction.",
    ],
    [
      "a transaction that a reorganisation takes out of its block",
      inOrder(mined(7, 8), view(8)),
      "The node had it in block 7, and then no longer.",
    ],
    [
      "too few confirmations",
      inOrder(mined(7, 8)),
      "It was mined in block 7, and had 2 of 4 confirmations. On a chain that only mines when",
    ],
    [
      "errors alone",
      inOrder({ ...view(5), eth_blockNumber: ERROR }),
      "The node returned neither the transaction nor a receipt. It may still be mined: check that it was not before you send it again, or reuse its nonce. The last error was: eth_blockNumber failed: internal error. To wait longer",
    ],
    [
      "a key of the URL in an error",
      inOrder({
        eth_blockNumber: { error: { code: 1, message: `for ${KEY}` } },
      }),
      `for ${HIDDEN_TEXT}`,
    ],
    [
      "a key of the URL in a longer result",
      inOrder({ eth_blockNumber: `${"no block for ".repeat(3)}${KEY}` }),
      "eth_blockNumber returned an invalid result",
    ],
  ] satisfies [string, Polls, string][]) {
    it(`given ${title}, ends at the polling timeout, and says what is known`, async () => {
      const message = await failure(polls, {
        pollingTimeout: 600,
        confirmations: 4,
      });

      expect(message).to.include(
        "was not confirmed within 600 ms (transactionPollingTimeout).",
      );
      expect(message).to.include(expected);
      expect(message).to.include("pass a larger pollingTimeout or set");
      expect(message).not.to.include(KEY.slice(0, 8));
    });
  }

  it("given a node that never answers, ends at the polling time-out too", async () => {
    const limit = { pollingTimeout: 100 };
    const behaviour = () => {};

    expect(await failure(inOrder(view(5)), limit, { behaviour })).to.include(
      "The node returned neither the transaction nor a receipt.",
    );
  });

  it("given another transaction of the same sender and nonce in a block, then it says which", async () => {
    const receipt = receiptOf({
      blockNumber: 9,
      transactionHash: REPLACING.hash,
    });
    const message = await failure((nth) => ({
      ...(nth === 0 ? pending(8) : view(9)),
      eth_getTransactionReceipt: ([hash]: readonly unknown[]) =>
        hash === HASH ? null : receipt,
      eth_getBlockByNumber: ([number]: readonly unknown[]) => ({
        number,
        transactions:
          number === "0x9"
            ? [transactionOf({ nonce: "0x4" }), transactionOf(REPLACING)]
            : [],
      }),
    }));

    expect(message).to.include(
      `was replaced by ${REPLACING.hash}, which has the same sender and nonce and was mined in block 9.`,
    );
  });

  for (const [title, block] of Object.entries({
    "other nonces and senders": {
      transactions: [
        transactionOf({ nonce: "0x6" }),
        transactionOf({ ...REPLACING, from: `0x${"3".repeat(40)}` }),
      ],
    },
    "an error": ERROR,
  })) {
    it(`given a block with ${title} once it is gone, then nothing is taken for a replacement`, async () => {
      const polls: Polls = (nth) => ({
        ...(nth === 0 ? pending(8) : view(9 + nth)),
        eth_getBlockByNumber: block,
      });

      expect(await failure(polls, { blockTimeout: 5 })).to.include(
        "was not mined within 5 blocks",
      );
    });
  }

  it("given what is not a hash, then no request is sent, and the error says so", async () => {
    const hash: Hex = `${HASH}00`;
    const noPoll = () => expect.fail("a request was sent");

    expect(await failure(noPoll, {}, { hash })).to.include(
      "expected a transaction hash",
    );
  });

  for (const [title, node, code] of [
    ["a node of another chain id", { chainId: "0x1" }, /^HHE708/],
    ["a connection that is closed meanwhile", { isClosed: true }, /^HHE722/],
  ] as const) {
    it(`given ${title}, ends at once with Hardhat's own error`, async () => {
      const { message } = await errorOf(() => wait(inOrder(view(5)), {}, node));

      expect(message).to.match(code);
    });
  }
});
