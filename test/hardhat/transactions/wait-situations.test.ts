import { expect } from "chai";

import type { WaitParameters } from "../../../src/hardhat/transactions/wait-limits.ts";
import { connectTo } from "../../support/connections.ts";
import {
  type Behaviour,
  honest,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { HASH, receiptOf, transactionOf } from "./receipt-of.ts";

/** What a node knows at the nth poll, from 0. */
interface View {
  readonly head?: unknown;
  readonly receipt?: unknown;
  readonly transaction?: unknown;
  /** The transactions of each block, by number. */
  readonly blocks?: Readonly<Record<string, unknown>>;
}
type Views = (nth: number) => View;

const REFUSED = { error: { code: -32000, message: "not available here" } };
const BUSY = { error: { code: -32005, message: "too many requests" } };
const OTHER = `0x${"cd".repeat(32)}`;
const PENDING: View = { head: "0x5", transaction: transactionOf() };
const UNKNOWN: View = { head: "0x5" };
const IN_BLOCK = transactionOf({ blockNumber: "0x5" });
const mined = (block: number, head = block, members = {}): View => ({
  head: `0x${head.toString(16)}`,
  receipt: receiptOf({ blockNumber: block, ...members }),
  transaction: transactionOf({ blockNumber: `0x${block.toString(16)}` }),
});
/** These views one after the other, and the last one from then on. */
const inOrder =
  (...views: readonly View[]): Views =>
  (nth) =>
    views[Math.min(nth, views.length - 1)] ?? {};
/** Another transaction in the place of this one. */
const replacedBy = (members: object): View => ({
  head: "0x6",
  blocks: { "0x6": [transactionOf({ hash: OTHER, ...members })] },
});

const blockOf = (number: unknown, content: unknown): unknown =>
  Array.isArray(content) ? { number, transactions: content } : content;

/** Waits on a node, and counts the polls. */
async function wait(
  views: Views,
  parameters: WaitParameters = {},
  behaviour: Behaviour = honest,
) {
  let polls = 0;
  await using server = await startFaultyServer({
    behaviour,
    node: (method, [first]) => {
      polls += method === "eth_blockNumber" ? 1 : 0;
      const { head, receipt, transaction, blocks } = views(polls - 1);
      switch (method) {
        case "eth_chainId":
          return "0x7ec8";
        case "eth_blockNumber":
          return head;
        case "eth_getTransactionReceipt":
          return receipt ?? null;
        case "eth_getTransactionByHash":
          return transaction ?? null;
        default:
          return blockOf(first, blocks?.[String(first)] ?? []);
      }
    },
  });
  const devnet = { url: server.url };
  const config = { alpha: { networks: { devnet } } };
  await using connection = await connectTo("devnet", config);
  let blockNumber: bigint | undefined;
  let message = "";
  try {
    const receipt = await connection.alpha.waitForTransaction(HASH, {
      pollingInterval: 1,
      pollingTimeout: 10_000,
      ...parameters,
    });
    blockNumber = receipt.blockNumber;
  } catch (error) {
    message = await pluginMessageOf(() => {
      throw error;
    });
  }
  return { blockNumber, message, polls };
}

describe("waiting for a transaction that is mined in the end", () => {
  const three = { confirmations: 3 };
  for (const [title, views, blockNumber, polls, parameters] of [
    ["is mined already", inOrder(mined(5)), 5n, 1],
    ["is mined in the next block", inOrder(PENDING, mined(6)), 6n, 2],
    ["is late by many blocks", (nth) => (nth < 9 ? PENDING : mined(14)), 14n],
    ["a backend has late", inOrder(UNKNOWN, UNKNOWN, mined(5)), 5n, 3],
    [
      "is pending, on an idle chain",
      inOrder(PENDING, PENDING, mined(5)),
      5n,
      3,
    ],
    [
      "has its receipt late",
      inOrder({ ...PENDING, transaction: IN_BLOCK }, mined(5)),
      5n,
      2,
    ],
    [
      "vanishes, and comes back",
      inOrder(PENDING, UNKNOWN, UNKNOWN, mined(5)),
      5n,
      4,
    ],
    [
      "another backend does not know",
      (nth) => (nth < 8 ? (nth % 2 ? PENDING : UNKNOWN) : mined(5)),
      5n,
      9,
    ],
    [
      "a node reports with a head before its block",
      inOrder(mined(7, 5)),
      7n,
      1,
    ],
    [
      "has its receipt refused at first",
      inOrder({ ...PENDING, receipt: REFUSED }, mined(5)),
      5n,
      2,
    ],
    [
      "a node is too busy for at first",
      inOrder({ head: BUSY, receipt: BUSY, transaction: BUSY }, mined(5)),
      5n,
      2,
    ],
    [
      "a node reports without a head",
      inOrder({ ...mined(5), head: REFUSED }),
      5n,
      1,
    ],
    [
      "is of a node whose head goes back",
      inOrder({ ...PENDING, head: "0x9" }, PENDING, mined(5)),
      5n,
      3,
    ],
    [
      "is confirmed by two more blocks",
      inOrder(mined(5), mined(5, 6), mined(5, 7)),
      5n,
      3,
      three,
    ],
    ["is confirmed already", inOrder(mined(5, 7)), 5n, 1, three],
    [
      "is mined again at the same height",
      inOrder(
        mined(5),
        UNKNOWN,
        mined(5, 7, { blockHash: `0x${"12".repeat(32)}` }),
      ),
      5n,
      3,
      three,
    ],
    ["reverts", inOrder(mined(5, 5, { status: "0x0" })), 5n, 1],
    ...[
      { gasUsed: "\u001b[31m\r\n::error::owned" },
      { effectiveGasPrice: "0xzz" },
      { logs: "x" },
      { logs: [null] },
    ].map((members): [string, Views, bigint, number] => [
      `a node reports with ${JSON.stringify(members)} at first`,
      inOrder(mined(5, 5, members), mined(5)),
      5n,
      2,
    ]),
    [
      "one poll of another backend has a far higher head for",
      inOrder(PENDING, { ...PENDING, head: "0x384" }, PENDING, mined(6)),
      6n,
      4,
      { blockTimeout: 750 },
    ],
    [
      "one backend has a far higher head for, at every other poll",
      (nth) =>
        nth < 8 ? { ...PENDING, head: nth % 2 ? "0x384" : "0x5" } : mined(6),
      6n,
      9,
      { blockTimeout: 750 },
    ],
    [
      "a backend that is far behind is asked for first",
      (nth) =>
        nth < 5 ? { ...PENDING, head: nth ? "0x384" : "0x5" } : mined(0x385),
      0x385n,
      6,
      { blockTimeout: 750 },
    ],
    ["needs no confirmation", inOrder(mined(5)), 5n, 1, { confirmations: 0 }],
    [
      "is confirmed by blocks that no poll saw",
      inOrder(mined(5), mined(5, 9)),
      5n,
      2,
      three,
    ],
    [
      "is sent again after it was dropped",
      inOrder(PENDING, UNKNOWN, PENDING, mined(6)),
      6n,
      4,
    ],
    [
      "a node reports with the receipt of another one at first",
      inOrder(
        {
          ...PENDING,
          receipt: receiptOf({ blockNumber: 5, transactionHash: OTHER }),
        },
        mined(5),
      ),
      5n,
      2,
    ],
    [
      "a node reports with an invalid head at first",
      inOrder({ ...mined(5), head: 5 }, mined(5, 7)),
      5n,
      2,
      three,
    ],
    [
      "has its lookup refused at first",
      inOrder({ ...UNKNOWN, transaction: REFUSED }, mined(5)),
      5n,
      2,
    ],
    [
      "loses its receipt on another backend for a poll",
      inOrder(mined(5), { ...PENDING, transaction: IN_BLOCK }, mined(5, 7)),
      5n,
      3,
      three,
    ],
    [
      "is mined in time after a reorganisation, from which the blocks are counted",
      (nth) =>
        [mined(5), UNKNOWN, { head: "0x7" }, mined(8, 8), mined(8, 10)][
          Math.min(nth, 4)
        ] ?? {},
      8n,
      5,
      { confirmations: 3, blockTimeout: 3 },
    ],
    [
      "is moved to another block",
      inOrder(mined(5), PENDING, mined(6, 7), mined(6, 8)),
      6n,
      4,
      three,
    ],
  ] as [string, Views, bigint, number?, WaitParameters?][]) {
    it(`given one that ${title}, then its receipt is returned at the next poll`, async () => {
      const found = await wait(views, parameters);

      expect(found.blockNumber, found.message).to.equal(blockNumber);
      expect(found.polls).to.equal(polls ?? found.polls);
    });
  }
});

describe("waiting for a transaction that is not mined", () => {
  const growing =
    (view: View): Views =>
    (nth) => ({ ...view, head: `0x${(5 + nth).toString(16)}` });
  const blocks = { blockTimeout: 3 };
  const time = { pollingTimeout: 500 };
  const DID_NOT_HAVE =
    "The node did not have it: check the hash and the network.";
  const HAD =
    "The node had it as a pending transaction. It may still be mined:";
  const HAD_IN_BLOCK =
    "The node had it in block 5, and then no longer. It may still be mined:";
  for (const [title, views, parameters, expected] of [
    [
      "stays pending",
      growing(PENDING),
      blocks,
      `3 blocks (transactionBlockTimeout). ${HAD}`,
    ],
    [
      "stays pending on an idle chain",
      inOrder(PENDING),
      time,
      `500 ms (transactionPollingTimeout). ${HAD}`,
    ],
    ["is dropped", growing({ ...UNKNOWN }), blocks, DID_NOT_HAVE],
    [
      "vanishes",
      (nth) => growing(nth === 0 ? PENDING : UNKNOWN)(nth),
      blocks,
      HAD,
    ],
    ["was never sent", inOrder(UNKNOWN), time, DID_NOT_HAVE],
    [
      "is taken out of its block",
      inOrder(mined(5), UNKNOWN),
      { ...time, confirmations: 3 },
      HAD_IN_BLOCK,
    ],
    [
      "is in a block, without its receipt, and then is not",
      inOrder({ ...PENDING, transaction: IN_BLOCK }, UNKNOWN),
      time,
      HAD_IN_BLOCK,
    ],
    [
      "lacks confirmations",
      inOrder(mined(5)),
      { ...time, confirmations: 3 },
      "It was mined in block 5, and had 1 of 3 confirmations.",
    ],
    [
      "is in a block, and its receipt is refused",
      inOrder({ ...PENDING, receipt: REFUSED, transaction: IN_BLOCK }),
      time,
      "The node has it in block 5, but not its receipt. The last error was: eth_getTransactionReceipt failed: not available here.",
    ],
    [
      "is in a block, and its receipt is invalid",
      inOrder({
        ...PENDING,
        receipt: { status: "0x1" },
        transaction: IN_BLOCK,
      }),
      time,
      "The node has it in block 5, but not its receipt. The last error was: eth_getTransactionReceipt returned an invalid result.",
    ],
    [
      "is in a block, and its receipt never comes",
      growing({ transaction: IN_BLOCK }),
      { ...time, ...blocks },
      "500 ms (transactionPollingTimeout). The node has it in block 5, but not its receipt.",
    ],
    [
      "is pending, and no block may be mined without it",
      inOrder(PENDING),
      { blockTimeout: 0 },
      `0 blocks (transactionBlockTimeout). ${HAD}`,
    ],
    [
      "is pending on a chain whose head goes back",
      (nth) => growing(PENDING)(9 - Math.min(nth, 9)),
      { ...time, ...blocks },
      `500 ms (transactionPollingTimeout). ${HAD}`,
    ],
    [
      "is taken out of its block, and the chain goes on",
      (nth) => (nth === 0 ? mined(5) : growing(UNKNOWN)(nth)),
      { ...blocks, confirmations: 9 },
      `3 blocks (transactionBlockTimeout). ${HAD_IN_BLOCK}`,
    ],
    [
      "a node is too busy for",
      inOrder({ head: BUSY, receipt: BUSY, transaction: BUSY }),
      time,
      "The node returned neither the transaction nor a receipt.",
    ],
  ] as [string, Views, WaitParameters, string][]) {
    it(`given one that ${title}, then the error at the limit says so`, async () => {
      const { message } = await wait(views, parameters);

      expect(message).to.include(expected);
    });
  }

  for (const pollingInterval of [Infinity, 2 ** 31]) {
    it(`given an interval of ${pollingInterval} ms, then it is not polled again`, async () => {
      const { polls } = await wait(inOrder(PENDING), {
        ...time,
        pollingInterval,
      });

      expect(polls).to.be.at.most(1);
    });
  }

  for (const [title, members] of Object.entries({
    "is sped up": { gas: "0x99" },
    "is cancelled": { to: transactionOf()["from"], value: "0x0" },
    "is replaced by another call": { input: "0x12", nonce: "0x05" },
  })) {
    it(`given one that ${title}, then waiting ends at the poll after that block`, async () => {
      const { message, polls } = await wait(
        inOrder(PENDING, replacedBy(members)),
      );

      expect(message).to.include(`was replaced by ${OTHER}, `);
      expect(message).to.include("was mined in block 6.");
      expect(polls).to.be.at.most(2);
    });
  }

  const inBlock = (number: number, head: number): View => ({
    ...replacedBy({}),
    head: `0x${head.toString(16)}`,
    blocks: { [`0x${number}`]: [transactionOf({ hash: OTHER })] },
  });
  for (const [title, views, block, polls] of [
    [
      "is replaced in a block that no poll saw",
      inOrder(PENDING, inBlock(7, 9)),
      7,
      2,
    ],
    [
      "is replaced in a block that is refused at first",
      inOrder(
        PENDING,
        { ...UNKNOWN, head: "0x6", blocks: { "0x6": REFUSED } },
        inBlock(6, 7),
      ),
      6,
      3,
    ],
    [
      "is replaced in its own block by a reorganisation",
      inOrder(PENDING, mined(6), inBlock(6, 7)),
      6,
      3,
    ],
  ] as [string, Views, number, number][]) {
    it(`given one that ${title}, then waiting ends at the poll that finds it`, async () => {
      const found = await wait(views, { confirmations: 3 });

      expect(found.message).to.include(`was replaced by ${OTHER}, `);
      expect(found.message).to.include(`was mined in block ${block}.`);
      expect(found.polls).to.be.at.most(polls);
    });
  }

  for (const [title, members] of Object.entries({
    "another nonce": { nonce: "0x6" },
    "another sender": { from: `0x${"3".repeat(40)}` },
    "no nonce": { nonce: null },
    "its own hash": { hash: HASH },
  })) {
    it(`given a block with a transaction of ${title}, then that is not taken for a replacement`, async () => {
      const other = replacedBy(members);
      const { message } = await wait(inOrder(PENDING, other), time);

      expect(message).to.include(HAD);
    });
  }
});

describe("waiting for a transaction on a node that is away", () => {
  const unless =
    (isAway: (nth: number) => boolean, away: Behaviour): Behaviour =>
    (exchange) =>
      isAway(exchange.nth) ? away(exchange) : honest(exchange);
  const hangUp: Behaviour = ({ socket }) => socket.destroy();
  const limitRate: Behaviour = ({ send }) =>
    send({ status: 429, headers: { "retry-after": "0" } });
  const fail: Behaviour = ({ send }) => send({ status: 503 });
  const soon: Views = (nth) => (nth < 4 ? PENDING : mined(6));

  for (const [title, behaviour] of Object.entries({
    "that restarts": unless((nth) => nth > 3 && nth < 12, hangUp),
    "that limits rates": unless((nth) => nth % 3 === 0, limitRate),
    "behind a gateway that fails at times": unless(
      (nth) => nth > 3 && nth < 9,
      fail,
    ),
  })) {
    it(`given one ${title}, then the receipt is returned once it is back`, async () => {
      const found = await wait(soon, {}, behaviour);

      expect(found.blockNumber, found.message).to.equal(6n);
    });
  }

  it("given one that restarts without its pending transactions, then the error at the limit says that it had it", async () => {
    const behaviour = unless((nth) => nth > 3 && nth < 12, hangUp);
    const views: Views = (nth) => (nth < 3 ? PENDING : UNKNOWN);
    const { message } = await wait(views, { pollingTimeout: 1000 }, behaviour);

    expect(message).to.include("The node had it as a pending transaction.");
  });

  it("given one that restarts and has mined it meanwhile, then the confirmations from before count", async () => {
    const behaviour = unless((nth) => nth > 4 && nth < 12, hangUp);
    const views = inOrder(mined(5), mined(5, 9));
    const found = await wait(views, { confirmations: 3 }, behaviour);

    expect(found.blockNumber, found.message).to.equal(5n);
  });

  for (const [title, away, reason] of [
    ["is never there", hangUp, /The last error was: eth_\w+ failed: /],
    ["always fails", fail, /The last error was: eth_\w+ failed: .*503/],
    [
      "always limits rates",
      limitRate,
      /The last error was: eth_\w+ failed: .*429/,
    ],
  ] as [string, Behaviour, RegExp][]) {
    it(`given one that ${title}, then the error at the limit says so`, async () => {
      const limit = { pollingTimeout: 1000 };
      const { message } = await wait(inOrder(mined(5)), limit, away);

      expect(message).to.match(/was not confirmed within 1000 ms/);
      expect(message).to.match(reason);
    });
  }

  it("given one that is killed, then the error at the limit says what it had and why it is away", async () => {
    const behaviour = unless((nth) => nth > 7, hangUp);
    const limit = { pollingTimeout: 1500 };
    const { message } = await wait(inOrder(PENDING), limit, behaviour);

    expect(message).to.include("The node had it as a pending transaction.");
    expect(message).to.match(/The last error was: eth_\w+ failed: /);
  });
});
