import { copiedValues, mayBeShared, type OtherValue } from "../copies.ts";
import {
  isLocalHost,
  type NetworkIndex,
  plainUrl,
  readHttpUrl,
} from "../network-index.ts";
import { listed, printedBy, publicText, stringsOf, titleOf } from "../texts.ts";
import type { LintEntry, LintRule } from "../types.ts";

export const COPIED_NETWORK: LintRule = {
  id: "copied-network",
  severity: "error",
  summary:
    "An entry of another chain with the node, explorer, subgraph or contracts of one of the networks.",
  fix: "Use the chain's own values, or correct its chain id.",
  *check({ file, index }) {
    for (const entry of file.entries) {
      const copied = copiedValues(entry, index);
      const [first] = copied;
      if (first === undefined) {
        continue;
      }
      const { chain, chainId } = entry;
      const parts = [...Map.groupBy(copied, ({ network }) => network)].map(
        ([network, values]) => describeCopied(network, values, index),
      );
      const id = chain.members.get("chainId") ?? chain.members.get("networkId");
      yield {
        place: id?.at ?? chain.place,
        message: `${titleOf(entry)}${chainId === undefined ? "" : ` (chain id ${chainId})`} has ${parts.join("; and ")}.`,
        fix: `If it is ${first.network}, correct its chain id. Otherwise use its own values. ${printedBy(
          entry,
          entry.fields
            .filter(({ member }) =>
              copied.some(({ name }) => name === member.name),
            )
            .map(({ field }) => field),
        )}`.trim(),
      };
    }
  },
};

function describeCopied(
  network: OtherValue["network"],
  values: readonly OtherValue[],
  { known }: NetworkIndex,
): string {
  const id = known.find(({ name }) => name === network)?.chainId;
  // What proves a copy first.
  const sorted = values.toSorted(
    (one, other) =>
      Number(mayBeShared(one)) - Number(mayBeShared(other)) ||
      Number(one.kind === "contract") - Number(other.kind === "contract"),
  );
  const names = [...new Set(sorted.map(({ name }) => name))];
  return `${names.length === 1 ? "a value" : `${names.length} values`} of ${network} (${id}): ${listed(names)}`;
}

/** What serves one chain, in a portal's entry and in a wallet's. */
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
  *check({ file, index }) {
    const first = new Map<string, { entry: LintEntry; line: number }>();
    const entries = file.entries.filter(
      (entry) =>
        entry.chainId !== undefined && copiedValues(entry, index).length === 0,
    );
    for (const entry of entries) {
      for (const { name, text, place } of stringsOf(entry)) {
        const url = readHttpUrl(text);
        const service = OWN_URLS.get(name);
        if (url === undefined || service === undefined) {
          continue;
        }
        const key = `${service} ${plainUrl(url)}`;
        const other = first.get(key) ?? { entry, line: place.line };
        first.set(key, other);
        if (other.entry.chainId !== entry.chainId) {
          const isNode = service === "node";
          yield {
            place,
            message: `${titleOf(entry)} has the same ${service} as ${titleOf(other.entry)} (line ${other.line}), so one of them has the other's ${service}: ${publicText(url.href)}.`,
            severity: isNode && !isLocalHost(url) ? undefined : "warning",
            fix: isNode
              ? undefined
              : "Correct the one that is wrong, or add the path of each chain. No change is needed if the explorer shows both chains at this URL.",
          };
        }
      }
    }
  },
};
