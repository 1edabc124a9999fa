import { isAddress } from "../base/address.ts";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { Place } from "../sources/values.ts";
import { type NetworkIndex, usesOnOtherNetworks } from "./network-index.ts";
import { stringsOf } from "./texts.ts";
import type { LintEntry } from "./types.ts";

/** A value of an entry that belongs to another one of the networks. */
export interface OtherValue {
  readonly network: AlphaNetworkName;
  /** What it is there: `nodeUri`, `registry.Dispenser`. */
  readonly use: string;
  readonly kind: "contract" | "url";
  /** The entry's own name of it. */
  readonly name: string;
  readonly text: string;
  readonly place: Place;
}

/** Services that may serve several chains, and accounts that may be on several. */
const SHARED_USES = new Set([
  "metadataCacheUri",
  "providerUri",
  "portal.providerAddress",
]);
/** A service of one chain, so that one of them is enough to prove a copy. */
const OWN_SERVICES = new Set(["nodeUri", "explorerUri", "subgraphUri"]);
/** By chance, a contract may have one address on several chains. */
const MIN_CONTRACTS = 2;

const cache = new WeakMap<LintEntry, readonly OtherValue[]>();

/** The values of an entry that belong to other networks than its own. */
export function valuesOfOthers(
  entry: LintEntry,
  index: NetworkIndex,
): readonly OtherValue[] {
  const known = cache.get(entry);
  if (known !== undefined) {
    return known;
  }
  const found = [...stringsOf(entry)].flatMap(
    ({ name, text, place }): OtherValue[] => {
      const kind = isAddress(text) ? "contract" : "url";
      // A URL that is used for several services counts as that of one chain.
      const [use] = usesOnOtherNetworks(entry, text, index).toSorted(
        (one, other) =>
          Number(SHARED_USES.has(one.path)) -
          Number(SHARED_USES.has(other.path)),
      );
      return use === undefined ||
        (kind === "contract" && SHARED_USES.has(use.path))
        ? []
        : [{ network: use.network, use: use.path, kind, name, text, place }];
    },
  );
  cache.set(entry, found);
  return found;
}

/** Whether a service or an account may be shared by several chains. */
export function mayBeShared({ use }: OtherValue): boolean {
  return SHARED_USES.has(use);
}

/**
 * The values that an entry was copied with: it has the node, the explorer or the
 * subgraph of another network, or two or more of its contracts. The provider counts
 * as well, but one of the networks may share it with another one. Empty if the entry
 * was not copied.
 */
export function copiedValues(
  entry: LintEntry,
  index: NetworkIndex,
): readonly OtherValue[] {
  const byNetwork = Map.groupBy(
    valuesOfOthers(entry, index),
    ({ network }) => network,
  );
  return [...byNetwork.values()].flatMap((values) => {
    const contracts = new Set(
      values
        .filter(({ kind }) => kind === "contract")
        .map(({ text }) => text.toLowerCase()),
    );
    const hasProvider = values.some(({ use }) => use === "providerUri");
    const isCopied =
      values.some(({ use }) => OWN_SERVICES.has(use)) ||
      (hasProvider && entry.network === undefined) ||
      contracts.size + (hasProvider ? 1 : 0) >= MIN_CONTRACTS;
    return isCopied ? values : [];
  });
}
