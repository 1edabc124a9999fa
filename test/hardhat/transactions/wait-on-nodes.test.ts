import { expect } from "chai";
import type { Hex } from "viem";
import { HIDDEN_TEXT } from "../../../src/base/untrusted-text.ts";

import type { WaitParameters } from "../../../src/hardhat/transactions/wait-limits.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type Behaviour,
  honest,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";
import { HASH, receiptOf, SENDER, transactionOf } from "./receipt-of.ts";

/** What a node answers in the nth round, from 0, by method. A round asks each method once. */
type Polls = (nth: number) => Readonly<Record<string, unknown>>;

const ERROR = { error: { code: -32603, message: "internal error" } };
const REPLACING = { hash: `0x${"cd".repeat(32)}`, blockNumber: "0x9" };

/** A head, a receipt and a transaction, as of one poll. */
function view(
  head: number,
  receipt: unknown = null,
  transaction: unknown = receipt === null ? null : transactionOf(),
): Readonly<Record<string, unknown>> {
  return {
    eth_blockNumber: `0x${head.toString(16)}`,
    eth_getTransactionReceipt: receipt,
    eth_getTransactionByHash: transaction,
  };
}

/** Waits on a node of its own. */
async function wait(
  polls: Polls,
  parameters: WaitParameters = {},
  {
    hash = HASH,
    behaviour = honest,
    path = "",
    chainId = "0x7ec8",
  }: {
    readonly hash?: Hex;
    readonly behaviour?: Behaviour;
    readonly path?: string;
    readonly chainId?: string;
  } = {},
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
  const hre = await createAlphaHre({
    alpha: { networks: { devnet: { url: `${server.url}${path}` } } },
  });
  const connection = await hre.network.create("devnet");
  try {
    const receipt = await connection.alpha?.waitForTransaction(hash, {
      pollingInterval: 1,
      pollingTimeout: 10_000,
      ...parameters,
    });
    return receipt;
  } finally {
    const requests = server.received.length;
    await new Promise((resolve) => setTimeout(resolve, 20));
    // Two may have been under way; Hardhat's provider cannot be aborted.
    expect(server.received.length).to.be.at.most(requests + 2);
    // First, since a connection closes when its last request is answered.
    await server.close();
    await connection.close();
  }
}

/** The last of these views from the time on when they are over. */
const inOrder =
  (...views: readonly Readonly<Record<string, unknown>>[]): Polls =>
  (nth) =>
    views[Math.min(nth, views.length - 1)] ?? {};

/** These views, and then a transaction that is mined in a block, on a chain that grows. */
const minedAfter =
  (
    views: readonly Readonly<Record<string, unknown>>[],
    blockNumber: number,
  ): Polls =>
  (nth) =>
    views[nth] ?? view(blockNumber + nth, receiptOf({ blockNumber }));

