import { isAddress } from "../base/address.ts";
import type { NetworkIndex, Use } from "./network-index.ts";
import { stringsOf } from "./texts.ts";
import type { ForeignValue, LintEntry } from "./types.ts";

/** Services that may serve several chains, and accounts that may be on several. */
const SHARED_PATHS = new Set([
  "metadataCacheUri",
  "providerUri",
  "portal.providerAddress",
]);
/** A service of one chain, so that one of them is enough to prove a copy. */
const OWN_SERVICES = new Set(["nodeUri", "explorerUri", "subgraphUri"]);
/** By chance, a contract may have one address on several chains. */
const MIN_CONTRACTS = 2;

/** The values of an entry that belong to other networks than its own. */
export function foreignValues(
  entry: Pick<LintEntry, "chain" | "network" | "chainId">,
  index: NetworkIndex,
): readonly ForeignValue[] {
  const values: ForeignValue[] = [];
  for (const string of stringsOf(entry)) {
    const isContract = isAddress(string.text);
    // A URL that is used for several services counts as that of one chain.
    const [use] = usesOnOtherNetworks(entry, string.text, index).toSorted(
      (one, other) => Number(mayBeShared(one)) - Number(mayBeShared(other)),
    );
    if (use !== undefined && !(isContract && mayBeShared(use))) {
      values.push({ ...string, ...use, isContract });
    }
  }
  return values;
}

/**
 * The uses of a value on other networks; none if the entry's own network uses it
 * too. An entry whose network is not identified may be any network with its chain
 * id.
 */
function usesOnOtherNetworks(
  { network, chainId }: Pick<LintEntry, "network" | "chainId">,
  text: string,
  { known, usesOf }: NetworkIndex,
): readonly Use[] {
  const uses = usesOf(text);
  const possible =
    network === undefined
      ? known.filter((one) => [undefined, one.chainId].includes(chainId))
      : [network];
  const isOwn = uses.some((use) =>
    possible.some(({ name }) => name === use.network),
  );
  if (isOwn) {
    return [];
  }
  return uses;
}

/** True if several chains may share a service or an account. */
export function mayBeShared({ path }: Use): boolean {
  return SHARED_PATHS.has(path);
}

/**
 * The values that an entry was copied with: it has the node, the explorer or the
 * subgraph of another network, or two or more of its contracts. The provider counts
 * as well, but one of the networks may share it with another one. Empty if the entry
 * was not copied.
 */
export function copiedValues(
  foreign: readonly ForeignValue[],
  isIdentified: boolean,
): readonly ForeignValue[] {
  const byNetwork = Map.groupBy(foreign, ({ network }) => network);
  const copied: ForeignValue[] = [];
  for (const values of byNetwork.values()) {
    const contracts = values.filter(({ isContract }) => isContract);
    const addresses = new Set(contracts.map(({ text }) => text.toLowerCase()));
    const hasProvider = values.some(({ path }) => path === "providerUri");
    const isCopied =
      values.some(({ path }) => OWN_SERVICES.has(path)) ||
      (hasProvider && !isIdentified) ||
      addresses.size + (hasProvider ? 1 : 0) >= MIN_CONTRACTS;
    if (isCopied) {
      copied.push(...values);
    }
  }
  return copied;
}
