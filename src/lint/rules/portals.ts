import { quoted } from "../../base/text.ts";
import type { Place } from "../../sources/script/values.ts";
import { textIn } from "../../sources/source-kind.ts";
import { titleOf } from "../texts.ts";
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

/** Several chains of a file with one name, of which clients find the first. */
export const DUPLICATE_NAME: LintRule = {
  id: "duplicate-name",
  severity: "error",
  summary: "A name that several chains of a file have.",
  fix: "Give each chain a name of its own: clients look addresses up by it.",
  *check({ file }) {
    for (const field of ["network", "name"]) {
      const first = new Map<string, number>();
      for (const { chain } of file.entries) {
        const member = chain.members.get(field);
        const name = textIn(member?.value);
        if (member === undefined || name === undefined) {
          continue;
        }
        const line = first.get(name);
        if (line === undefined) {
          first.set(name, member.key.line);
        } else {
          yield {
            place: member.at,
            message: `The ${field} ${quoted(name)} is there already, on line ${line}.`,
          };
        }
      }
    }
  },
};

/** Entries in the registry's version, where the portal config is of another. */
export const OTHER_VERSION: LintRule = {
  id: "other-version",
  severity: "note",
  summary: "A portal configuration of another version than the reference's.",
  fix: "Nothing, if your portal is of that version.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { network, isOtherVersion } = entry;
      if (network === undefined || !isOtherVersion) {
        continue;
      }
      const { versions } = network.network;
      yield {
        place: entry.chain.place,
        message: `${titleOf(entry)} has the fields of ${versions.registry ?? "the registry's version"}, and its portal configuration is ${versions.portal ?? "of another"}: its addresses are held against the ${versions.registry ?? ""} registry.`,
      };
    }
  },
};

/** Code that may make the chains others than those that are declared. */
export const CHANGED_LATER: LintRule = {
  id: "changed-later",
  severity: "unknown",
  summary: "Code that may change the chains after they are declared.",
  fix: "Write the values where they are declared: no code is run.",
  *check({ file }) {
    for (const { place, reason } of file.changes) {
      yield {
        place,
        message: `What the chains are in the end cannot be known without running the file: this ${reason}.`,
      };
    }
  },
};
