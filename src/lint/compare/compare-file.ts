import type { PortalFieldValue } from "../../config/network-values.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { Place } from "../../sources/script/values.ts";
import { UNKNOWABLE_CHAIN } from "../rules/chains.ts";
import { CHANGED_LATER } from "../rules/portals.ts";
import { titleOf } from "../texts.ts";
import type { LintEntry, LintFile, LintKnowledge } from "../types.ts";
import { compareEntry, type Difference } from "./compare-entry.ts";
import {
  ADDITIONAL_FIELD,
  MISSING_NETWORK,
  NOT_COMPARED,
  OTHER_CHAIN,
} from "./compare-rules.ts";

const START: Place = { line: 1, column: 1, start: 0, end: 0 };

type Matched = ReadonlyMap<AlphaNetworkName, readonly LintEntry[]>;

/** What a file is compared with. */
export interface Comparison {
  readonly configs: ReadonlyMap<AlphaNetworkName, readonly PortalFieldValue[]>;
  /** Whether the user named the networks. */
  readonly isExplicit: boolean;
  /** Whether a variable's name in place of its value is a difference. */
  readonly reveal: boolean;
  readonly knowledge: LintKnowledge;
}

/** How a portal's file differs from the resolved configuration. */
export function compareFile(
  file: LintFile,
  { configs, isExplicit, reveal, knowledge }: Comparison,
): readonly Difference[] {
  const { beyond, changes } = file;
  const entries = [...file.entries, ...file.others];
  const matched = matchNetworks(
    entries,
    { names: [...configs.keys()], isExplicit },
    knowledge,
  );
  const found: Difference[] = [
    ...[...configs].flatMap(([name, expected]) =>
      compareNetwork(name, matched.get(name) ?? [], { expected, reveal }),
    ),
    ...missingNetworks(matched, { isExplicit, mayHold: beyond.length > 0 }),
    ...otherChains(entries, matched),
    ...beyond.map(({ place, reason }) => ({
      rule: UNKNOWABLE_CHAIN,
      place,
      message: `There may be chains here that were not compared: this ${reason}.`,
    })),
  ];
  if (changes.length === 0) {
    return found;
  }
  return [
    ...found.map(unproven),
    ...changes.map(({ place, reason }) => ({
      rule: CHANGED_LATER,
      place,
      message: `What the chains are in the end cannot be known without running the file: this ${reason}.`,
    })),
  ];
}

function compareNetwork(
  name: AlphaNetworkName,
  [entry, ...again]: readonly LintEntry[],
  {
    expected,
    reveal,
  }: {
    readonly expected: readonly PortalFieldValue[];
    readonly reveal: boolean;
  },
): readonly Difference[] {
  if (entry === undefined) {
    return [];
  }
  const own: Iterable<Difference> =
    entry.kind === "metadata"
      ? [
          {
            rule: NOT_COMPARED,
            place: entry.chain.place,
            message: `The entry of ${name} is a wallet's, and no portal's configuration.`,
            fix: "alpha export --format chain-metadata --check compares it.",
          },
        ]
      : compareEntry(entry, expected, reveal);
  return [
    ...own,
    ...again.map(({ chain }) => ({
      rule: ADDITIONAL_FIELD,
      place: chain.place,
      message: `${name} is there already, on line ${entry.chain.place.line}.`,
    })),
  ];
}

/** Without a name for it, a network that a file lacks is no mistake of the file. */
function missingNetworks(
  matched: Matched,
  {
    isExplicit,
    mayHold,
  }: { readonly isExplicit: boolean; readonly mayHold: boolean },
): readonly Difference[] {
  const names = [...matched.keys()];
  const missing = names.filter((name) => matched.get(name)?.length === 0);
  if (!isExplicit && !mayHold && missing.length === names.length) {
    return [
      {
        rule: NOT_COMPARED,
        place: START,
        message: `Nothing was compared: no entry is certain to be ${names.join(", ")}.`,
        fix: "Name the network that is meant, or correct the chain id and network of the entries.",
      },
    ];
  }
  return missing.map((name) => ({
    rule: MISSING_NETWORK,
    place: START,
    message: mayHold
      ? `No entry of ${name} is known.`
      : `There is no entry of ${name}.`,
    severity: mayHold ? "unknown" : isExplicit ? undefined : "note",
  }));
}

function otherChains(
  entries: readonly LintEntry[],
  matched: Matched,
): readonly Difference[] {
  const compared = new Set(
    [...matched.values()].flat().map(({ chain }) => chain),
  );
  return entries
    .filter(({ chain }) => !compared.has(chain))
    .map((entry) => ({
      rule: OTHER_CHAIN,
      place: entry.chain.place,
      message: `${titleOf(entry)} was not compared.`,
    }));
}

/** What differs where it is declared may be the same in the end. */
function unproven(difference: Difference): Difference {
  const { rule, severity = rule.severity } = difference;
  return {
    ...difference,
    severity: severity === "error" ? "warning" : severity,
  };
}

/** Which networks a file is compared with. */
export interface WantedNetworks {
  readonly names: readonly AlphaNetworkName[];
  /** Whether the user named them: a name makes up for an entry's own. */
  readonly isExplicit: boolean;
}

/**
 * The entries that are the wanted networks'. Where the user names a network, its
 * chain id is enough if only one entry has it, whoever else has that id.
 */
function matchNetworks(
  entries: readonly LintEntry[],
  { names, isExplicit }: WantedNetworks,
  { networks }: LintKnowledge,
): ReadonlyMap<AlphaNetworkName, readonly LintEntry[]> {
  return new Map(
    names.map((name) => {
      const own = entries.filter(
        ({ network }) => network?.network.name === name,
      );
      const known = networks.find(({ network }) => network.name === name);
      const alike = entries.filter(
        ({ network, chainId }) =>
          network === undefined &&
          chainId !== undefined &&
          chainId === known?.network.values.chainId,
      );
      const isClear = own.length === 0 && isExplicit && alike.length === 1;
      return [
        name,
        isClear ? alike.map((entry) => ({ ...entry, network: known })) : own,
      ];
    }),
  );
}
