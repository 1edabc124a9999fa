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
      const fallbackRPCs = endpoints.map(({ value }) => value);
      return {
        rpc,
        ...(fallbackRPCs.length === 0 ? {} : { fallbackRPCs }),
        chainId,
        network: name,
        startBlock,
      };
    });
    const rpcs = JSON.stringify(
      Object.fromEntries(chains.map((chain) => [chain.chainId, chain])),
    );
    return {
      text:
        chains.length === 0
          ? undefined
          : `# ${generatedBy(COMMAND)}\n# A shell needs the value in single quotes, which docker --env-file does not remove.\nRPCS=${withoutSyntax(rpcs)}`,
      gaps,
      notes: [
        ...networks.flatMap((exported) =>
          hiddenNotes(exported, ["nodeUri", "endpoints"]),
        ),
        ...sameIdNotes(networks),
      ],
    };
  },
};

/** JSON with escapes in place of what has a meaning in .env files and shells. */
function withoutSyntax(json: string): string {
  return escapeUnprintable(json).replaceAll(
    /['#$`]/g,
    (character) =>
      `\\u00${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}
