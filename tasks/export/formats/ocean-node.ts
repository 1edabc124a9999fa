import { escapeUnprintable } from "../../../src/base/text.ts";
import { unsetMessage } from "../../../src/config/network-values.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import { addressBookStartBlock } from "../../../src/sources/address-book/ocean-address-book.ts";
import type { ExportFormat } from "../format.ts";
import { hiddenNotes, sameIdNotes } from "../network-data.ts";

const COMMAND = "alpha export --format ocean-node";

/**
 * The variable `RPCS` of an Ocean Node, in a `.env` file: the chains that it serves and
 * indexes, by chain id. A network without the URL of a node is left out.
 *
 * @see https://github.com/oceanprotocol/ocean-node/blob/96fb2ff/docs/env.md
 * @see https://github.com/oceanprotocol/ocean-node/blob/96fb2ff/src/utils/config/schemas.ts
 */
export const OCEAN_NODE: ExportFormat = {
  readsPortal: true,
  render: ({ networks }) => {
    const gaps: string[] = [];
    const chains = networks.flatMap(({ network, portal }) => {
      const { name, values } = network;
      const { value: rpc } =
        portal?.fields.find(({ field }) => field === "nodeUri") ?? {};
      if (typeof rpc !== "string") {
        gaps.push(unsetMessage(name, "portal.nodeUri"));
        return [];
      }
      const { chainId } = values;
      const startBlock = addressBookStartBlock(network);
      return [{ rpc, chainId, network: name, startBlock }];
    });
    const rpcs = JSON.stringify(
      Object.fromEntries(chains.map((chain) => [chain.chainId, chain])),
    );
    return {
      text:
        chains.length === 0
          ? undefined
          : // JSON escapes what a quoted text cannot have, but an apostrophe.
            `# ${generatedBy(COMMAND)}\nRPCS='${escapeUnprintable(rpcs).replaceAll("'", "\\u0027")}'`,
      gaps,
      notes: [
        ...networks.flatMap((exported) => hiddenNotes(exported, ["nodeUri"])),
        ...sameIdNotes(networks),
      ],
    };
  },
};
