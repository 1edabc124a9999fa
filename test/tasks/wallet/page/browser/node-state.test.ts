import { expect } from "chai";

import { judgeChain } from "../../../../../src/connect/judge-chain.ts";
import { judgeFreshness } from "../../../../../src/connect/judge-freshness.ts";
import { NETWORK_DEFINITIONS } from "../../../../../src/networks/definitions.ts";
import { createHttpTransport } from "../../../../../src/rpc/http-transport.ts";
import type { NodeState } from "../../../../../src/status/report.ts";
import { examineNode } from "../../../../../src/status/status-of-node.ts";
import { readNetworkState } from "../../../../../tasks/wallet/page/browser/node-state.ts";
import { createNodeTransport } from "../../../../../tasks/wallet/page/browser/node-transport.ts";
import type { PageNetwork } from "../../../../../tasks/wallet/page/page-data.ts";
import {
  type DevnetNode,
  devnetNode,
  type NodeAnswer,
  serveNode,
} from "../../scripted-node.ts";

const [GNOSIS] = NETWORK_DEFINITIONS.third.chainsWithSameId;
const PINNED = `0x${"be".repeat(32)}`;

const NETWORK: Omit<PageNetwork, "node"> = {
  name: "Devnet",
  feeToken: "EURAU",
  explorer: null,
  chain: { chainId: 32456, chainsWithSameId: [] },
  limits: { maxBlockAge: 600, inProcess: false, startBlock: 9 },
  request: null,
  wasWrongChain: false,
  tokens: [],
  problems: [],
};
const SHARED_ID: Partial<PageNetwork> = {
  chain: { chainId: 32456, chainsWithSameId: [GNOSIS] },
};

/** The tone, the label and the facts on the page, for each state of a task. */
const SHOWN: Readonly<Record<NodeState, RegExp>> = {
  ok: /^(good: Online|info: Sandbox): ok: /,
  syncing: /^bad: Catching up: syncing: /,
  stale: /^bad: Not up to date: stale: /,
  "wrong-chain": /^bad: (Wrong network|Not ready): wrong-chain: /,
  unknown: /^unsure: Could not check: unknown: /,
};

/** Words that the users of a wallet should not have to read. */
const DEVELOPER_WORDS =
  /node|block|genesis|JSON|RPC|eth_|CORS|startBlock|head|0x/i;

type Node = DevnetNode | NodeAnswer;
type Case = readonly [
  title: string,
  node: Node,
  state: NodeState,
  text: RegExp,
  network?: Partial<PageNetwork>,
];

const UNITS = [
  ["seconds", 1n],
  ["milliseconds", 10n ** 3n],
  ["microseconds", 10n ** 6n],
  ["nanoseconds", 10n ** 9n],
] as const;
const PINNED_CHAIN = { chain: { ...NETWORK.chain, genesisHash: PINNED } };
const IDLING = { limits: { ...NETWORK.limits, maxBlockAge: false } } as const;
const CAPITALS = `0x${GNOSIS.genesisHash.slice(2).toUpperCase()}`;
const DOUBLED = '{"jsonrpc":"2.0","id":1,"result":"0x7ec8","result":"0x1"}';
const HTML = "<!doctype html><title>Hello</title>";
const NO_SYNC = { error: { code: -32000, message: "no" } };

