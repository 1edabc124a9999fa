import { numberIn } from "../../sources/value-in.ts";
import { quoted } from "../quoted.ts";
import type { LintRule } from "../types.ts";

/** Names and network ids that are another network's than the chain id. */
export const CHAIN_NAME: LintRule = {
  id: "chain-name",
  severity: "error",
  summary: "A chain id and a name, or a network id, of different networks.",
  fix: "Correct the one that is wrong.",
  *check({ file, knowledge }) {
    for (const { chain, chainId, names, network, kind } of file.entries) {
      const id = chain.members.get("chainId");
      if (chainId === undefined || id === undefined) {
        continue;
      }
      for (const name of kind === "portal" ? names : []) {
        const named = knowledge.networks.filter((known) =>
          known.names.has(name),
        );
        if (
          named.length > 0 &&
          named.every((known) => known.network.values.chainId !== chainId)
        ) {
          yield {
            place: id.at,
            message: `The chain id is ${chainId}, and ${quoted(name)} is ${named.map((known) => `${known.network.name}, ${known.network.values.chainId}`).join(" or ")}.`,
          };
        }
      }
      const member = chain.members.get("networkId");
      const networkId = numberIn(member?.value);
      if (
        member !== undefined &&
        networkId !== undefined &&
        network !== undefined &&
        networkId !== network.network.values.networkId
      ) {
        yield {
          place: member.at,
          message: `The networkId is ${networkId}, and ${network.network.values.networkId} on ${network.network.name}.`,
        };
      }
    }
  },
};
