import type { Place } from "../../sources/read/types.ts";
import type { LintEntry, LintFile, LintRule } from "../types.ts";

/** Files with no default chain, or with several. */
export const DEFAULT_NETWORK: LintRule = {
  id: "default-network",
  severity: "warning",
  summary: "A file whose chains have no default, or several.",
  fix: "Set isDefault to true for one of the chains.",
  *check({ file }) {
    const entries = file.entries.filter(({ kind }) => kind === "portal");
    const [first, ...others] = entries.filter(
      (entry) => isDefault(entry) === true,
    );
    for (const other of others) {
      yield {
        place: other.chain.members.get("isDefault")?.key ?? other.chain.place,
        message: `This is one more default chain, after the one on line ${first?.chain.members.get("isDefault")?.key.line}.`,
      };
    }
    const isHidden =
      file.beyond.length > 0 ||
      entries.some((entry) => isDefault(entry) === "unknown");
    if (first !== undefined || isHidden || isOfWallets(file)) {
      return;
    }
    const isAsConfigured =
      entries.length > 0 &&
      entries.every(
        ({ network }) => network?.network.values.isDefault === false,
      );
    yield {
      place: entries[0]?.chain.place ?? START,
      message: isAsConfigured
        ? "No chain is the default: the networks in this file have none."
        : "No chain is the default.",
      severity: isAsConfigured ? "note" : undefined,
    };
  },
};

const START: Place = { line: 1, column: 1, start: 0, end: 0 };

function isOfWallets({ entries, others }: LintFile): boolean {
  return others.length > 0 || entries.some(({ kind }) => kind === "metadata");
}

function isDefault({ chain }: LintEntry): boolean | "unknown" {
  const value = chain.members.get("isDefault")?.value;
  if (value === undefined) {
    return chain.beyond.length > 0 ? "unknown" : false;
  }
  return value.kind === "unknown"
    ? "unknown"
    : value.kind === "scalar" && value.value === true;
}