const CASES: readonly Case[] = [
  ...UNITS.flatMap(([unit, unitsPerSecond]): readonly Case[] => [
    [
      `a head of now, in ${unit}`,
      { age: 30, unitsPerSecond },
      "ok",
      /: block 9, 3\d s old\.$/,
    ],
    [
      `an old head, in ${unit}`,
      { age: 7_300, unitsPerSecond },
      "stale",
      /: its latest block is 73\d\d s old, .*; block 9, 73\d\d s old\.$/,
    ],
    [
      `a head of the future, in ${unit}`,
      { age: -7_300, unitsPerSecond },
      "unknown",
      /7[23]\d\d s ahead of this machine's clock; /,
    ],
  ]),
  [
    "a timestamp that no unit explains",
    { unitsPerSecond: 10n ** 12n },
    "unknown",
    /timestamp/,
  ],
  ["an old head of an idle network", { age: 7_300 }, "ok", /73\d\d s/, IDLING],
  [
    "an old head of a development node",
    { age: 7_300, client: "anvil/v1.7.1" },
    "ok",
    /73\d\d s old\.$/,
  ],
  ["block 0 for its latest", { head: 0 }, "stale", /block 0, /],
  [
    "a head below the start block",
    { head: 8 },
    "wrong-chain",
    /block 8, is below the network's startBlock 9: /,
  ],
  [
    "a head below the start block of a sandbox",
    { head: 8, sandbox: true },
    "ok",
    /it is a sandbox, not the live network; block 8, /,
  ],
  [
    "another chain id",
    { chainId: "0x1" },
    "wrong-chain",
    /: it serves chain id 1, not 32456; /,
  ],
  ["leading zeros", { chainId: "0x07ec8" }, "ok", /block 9/],
  ["chain id 0", { chainId: "0x0" }, "unknown", /0 is not a chain id/],
  [
    "no hexadecimal id",
    { chainId: 32456 },
    "unknown",
    /expected a hexadecimal/,
  ],
  [
    "block 0 of another chain with the same id, in capitals",
    { genesisHash: CAPITALS },
    "wrong-chain",
    /: it serves Gnosis Chain, /,
    SHARED_ID,
  ],
  ["block 0 of its own on a shared id", {}, "ok", /block 9/, SHARED_ID],
  [
    "a block 0 that is no block, where another chain has the same id",
    { genesisHash: "0x" },
    "unknown",
    /block 0 could not be read/,
    SHARED_ID,
  ],
  [
    "the pinned block 0",
    { genesisHash: PINNED },
    "ok",
    /block 9/,
    PINNED_CHAIN,
  ],
  [
    "another block 0 than the pinned one",
    {},
    "wrong-chain",
    /: its block 0 is 0x[0-9a-f]{64}, not the configured genesisHash /,
    PINNED_CHAIN,
  ],
  [
    "a sync under way",
    { syncing: { result: { currentBlock: "0x9" } } },
    "syncing",
    /block 9, \d s old\.$/,
  ],
  ...[true, null, {}, [1], "false", { syncing: false }].map(
    (result): Case => [
      `${JSON.stringify(result)} for its sync state`,
      { syncing: { result } },
      "unknown",
      /: whether it is syncing could not be read: eth_syncing: /,
    ],
  ),
  ["an error for it", { syncing: NO_SYNC }, "unknown", /error -32000: "no"; /],
  [
    "nothing but null",
    () => ({ result: null }),
    "unknown",
    /its chain id could/,
  ],
  ["a member twice", () => DOUBLED, "unknown", /the same member twice/],
  [
    "another request's id",
    () => ({ id: -1, result: "0x7ec8" }),
    "unknown",
    /a different id than the request's/,
  ],
  ["an HTML page", () => HTML, "unknown", /an HTML page instead of JSON/],
];

async function stateOf(network: PageNetwork, node: string) {
  const { shown, ...state } = await readNetworkState(network, node);
  const [tone, label, explanation] = shown;
  return { tone, label, explanation, ...state };
}

