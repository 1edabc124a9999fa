import { idOf } from "../../sources/portal/chains-in.ts";
import { mayBeShared } from "../copies.ts";
import {
  isLocalHost,
  type NetworkIndex,
  plainUrl,
  readHttpUrl,
} from "../network-index.ts";
import { listed, printedBy, publicText, stringsOf, titleOf } from "../texts.ts";
import type { ForeignValue, LintEntry, LintRule } from "../types.ts";

export const COPIED_NETWORK: LintRule = {
  id: "copied-network",
  severity: "error",
  summary:
    "An entry of another chain with the node, explorer, subgraph or contracts of one of the networks.",
  fix: "Use the chain's own values, or correct its chain id.",
  *checkEntry(entry, { index }) {
    const { chain, chainId, copied } = entry;
    const [first] = copied;
    if (first !== undefined) {
      const parts = [...Map.groupBy(copied, ({ network }) => network)].map(
        ([network, values]) => describeCopied(network, values, index),
      );
      const fields = entry.fields.filter(({ member }) =>
        copied.some(({ name }) => name === member.name),
      );
      const printed = printedBy(
        entry,
        fields.map(({ field }) => field),
      );
      yield {
        place: idOf(chain)?.at ?? chain.place,
        message: `${titleOf(entry)}${chainId === undefined ? "" : ` (chain id ${chainId})`} has ${parts.join("; and ")}.`,
        fix: `If it is ${first.network}, correct its chain id. Otherwise use its own values. ${printed}`.trim(),
      };
    }
  },
};

function describeCopied(
  network: ForeignValue["network"],
  values: readonly ForeignValue[],
  { known }: NetworkIndex,
): string {
  const id = known.find(({ name }) => name === network)?.chainId;
  // What proves a copy first.
  const sorted = values.toSorted(
    (one, other) =>
      Number(mayBeShared(one)) - Number(mayBeShared(other)) ||
      Number(one.isContract) - Number(other.isContract),
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
  *check({ file }) {
    const first = new Map<string, { entry: LintEntry; line: number }>();
    const entries = file.entries.filter(
      ({ chainId, copied }) => chainId !== undefined && copied.length === 0,
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
