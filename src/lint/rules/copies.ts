import { isAddress } from "../../base/address.ts";
import { plainUrl } from "../../base/text.ts";
import { idOf } from "../../sources/portal/chains-in.ts";
import {
  isLocalHost,
  type NetworkIndex,
  readHttpUrl,
  type Use,
} from "../network-index.ts";
import { adviceFor, listed, publicText, stringsOf, titleOf } from "../texts.ts";
import type {
  ForeignValue,
  LintEntry,
  LintInput,
  LintProblem,
  LintRule,
} from "../types.ts";
import { each, entriesIn } from "../types.ts";

export const COPIED_NETWORK: LintRule = {
  id: "copied-network",
  severity: "error",
  summary:
    "An entry of another chain with the node, explorer, subgraph or contracts of one of the networks.",
  fix: "Use the chain's own values, or correct its chain id.",
  find: each(entriesIn, (entry, { index }) => {
    const { chain, chainId, copied } = entry;
    const [first] = copied;
    if (first === undefined) {
      return undefined;
    }
    const parts: string[] = [];
    for (const [network, values] of Map.groupBy(
      copied,
      (value) => value.network,
    )) {
      parts.push(describeCopied(network, values, index));
    }
    const names = new Set(copied.map(({ name }) => name));
    const fields = entry.fields.filter(({ member }) => names.has(member.name));
    const id = chainId === undefined ? "" : ` (chain id ${chainId})`;
    return {
      place: idOf(chain)?.at ?? chain.place,
      message: `${titleOf(entry)}${id} has ${parts.join("; and ")}.`,
      fix: adviceFor(
        entry,
        `If it is ${first.network}, correct its chain id. Otherwise use its own values.`,
        fields.map(({ field }) => field),
      ),
    };
  }),
};

function describeCopied(
  network: ForeignValue["network"],
  values: readonly ForeignValue[],
  { known }: NetworkIndex,
): string {
  const id = known.find(({ name }) => name === network)?.chainId;
  // The values that prove a copy come first.
  const sorted = values.toSorted(
    (one, other) =>
      Number(mayBeShared(one)) - Number(mayBeShared(other)) ||
      Number(one.isContract) - Number(other.isContract),
  );
  const names = [...new Set(sorted.map(({ name }) => name))];
  const count = names.length === 1 ? "a value" : `${names.length} values`;
  return `${count} of ${network} (${id}): ${listed(names)}`;
}

/** Services of one chain, in a portal's entry and in a wallet's. */
const OWN_URLS = new Map([
  ["nodeUri", "node"],
  ["rpc", "node"],
  ["explorerUri", "explorer"],
  ["explorers.url", "explorer"],
]);

export const SHARED_URL: LintRule = {
  id: "shared-url",
  severity: "error",
  summary:
    "Two chains with one node or explorer. A warning for an explorer and a local node.",
  fix: "Correct the one that is wrong: a node serves one chain.",
  find: sharedUrlsIn,
};

/** The URLs of services that another chain has on an earlier line. */
function* sharedUrlsIn(input: LintInput): Generator<LintProblem> {
  const first = new Map<string, { other: LintEntry; line: number }>();
  for (const entry of entriesIn(input)) {
    if (entry.chainId === undefined || entry.copied.length > 0) {
      continue;
    }
    for (const { name, text, place } of stringsOf(entry)) {
      const url = readHttpUrl(text);
      const service = OWN_URLS.get(name);
      if (url === undefined || service === undefined) {
        continue;
      }
      const key = `${service} ${plainUrl(url)}`;
      const earlier = first.get(key) ?? { other: entry, line: place.line };
      first.set(key, earlier);
      const { other, line } = earlier;
      if (other.chainId !== entry.chainId) {
        const isExplorer = service === "explorer";
        yield {
          place,
          message: `${titleOf(entry)} has the same ${service} as ${titleOf(other)} (line ${line}), so one of them has the other's ${service}: ${publicText(url.href)}.`,
          severity: isExplorer || isLocalHost(url) ? "warning" : undefined,
          fix: isExplorer ? SHARED_EXPLORER : undefined,
        };
      }
    }
  }
}

const SHARED_EXPLORER =
  "Correct the one that is wrong, or add the path of each chain. No change is needed if the explorer shows both chains at this URL.";

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
