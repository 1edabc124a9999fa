import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { LintEntry, LintKnowledge } from "./types.ts";

/**
 * What a value is, where that is nothing on the entry's own network. An entry that
 * is not identified may be any network with its chain id.
 */
export function strangersTo<T extends { readonly network: AlphaNetworkName }>(
  { network, chainId }: LintEntry,
  known: readonly T[],
  { networks }: LintKnowledge,
): readonly T[] {
  const isOwn = known.some(({ network: name }) =>
    network === undefined
      ? networks.some(
          (candidate) =>
            candidate.network.name === name &&
            (chainId === undefined ||
              candidate.network.values.chainId === chainId),
        )
      : network.network.name === name,
  );
  return isOwn ? [] : known;
}
