import { quoted } from "../../base/text.ts";
import { usesOtherPortal } from "../../config/other-portal.ts";
import type { Place } from "../../sources/script/values.ts";
import { asString } from "../../sources/source-kind.ts";
import { copiedValues } from "../copies.ts";
import { titleOf } from "../texts.ts";
import type { LintEntry, LintFile, LintRule } from "../types.ts";

export const DEFAULT_NETWORK: LintRule = {
  id: "default-network",
  severity: "warning",
  summary:
    "A portal's file without a default chain. A note if the networks are configured so.",
  fix: "Set isDefault to true for at least one chain.",
  *check({ file }) {
    const entries = file.entries.filter(({ kind }) => kind === "portal");
    const isUsed = /\bisDefault\b/.test(file.code);
    if (
      !isUsed ||
      file.unknownParts.length > 0 ||
      isWalletFile(file) ||
      entries.some((entry) => isDefault(entry) !== false)
    ) {
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
        ? "No chain is the default: none of these networks is configured as the default."
        : "No chain is the default.",
      severity: isAsConfigured ? "note" : undefined,
    };
  },
};

const START: Place = { line: 1, column: 1, start: 0, end: 0 };

function isWalletFile({ entries, books, others }: LintFile): boolean {
  return (
    books.length + others.length > 0 ||
    entries.some(({ kind }) => kind === "metadata")
  );
}

function isDefault({ chain }: LintEntry): boolean | "unknown" {
  const value = chain.members.get("isDefault")?.value;
  if (value === undefined) {
    return false;
  }
  return value.kind === "unknown"
    ? "unknown"
    : value.kind === "scalar" && value.value === true;
}

export const DUPLICATE_NAME: LintRule = {
  id: "duplicate-name",
  severity: "error",
  summary:
    "A network that several chains of a portal have. A warning for a name that is only shown.",
  fix: "Give each chain its own name: clients look up addresses by it.",
  *check({ file, index }) {
    for (const field of ["network", "name"]) {
      const first = new Map<string, { line: number; chainId?: number }>();
      for (const entry of file.entries) {
        const { chain, chainId, kind } = entry;
        const member = chain.members.get(field);
        const name = asString(member?.value);
        // A wallet's network is its kind, such as "testnet".
        if (
          member === undefined ||
          name === undefined ||
          (kind === "metadata" && field === "network") ||
          // The name was copied with the rest.
          copiedValues(entry, index).length > 0
        ) {
          continue;
        }
        const { line } = member.key;
        const other = first.get(name);
        if (other === undefined) {
          first.set(name, {
            line,
            ...(chainId === undefined ? {} : { chainId }),
          });
        } else if (chainId === undefined || chainId !== other.chainId) {
          yield {
            place: member.at,
            message: `The ${field} ${quoted(name)} is already used on line ${other.line}.`,
            severity: field === "network" ? undefined : "warning",
            fix:
              field === "network"
                ? undefined
                : "Give each chain its own name, so that users can tell them apart.",
          };
        }
      }
    }
  },
};

export const OTHER_VERSION: LintRule = {
  id: "other-version",
  severity: "note",
  summary:
    "A portal configuration of another version than alpha config prints.",
  fix: "No change is needed if your portal has that version.",
  *check({ file }) {
    for (const entry of file.entries) {
      const { network, isOtherVersion, kind } = entry;
      const { otherPortal, versions } = network?.network.definition ?? {};
      if (
        network === undefined ||
        otherPortal === undefined ||
        kind !== "portal" ||
        isOtherVersion === usesOtherPortal(network.network)
      ) {
        continue;
      }
      const { name } = network.network;
      const version = isOtherVersion ? otherPortal.version : versions?.portal;
      yield {
        place: entry.chain.place,
        message: `${titleOf(entry)} has the portal configuration of ${version}, and was checked as such.`,
        fix: `To have alpha config print that version, set alpha.networks.${name}.versions to { portal: "${version}" }.`,
      };
    }
  },
};
