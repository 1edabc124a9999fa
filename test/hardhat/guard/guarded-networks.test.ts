import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { NetworkConnectionParams } from "hardhat/types/network";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import { GNOSIS_GENESIS, startChainNode } from "../../support/chain-node.ts";
import { closing } from "../../support/connections.ts";
import { nodeAt, outcomeOf, sentTo } from "./sending.ts";

interface Case {
  readonly config: (url: string) => HardhatUserConfig;
  /** Default: the third network. */
  readonly connect?: string | ((url: string) => NetworkConnectionParams);
  /** What the message includes in place of Gnosis Chain. */
  readonly reason?: string;
}

/** What callers without types may pass. */
const without = (field: string): object => ({ [field]: undefined });
const marked =
  (alphaNetwork: "devnet" | "third" | undefined) =>
  (url: string): HardhatUserConfig => {
    const fields = { type: "http" as const, url, chainId: 100 };
    const mark = alphaNetwork && { alphaNetwork };
    return { networks: { mine: { ...fields, ...mark } } };
  };
const GUARDED: Readonly<Record<string, Case>> = {
  "devnet with the third network's chain id": {
    config: (url) => ({
      alpha: { networks: { devnet: { url, chainId: 100 }, third: false } },
    }),
    connect: "devnet",
  },
  "a connection that overrides the chain id of devnet": {
    config: (url) => nodeAt(url, { network: "devnet" }),
    connect: () => ({ network: "devnet", override: { chainId: 100 } }),
  },
  "a Hardhat network with that chain id, marked as devnet": {
    config: marked("devnet"),
    connect: "mine",
  },
  "a Hardhat network of the user's, marked as the third network": {
    config: marked("third"),
    connect: "mine",
    reason: 'The transaction on "mine" was not sent',
  },
  "a connection that removes the chain id of the third network": {
    config: nodeAt,
    connect: () => ({ network: "third", override: without("chainId") }),
  },
  "a connection that removes the mark of a network": {
    config: marked("third"),
    connect: () => ({ network: "mine", override: without("alphaNetwork") }),
    reason: "cannot override its alphaNetwork to undefined",
  },
  "a connection that marks the third network as another one": {
    config: nodeAt,
    connect: (url) => ({
      network: "third",
      override: { alphaNetwork: "devnet", url },
    }),
    reason: "cannot override its alphaNetwork to devnet",
  },
};

const UNGUARDED: Readonly<Record<string, Case>> = {
  "guard: false": { config: (url) => nodeAt(url, { guard: false }) },
  "a Hardhat network with that chain id that is not marked": {
    config: marked(undefined),
    connect: "mine",
  },
};

/** A transaction to a node of Gnosis Chain: what comes of it, and what it was asked. */
async function sendToGnosis({ config, connect = "third" }: Case) {
  await using node = await startChainNode({ genesis: GNOSIS_GENESIS });
  const { network } = await createAlphaHre(config(node.url));
  const parameters = typeof connect === "string" ? connect : connect(node.url);
  const outcome = await network.create(parameters).then(
    async (created) => {
      await using connection = closing(created);
      return await outcomeOf(connection);
    },
    (error: Error) => error.message,
  );
  return { outcome, ...node };
}

describe("a transaction to a node of Gnosis Chain", () => {
  for (const [title, each] of Object.entries(GUARDED)) {
    it(`given ${title}, is not sent`, async () => {
      const { outcome, ...node } = await sendToGnosis(each);

      expect(outcome).to.include(each.reason ?? "Gnosis Chain");
      expect(sentTo(node)).to.deep.equal([]);
    });
  }

  for (const [title, each] of Object.entries(UNGUARDED)) {
    it(`given ${title}, is sent, and nothing of the chain is read`, async () => {
      const { outcome, ...node } = await sendToGnosis(each);

      expect(outcome).to.equal("sent");
      expect(sentTo(node)).to.deep.equal(["eth_sendTransaction"]);
      expect(node.methods).not.to.include("eth_getCode");
    });
  }
});