describe("waiting for a transaction on a node", () => {
  it("that has it mined, then the receipt is viem's, after one poll", async () => {
    const receipt = await wait(inOrder(view(7, receiptOf({ blockNumber: 7 }))));

    expect(receipt).to.include({
      status: "success",
      type: "eip1559",
      blockNumber: 7n,
      gasUsed: 21_000n,
      effectiveGasPrice: 1_000_000_000n,
      transactionHash: HASH,
      transactionIndex: 0,
      to: SENDER,
      contractAddress: null,
    });
    expect(receipt?.logs[0]).to.include({ logIndex: 0, blockNumber: 7n });
  });

  it("given a hash in upper case, then it is found", async () => {
    const receipt = await wait(
      inOrder(view(7, receiptOf({ blockNumber: 7 }))),
      {},
      { hash: `0x${"AB".repeat(32)}` },
    );

    expect(receipt?.transactionHash).to.equal(HASH);
  });

  it("that mined it and reverted it, then the receipt says so, and nothing throws", async () => {
    const receipt = await wait(
      inOrder(view(7, receiptOf({ blockNumber: 7, status: "0x0" }))),
    );

    expect(receipt?.status).to.equal("reverted");
  });

  it("that takes a while, then it is polled until it is mined", async () => {
    const receipt = await wait(
      minedAfter(
        [
          view(5),
          view(5, null, transactionOf()),
          view(6, null, transactionOf()),
        ],
        7,
      ),
    );

    expect(receipt?.blockNumber).to.equal(7n);
  });

  it("given more confirmations, then it is polled until the head is far enough", async () => {
    const mined = receiptOf({ blockNumber: 7 });
    const receipt = await wait(
      inOrder(view(7, mined), view(8, mined), view(8, mined), view(9, mined)),
      { confirmations: 3 },
    );

    expect(receipt?.blockNumber).to.equal(7n);
  });

  it("given a reorganisation that moves it to another block, then the receipt is of that one", async () => {
    const receipt = await wait(
      minedAfter(
        [
          view(7, receiptOf({ blockNumber: 7 })),
          view(8, null, transactionOf()),
        ],
        9,
      ),
      { confirmations: 2 },
    );

    expect(receipt?.blockNumber).to.equal(9n);
  });

  for (const [title, trouble] of Object.entries({
    "JSON-RPC errors": { ...view(5), eth_blockNumber: ERROR },
    "an error for the receipt alone": view(5, ERROR),
    "an error for the transaction alone": view(5, null, ERROR),
    "a transaction without fields": view(5, null, { hash: HASH, nonce: {} }),
    "a receipt of another transaction": view(
      5,
      receiptOf({ blockNumber: 5, transactionHash: REPLACING.hash }),
    ),
    "a receipt of no known shape": view(5, { status: "0x1" }),
    "a receipt with a status that is none": view(
      5,
      receiptOf({ blockNumber: 5, status: "0x7" }),
    ),
    "another transaction": view(
      5,
      null,
      transactionOf({ hash: REPLACING.hash }),
    ),
    "a head that is none": { ...view(5), eth_blockNumber: "latest" },
  })) {
    it(`given ${title} at first, then that is borne, and never taken for the receipt`, async () => {
      const receipt = await wait(minedAfter([trouble, trouble], 7));

      expect(receipt?.blockNumber).to.equal(7n);
    });
  }

  it("given blocks that cannot be read and that are skipped by polls, then it is found once it is mined", async () => {
    const gone = (nth: number) => ({
      ...view(9 + 3 * nth, null, nth <= 1 ? transactionOf() : null),
      eth_getBlockByNumber: null,
    });
    const receipt = await wait(
      (nth) =>
        nth < 40 ? gone(nth) : view(500, receiptOf({ blockNumber: 400 })),
      { blockTimeout: 1_000 },
    );

    expect(receipt?.blockNumber).to.equal(400n);
  });

  for (const [title, broken] of Object.entries({
    "answers with HTTP 503": (exchange) => exchange.send({ status: 503 }),
    "answers with a web page": (exchange) => exchange.send({ body: "<html>" }),
    "hangs up": (exchange) => exchange.socket.destroy(),
  } satisfies Record<string, Behaviour>)) {
    it(`given a node that ${title} now and then, then that is borne`, async () => {
      const receipt = await wait(
        inOrder(view(7, receiptOf({ blockNumber: 7 }))),
        {},
        {
          behaviour: (exchange) =>
            exchange.nth % 4 === 3 ? broken(exchange) : honest(exchange),
        },
      );

      expect(receipt?.blockNumber).to.equal(7n);
    });
  }
});

