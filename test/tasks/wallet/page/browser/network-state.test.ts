import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";

import { NETWORK_DEFINITIONS } from "../../../../../src/networks/definitions.ts";
import { createHttpTransport } from "../../../../../src/rpc/http-transport.ts";
import type { NodeState } from "../../../../../src/status/report.ts";
import { examineNode } from "../../../../../src/status/status-of-node.ts";
import { readNetworkState } from "../../../../../tasks/wallet/page/browser/network-state.ts";
import type { PageNetwork } from "../../../../../tasks/wallet/page/page-data.ts";
import { REPOSITORY } from "../../../../support/repository-files.ts";
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

const PINNED_CHAIN = { chain: { ...NETWORK.chain, genesisHash: PINNED } };
const CAPITALS = `0x${GNOSIS.genesisHash.slice(2).toUpperCase()}`;
const HTML = "<!doctype html><title>Hello</title>";

const CASES: readonly Case[] = [
  ["a head of now", { age: 30 }, "ok", /: block 9, 3\d s old\. /],
  [
    "an old head, in nanoseconds",
    { age: 7_300, unitsPerSecond: 10n ** 9n },
    "stale",
    /: its latest block is 73\d\d s old, .*; block 9, 73\d\d s old\. /,
  ],
  [
    "a head of the future",
    { age: -7_300 },
    "unknown",
    /7[23]\d\d s ahead of this machine's clock; /,
  ],
  [
    "a head below the start block",
    { head: 8 },
    "wrong-chain",
    /block 8, is below the network's startBlock 9: /,
  ],
  [
    "a sandbox above the start block",
    { client: "HardhatNetwork/3.0.0", sandbox: true },
    "ok",
    /This is a sandbox: a copy of Devnet for testing, not the live network/,
  ],
  [
    "a sandbox below the start block",
    { head: 8, sandbox: true },
    "ok",
    /it is a sandbox, not the live network; block 8, .*This is a sandbox: /,
  ],
  [
    "a stale chain that the sandbox's deployer uses, too",
    { age: 7_300, sandbox: true },
    "stale",
    /: its latest block is /,
  ],
  [
    "another chain id",
    { chainId: "0x1" },
    "wrong-chain",
    /: it serves chain id 1, not 32456; .* running another network \(chain ID 1\) /,
  ],
  [
    "block 0 of another chain with the same id, in capitals",
    { genesisHash: CAPITALS },
    "wrong-chain",
    /: it serves Gnosis Chain, .* running Gnosis Chain instead\.$/,
    SHARED_ID,
  ],
  [
    "a block 0 that is no block, where another chain has the same id",
    { genesisHash: "0x" },
    "unknown",
    /block 0 could not be read/,
    SHARED_ID,
  ],
  [
    "another block 0 than the pinned one",
    {},
    "wrong-chain",
    /: its block 0 is 0x[0-9a-f]{64}, not .* with the same chain ID instead\.$/,
    PINNED_CHAIN,
  ],
  [
    "a sync under way",
    { syncing: { result: { currentBlock: "0x9" } } },
    "syncing",
    /block 9, \d s old\. /,
  ],
  [
    "null for its sync state",
    { syncing: { result: null } },
    "unknown",
    /: whether it is syncing could not be read: eth_syncing: /,
  ],
  [
    "another request's id",
    () => ({ id: -1, result: "0x7ec8" }),
    "unknown",
    /a different id than the request's/,
  ],
  ["an HTML page", () => HTML, "unknown", /an HTML page instead of JSON/],
];

const MARKUP = readFileSync(
  join(REPOSITORY, "tasks/wallet/page/wallet-page.html"),
  "utf8",
);

/** The state of a node, in the words of the page's markup. */
async function stateOf(network: PageNetwork, node: string) {
  const { state, other, facts } = await readNetworkState(network, node);
  const [, tone, label, text = ""] =
    new RegExp(
      `<template id="state-${state}"><p data-tone="([^"]*)" data-label="([^"]*)">(.*)</p></template>`,
    ).exec(MARKUP) ?? [];
  const explanation = text
    .replace('<span data-text="name"></span>', network.name)
    .replace('<span data-text="other"></span>', `${other}`);
  const isWrongChain = state === "other-network";
  return { tone, label, explanation, isWrongChain, facts };
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
        const shown = await stateOf(page, url);

        expect(task.status.state).to.equal(state);
        expect(`${shown.tone}: ${shown.label}: ${shown.facts}`).to.match(
          SHOWN[state],
        );
        expect(`${shown.facts} ${shown.explanation}`).to.match(text);
        expect(shown.isWrongChain).to.equal(task.chain.verdict === "wrong");
        expect(shown.explanation === "").to.equal(shown.label === "Online");
        expect(shown.explanation).not.to.match(DEVELOPER_WORDS);
      } finally {
        await transport.close();
      }
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
