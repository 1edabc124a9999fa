import { NETWORK_DEFINITIONS } from "../../networks/definitions.ts";
import type { LintEntry, LintKnowledge, LintRule } from "../types.ts";

/** Chains that are not known, so that only general rules hold for them. */
export const UNIDENTIFIED_CHAIN: LintRule = {
  id: "unidentified-chain",
  severity: "note",
  summary: "A chain that is none of the networks of the Hardhat config.",
  fix: "Nothing, if it is another chain. Else correct its chain id, or its network.",
  *check({ file, knowledge }) {
    for (const entry of file.entries) {
      if (entry.network === undefined && entry.chainId !== undefined) {
        yield {
          place: entry.chain.members.get("chainId")?.at ?? entry.chain.place,
          ...describe(entry, entry.chainId, knowledge),
        };
      }
    }
  },
};

function describe(
  { names }: LintEntry,
  chainId: number,
  { networks }: LintKnowledge,
) {
  const shared = networks.find(
    ({ network }) => network.values.chainId === chainId,
  );
  if (shared === undefined) {
    return {
      message: `Chain ${chainId} is none of the networks, so its addresses and URLs are held against nothing.`,
    };
  }
  const { name } = shared.network;
  const others = NETWORK_DEFINITIONS[name].namesakes
    .map((namesake) => namesake.name)
    .join(", ");
  return {
    severity: "warning" as const,
    message: `Chain ${chainId} is ${name} or ${others}, and ${names.length === 0 ? "it has no name that tells" : "its name does not tell"}: its addresses and URLs are held against nothing.`,
    fix: `Set network to ${JSON.stringify(shared.network.portal["network"] ?? name)} if it is ${name}.`,
  };
}
