import { expect } from "chai";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { NetworkConnectionParams } from "hardhat/types/network";

import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type ChainNode,
  GNOSIS_GENESIS,
  startChainNode,
} from "../../support/chain-node.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { TRANSACTION } from "./transaction.ts";

interface Case {
  readonly title: string;
  readonly config: (url: string) => HardhatUserConfig;
  readonly connect: (url: string) => NetworkConnectionParams | string;
}

const live = (url: string, rest: object = {}) => ({
  url,
  hardhat: { accounts: "remote" as const },
  ...rest,
});
/** What callers without types may pass. */
const without = (field: string): object => ({ [field]: undefined });
const marked = (url: string, alphaNetwork: "devnet" | "third") => ({
  networks: {
    mine: { type: "http" as const, url, alphaNetwork, chainId: 100 },
  },
});

/** Sends a transaction to a node of Gnosis Chain. */
async function sendToGnosis(
  { config, connect }: Case,
  judge: (send: () => Promise<unknown>, node: ChainNode) => Promise<void>,
): Promise<void> {
  const node = await startChainNode({ genesis: GNOSIS_GENESIS });
  try {
    const hre = await createAlphaHre(config(node.url));
    const { provider, close } = await hre.network.create(connect(node.url));
    await judge(
      () =>
        provider.request({
          method: "eth_sendTransaction",
          params: [TRANSACTION],
        }),
      node,
    );
    await close();
  } finally {
    await node.close();
  }
}

const sent = ({ methods }: ChainNode) =>
  methods.filter((method) => /send|sign/i.test(method));

const GUARDED: readonly Case[] = [
  {
    title: "devnet with the third network's chain id",
    config: (url) => ({
      alpha: {
        networks: {
          devnet: live(url, { chainId: 100, networkId: 100 }),
          third: false,
        },
      },
    }),
    connect: () => "devnet",
  },
  {
    title: "the same id, given by its portal's value",
    config: (url) => ({
      alpha: {
        networks: {
          testnet: live(url, { portal: { chainId: 100 } }),
          third: false,
        },
      },
    }),
    connect: () => "testnet",
  },
  {
    title: "a connection that overrides the chain id of devnet",
    config: (url) => ({ alpha: { networks: { devnet: live(url) } } }),
    connect: () => ({ network: "devnet", override: { chainId: 100 } }),
  },
  {
    title: "a Hardhat network with that chain id, marked as devnet",
    config: (url) => marked(url, "devnet"),
    connect: () => "mine",
  },
  {
    title: "a connection that removes the chain id of the third network",
    config: (url) => ({ alpha: { networks: { third: live(url) } } }),
    connect: () => ({ network: "third", override: without("chainId") }),
  },
  {
    title: "a connection that removes the mark of a network",
    config: (url) => marked(url, "third"),
    connect: () => ({ network: "mine", override: without("alphaNetwork") }),
  },
  {
    title: "a connection that marks the third network as another one",
    config: (url) => ({ alpha: { networks: { third: live(url) } } }),
    connect: (url) => ({
      network: "third",
      override: { alphaNetwork: "devnet", url },
    }),
  },
];

const UNGUARDED: readonly Case[] = [
  {
    title: "guard: false on devnet with that chain id",
    config: (url) => ({
      alpha: {
        networks: {
          devnet: live(url, { chainId: 100, guard: false }),
          third: false,
        },
      },
    }),
    connect: () => "devnet",
  },
  {
    title: "a network of the project's own that is Gnosis Chain",
    config: (url) => ({
      alpha: {
        networks: {
          mine: live(url, {
            like: "third",
            chainId: 100,
            genesisHash: GNOSIS_GENESIS,
          }),
          third: false,
        },
      },
    }),
    connect: () => "mine",
  },
];

describe("a transaction to a node of Gnosis Chain", () => {
  for (const each of GUARDED) {
    it(`given ${each.title}, is not sent`, async () => {
      await sendToGnosis(each, async (send, node) => {
        expect(await pluginMessageOf(send)).to.include("Gnosis Chain");
        expect(sent(node)).to.eql([]);
      });
    });
  }

  for (const each of UNGUARDED) {
    it(`given ${each.title}, is sent`, async () => {
      await sendToGnosis(each, async (send, node) => {
        await send();

        expect(sent(node)).to.eql(["eth_sendTransaction"]);
      });
    });
  }
});
