import type { AlphaConfig, ResolvedAlphaNetwork } from "../config/types.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
} from "../networks/definitions.ts";
import { knownNames } from "../sources/source-kind.ts";
import { indexAddresses, indexUrls } from "./indexes.ts";
import type { LintEntry, LintKnowledge } from "./types.ts";

/** What a project's resolved configuration knows, to hold files against. */
export function lintKnowledge({ networks }: AlphaConfig): LintKnowledge {
  const on = ALPHA_NETWORK_NAMES.map((name) => networks[name]).filter(
    (network) => network !== undefined,
  );
  return {
    networks: on.map((network) => ({
      network,
      names: knownNames(network.name, network.definition, nameIn(network)),
    })),
    addresses: indexAddresses(on),
    urls: indexUrls(on),
  };
}

function nameIn({ portal }: ResolvedAlphaNetwork): string | undefined {
  const { network: name } = portal;
  return typeof name === "string" ? name : undefined;
}

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
