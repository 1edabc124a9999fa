import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { textIn } from "../sources/value-in.ts";
import type { KnownNetwork, LintEntry, LintKnowledge } from "./types.ts";

/**
 * The network that an entry is: by its chain id, and by its name too where other
 * chains have that id. Without a known chain id by a name that is one network's
 * alone. `undefined` where it is none, or that is not certain.
 */
export function identifyEntry(
  {
    names,
    chainId,
    kind,
    chain,
  }: Pick<LintEntry, "names" | "chainId" | "kind" | "chain">,
  { networks }: LintKnowledge,
): KnownNetwork | undefined {
  const isNamed = (known: KnownNetwork): boolean =>
    names.some(
      (name) =>
        known.names.has(name) ||
        (kind === "metadata" && name === known.network.values.displayName),
    ) || known.names.has(textIn(chain.members.get("shortName")?.value) ?? "");
  if (chainId === undefined) {
    const named = networks.filter(isNamed);
    return named.length === 1 ? named[0] : undefined;
  }
  return networks.find((known) => {
    const { name, values } = known.network;
    const isShared = NETWORK_DEFINITIONS[name].namesakes.length > 0;
    return values.chainId === chainId && (!isShared || isNamed(known));
  });
}
