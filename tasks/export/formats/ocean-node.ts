import { escapeCharacters, escapeUnprintable } from "../../../src/base/text.ts";
import { unsetMessage } from "../../../src/config/network-values.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { addressBookStartBlock } from "../../../src/sources/address-book/ocean-address-book.ts";
import type { ExportFormat } from "../format.ts";
import { hiddenNotes, sameIdNotes } from "../network-data.ts";

const COMMAND = "alpha export --format ocean-node";

/**
 * Characters that end or change a value without quotes for some readers of `.env` files.
 */
const SPECIAL = /[#$'`]/g;

/**
 * The variable `RPCS` of an Ocean Node, in a `.env` file: the chains that it serves and
 * indexes, by chain id. A network without the URL of a node is left out. The value has
 * no quotes, which `docker run --env-file` would keep.
 *
 * @see https://github.com/oceanprotocol/ocean-node/blob/96fb2ff/docs/env.md
 * @see https://github.com/oceanprotocol/ocean-node/blob/96fb2ff/src/utils/config/schemas.ts
 */
export const OCEAN_NODE: ExportFormat = {
  readsPortal: true,
  readsEndpoints: true,
  render: ({ networks }) => {
    const gaps: string[] = [];
    const chains = networks.flatMap(({ network, portal, endpoints = [] }) => {
      const { name, values } = network;
      const { value: rpc } =
        portal?.fields.find(({ field }) => field === "nodeUri") ?? {};
      if (typeof rpc !== "string") {
        gaps.push(unsetMessage(name, "portal.nodeUri"));
        return [];
      }
      const { chainId } = values;
      const startBlock = addressBookStartBlock(network);
      const chain = { rpc, chainId, network: name, startBlock };
      const fallbackRPCs = endpoints.map(({ value }) => value);
      return [fallbackRPCs.length === 0 ? chain : { ...chain, fallbackRPCs }];
    });
    const rpcs = JSON.stringify(
      Object.fromEntries(chains.map((chain) => [chain.chainId, chain])),
    );
    const value = escapeCharacters(escapeUnprintable(rpcs), SPECIAL);
    return {
      text:
        chains.length === 0
          ? undefined
          : `# ${generatedBy(COMMAND)}\nRPCS=${value}`,
      gaps,
      notes: [
        ...networks.flatMap((exported) => hiddenNotes(exported, ["nodeUri"])),
        ...sameIdNotes(networks),
      ],
    };
  },
};