describe("waiting for a transaction in vain", () => {
  it("given blocks without it, ends at the block time-out, which says that it may still come", async () => {
    const message = await pluginMessageOf(() =>
      wait((nth) => view(100 + nth, null, transactionOf()), {
        blockTimeout: 3,
      }),
    );

    expect(message).to.include(HASH);
    expect(message).to.match(/ on devnet \(http:\/\/127\.0\.0\.1:\d+\) /);
    expect(message).to.include(
      "was not mined within 3 blocks (transactionBlockTimeout). The node had it as a pending transaction.",
    );
    expect(message).to.include("It may still be mined");
    expect(message).to.include("alpha.networks.devnet.transactionBlockTimeout");
  });

  it("given the network's own limits, ends at its transactionBlockTimeout", async () => {
    const message = await pluginMessageOf(() =>
      wait((nth) => view(100 + 25 * nth)),
    );

    expect(message).to.include("within 50 blocks");
    expect(message).to.include(
      "The node did not have it: check the hash and the network.",
    );
  });

  for (const [title, polls, standing] of [
    [
      "a transaction that stays pending",
      inOrder(view(5, null, transactionOf())),
      "The node had it as a pending transaction.",
    ],
    [
      "a transaction that the node does not have",
      inOrder(view(5)),
      "The node did not have it: ",
    ],
    [
      "a transaction that is dropped",
      (nth: number) => view(5, null, nth <= 1 ? transactionOf() : null),
      "The node had it as a pending transaction.",
    ],
    [
      "a transaction that a reorganisation takes out of its block",
      inOrder(view(8, receiptOf({ blockNumber: 7 })), view(8)),
      "The node did not have it: ",
    ],
    [
      "too few confirmations",
      inOrder(view(8, receiptOf({ blockNumber: 7 }))),
      "It was mined in block 7, and had 2 of 4 confirmations. On a chain that only mines when",
    ],
    [
      "errors alone",
      inOrder({ ...view(5), eth_blockNumber: ERROR }),
      "The node returned neither the transaction nor a receipt. It may still be mined: check that it was not before you send it again, or reuse its nonce. The last error was: eth_blockNumber failed: internal error. To wait longer",
    ],
    [
      "errors after an answer",
      (nth: number) =>
        nth <= 1
          ? view(5, null, transactionOf())
          : { ...view(5), eth_blockNumber: ERROR },
      "reuse its nonce. The last error was: eth_blockNumber failed",
    ],
    [
      "receipts of another transaction",
      inOrder(
        view(5, receiptOf({ blockNumber: 5, transactionHash: REPLACING.hash })),
      ),
      "eth_getTransactionReceipt returned an invalid result",
    ],
  ] as const) {
    it(`given ${title}, ends at the polling timeout, and says what is known`, async () => {
      const message = await pluginMessageOf(() =>
        wait(polls, { pollingTimeout: 150, confirmations: 4 }),
      );

      expect(message).to.include(
        "was not confirmed within 150 ms (transactionPollingTimeout).",
      );
      expect(message).to.include(standing);
      expect(message).to.include("pass a larger pollingTimeout or set");
    });
  }

  it("given a node that never answers, ends at the polling time-out too", async () => {
    const message = await pluginMessageOf(() =>
      wait(inOrder(view(5)), { pollingTimeout: 100 }, { behaviour: () => {} }),
    );

    expect(message).to.include(
      "The node returned neither the transaction nor a receipt.",
    );
  });

  it("given a node that is not there, ends at the polling time-out, and says so", async () => {
    const hre = await createAlphaHre({
      alpha: { networks: { devnet: { url: "http://127.0.0.1:1" } } },
    });
    const connection = await hre.network.create("devnet");
    const message = await pluginMessageOf(() =>
      connection.alpha?.waitForTransaction(HASH, {
        pollingTimeout: 60,
        pollingInterval: 10,
      }),
    );
    await connection.close();

    expect(message).to.include("(http://127.0.0.1:1)");
    expect(message).to.include(
      "The last error was: eth_blockNumber failed: connection refused: is the node running? To wait longer",
    );
  });

  it("given another transaction of the same sender and nonce in a block, then it says which", async () => {
    const message = await pluginMessageOf(() =>
      wait((nth) => ({
        ...(nth === 0 ? view(8, null, transactionOf()) : view(9)),
        eth_getTransactionReceipt: ([hash]: readonly unknown[]) =>
          hash === HASH
            ? null
            : receiptOf({
                blockNumber: 9,
                transactionHash: REPLACING.hash,
              }),
        eth_getBlockByNumber: {
          number: "0x9",
          transactions: [
            transactionOf({ nonce: "0x4" }),
            transactionOf(REPLACING),
          ],
        },
      })),
    );

    expect(message).to.include(
      `was replaced by ${REPLACING.hash}, which has the same sender and nonce and was mined in block 9.`,
    );
  });

  for (const [title, block] of Object.entries({
    "other nonces": { transactions: [transactionOf({ nonce: "0x6" })] },
    "other senders": {
      transactions: [
        transactionOf({ ...REPLACING, from: `0x${"3".repeat(40)}` }),
      ],
    },
    "the transaction itself": { transactions: [transactionOf()] },
    "hashes alone": { transactions: [REPLACING.hash] },
    "no list": { transactions: null },
    nothing: null,
    "an error": ERROR,
  })) {
    it(`given a block with ${title} once it is gone, then nothing is taken for a replacement`, async () => {
      const message = await pluginMessageOf(() =>
        wait(
          (nth) => ({
            ...(nth === 0 ? view(8, null, transactionOf()) : view(9 + nth)),
            eth_getBlockByNumber: block,
          }),
          { blockTimeout: 5 },
        ),
      );

      expect(message).to.include("was not mined within 5 blocks");
    });
  }

  for (const hash of [
    "0x",
    "0x1234",
    `${HASH}00`,
    `0x${"zz".repeat(32)}`,
    HASH.slice(2),
    "",
  ]) {
    it(`given "${hash}", which is not a hash, then no request is sent, and the error says so`, async () => {
      let asked = 0;
      const message = await pluginMessageOf(() =>
        wait(
          () => {
            asked += 1;
            return {};
          },
          {},
          { hash: hash as Hex },
        ),
      );

      expect(message).to.include("expected a transaction hash");
      expect(asked).to.equal(0);
    });
  }

  it("given a node of another chain id, ends at once with Hardhat's own error", async () => {
    const { message } = await errorOf(() =>
      wait(inOrder(view(5)), {}, { chainId: "0x1" }),
    );

    expect(message).to.match(/^HHE708/);
  });

  it("given a connection that is closed meanwhile, ends at once with Hardhat's own error", async () => {
    const server = await startFaultyServer({
      node: (method) =>
        method === "eth_chainId" ? "0x7ec8" : (view(5)[method] ?? null),
    });
    const hre = await createAlphaHre({
      alpha: { networks: { devnet: { url: server.url } } },
    });
    const connection = await hre.network.create("devnet");
    const waiting = errorOf(() =>
      connection.alpha?.waitForTransaction(HASH, { pollingInterval: 5 }),
    );
    await connection.close();
    const { message } = await waiting;
    await server.close();

    expect(message).to.match(/^HHE722/);
  });

  it("given a key in the URL that the node repeats, then it is not shown", async () => {
    const key = "5f3759df5f3759df5f3759df5f3759df";
    const message = await pluginMessageOf(() =>
      wait(
        inOrder({
          eth_blockNumber: {
            error: { code: -32000, message: `no credit for ${key}` },
          },
        }),
        { pollingTimeout: 300 },
        { path: `/v2/${key}` },
      ),
    );

    expect(message).to.include(`for ${HIDDEN_TEXT}`);
    expect(message).to.not.include(key);
  });

  it("given a key in the URL that the node repeats in a result, then no part of it is shown", async () => {
    const key = "5f3759df5f3759df5f3759df5f3759df";
    for (const result of [key, `${"no block for ".repeat(3)}${key}`]) {
      const message = await pluginMessageOf(() =>
        wait(
          inOrder({ eth_blockNumber: result }),
          { pollingTimeout: 300 },
          { path: `/v2/${key}` },
        ),
      );

      expect(message).to.include("eth_blockNumber returned an invalid result");
      expect(message).to.not.include(key.slice(0, 8));
    }
  });
});