describe("the state of a node on the wallet page", () => {
  const closing: (() => Promise<void>)[] = [];

  afterEach(async () => {
    await Promise.all(closing.splice(0).map((close) => close()));
  });

  async function serve(node: Node): Promise<string> {
    // One time for all requests, since their answers are compared.
    const now = Math.floor(Date.now() / 1000);
    const served = await serveNode(
      typeof node === "function" ? node : devnetNode({ now, ...node }),
    );
    closing.push(served.close);
    return served.url;
  }

  for (const [title, node, state, text, network = {}] of CASES) {
    it(`given ${title}, then it is ${state}, by the verdicts of the task on the same answers`, async () => {
      const url = await serve(node);
      const page: PageNetwork = { ...NETWORK, ...network, node: url };
      const { chain, limits } = page;
      const transport = createHttpTransport({ url, retries: 0 });
      try {
        const task = await examineNode(transport, chain, limits);
        const browser = await examineNode(
          createNodeTransport(url),
          chain,
          limits,
        );
        const { readAt } = browser.view;
        const shown = await stateOf(page, url);

        expect(browser.chain).to.deep.equal(judgeChain(task.view, chain));
        expect(browser.freshness).to.deep.equal(
          judgeFreshness({ ...task.view, readAt }, limits),
        );
        expect(browser.status.state).to.equal(state);
        expect(task.status.state).to.equal(state);
        expect(`${shown.tone}: ${shown.label}: ${shown.facts}`).to.match(
          SHOWN[state],
        );
        expect(shown.facts).to.match(text);
        expect(shown.isWrongChain).to.equal(task.chain.verdict === "wrong");
        expect(shown.explanation === "").to.equal(shown.label === "Online");
        expect(shown.explanation).not.to.match(DEVELOPER_WORDS);
      } finally {
        await transport.close();
      }
    });
  }

  it("given a node that is down, then its state is unknown", async () => {
    const served = await serveNode(() => ({ result: null }));
    await served.close();

    expect(
      await stateOf({ ...NETWORK, node: null }, served.url),
    ).to.deep.include({
      tone: "unsure",
      label: "Could not check",
      isWrongChain: false,
      facts:
        "unknown: its chain id could not be read: it is unreachable, or does not allow requests from web pages (CORS).",
    });
  });

  const HARDHAT = { client: "HardhatNetwork/3.0.0" };
  const COPY =
    "This is a sandbox: a copy of Devnet for testing, not the live network. Nothing in it has any value.";
  for (const [title, node, label, words] of [
    [
      "a sandbox above the start block",
      { ...HARDHAT, sandbox: true },
      "Sandbox",
      COPY,
    ],
    [
      "a sandbox below the start block",
      { head: 8, sandbox: true },
      "Sandbox",
      COPY,
    ],
    ["another chain of a development node", HARDHAT, "Online", ""],
    [
      "a stale chain that the sandbox's deployer uses, too",
      { age: 7_300, sandbox: true },
      "Not up to date",
      "The network or its server seems to have stopped. Your wallet may show old balances, and transactions may not go through.",
    ],
  ] as const) {
    it(`given ${title}, then it is labelled ${label}`, async () => {
      const url = await serve(node);

      expect(await stateOf({ ...NETWORK, node: url }, url)).to.deep.include({
        label,
        explanation: words,
        isWrongChain: false,
      });
    });
  }

  for (const [title, network, node, found] of [
    [
      "another chain id",
      {},
      { chainId: "0x1" },
      "another network (chain ID 1)",
    ],
    [
      "another chain with the same id",
      SHARED_ID,
      { genesisHash: GNOSIS.genesisHash },
      "Gnosis Chain",
    ],
    [
      "another block 0 than the pinned one",
      PINNED_CHAIN,
      {},
      "another network with the same chain ID",
    ],
  ] as const) {
    it(`given ${title}, then the network cannot be added, and the reason names it`, async () => {
      const url = await serve(node);

      expect(
        await stateOf({ ...NETWORK, ...network, node: url }, url),
      ).to.deep.include({
        label: "Wrong network",
        isWrongChain: true,
        explanation: `Devnet cannot be added: its server is running ${found} instead.`,
      });
    });
  }

  it("given a node that is on another chain only once, then that is not proven", async () => {
    let asked = 0;
    const answer = devnetNode({});
    const url = await serve((method, params) => {
      asked += method === "eth_chainId" ? 1 : 0;
      return method === "eth_chainId" && asked === 1
        ? { result: "0x1" }
        : answer(method, params);
    });

    expect(await stateOf({ ...NETWORK, node: url }, url)).to.deep.include({
      label: "Could not check",
      isWrongChain: false,
    });
  });
});

describe("the way to ask a node from a browser", () => {
  for (const [title, answer, words] of [
    ["text that is no JSON", () => "hello", /text instead of JSON \(5 bytes\)/],
    ["an empty body", () => "", /an empty body/],
  ] as const) {
    it(`given ${title}, then the reply says so, and it does not throw`, async () => {
      const node = await serveNode(answer);
      try {
        const reply = await createNodeTransport(node.url).request(
          "eth_chainId",
          [],
        );

        expect(reply.ok).to.equal(false);
        expect(reply).to.have.property("reason").that.matches(words);
      } finally {
        await node.close();
      }
    });
  }
});
