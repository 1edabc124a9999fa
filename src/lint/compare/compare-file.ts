import type { PortalFieldValue } from "../../config/network-values.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import type { Place } from "../../sources/script/values.ts";
import type { IndexedNetwork, NetworkIndex } from "../network-index.ts";
import { identifiedAs } from "../read-entries.ts";
import { UNKNOWABLE_CHAIN } from "../rules/chains.ts";
import { titleOf } from "../texts.ts";
import type { LintEntry, LintFile } from "../types.ts";
import { compareEntry, type Difference } from "./compare-entry.ts";
import {
  ADDITIONAL_FIELD,
  MISSING_NETWORK,
  NOT_COMPARED,
  OTHER_CHAIN,
} from "./compare-rules.ts";

const START: Place = { line: 1, column: 1, start: 0, end: 0 };

type Matched = ReadonlyMap<AlphaNetworkName, readonly LintEntry[]>;

/** The portal configuration of a network in its versions. */
export interface PortalVersions {
  readonly own: readonly PortalFieldValue[];
  /** Empty if there is no other version. */
  readonly other: readonly PortalFieldValue[];
}

export interface Comparison {
  readonly configs: ReadonlyMap<AlphaNetworkName, PortalVersions>;
  /** Whether the user selected the networks by name. */
  readonly isExplicit: boolean;
  /** Whether a placeholder instead of a secret value is a difference. */
  readonly reveal: boolean;
  readonly index: NetworkIndex;
}

/**
 * Compares a portal file with the resolved configuration.
 *
 * @param file of {@link withSelectedNetworks}
 */
export function compareFile(
  file: LintFile,
  { configs, isExplicit, reveal }: Comparison,
): readonly Difference[] {
  const { unknownParts } = file;
  const entries = entriesOf(file);
  const matched = new Map(
    [...configs.keys()].map((name) => [
      name,
      entries.filter(({ network }) => network?.network.name === name),
    ]),
  );
  return [
    ...[...configs].flatMap(([name, expected]) =>
      compareNetwork(name, matched.get(name) ?? [], { expected, reveal }),
    ),
    ...missingNetworks(matched, {
      isExplicit,
      mayHaveMore: unknownParts.length > 0,
    }),
    ...otherChains(entries, matched),
    ...unknownParts.map(({ place, reason }) => ({
      rule: UNKNOWABLE_CHAIN,
      place,
      message: `There may be more chains here, which were not compared: this ${reason}.`,
    })),
  ];
}

function compareNetwork(
  name: AlphaNetworkName,
  [entry, ...duplicates]: readonly LintEntry[],
  {
    expected,
    reveal,
  }: {
    readonly expected: PortalVersions;
    readonly reveal: boolean;
  },
): readonly Difference[] {
  if (entry === undefined) {
    return [];
  }
  const differences: Iterable<Difference> =
    entry.kind === "book"
      ? [
          {
            rule: NOT_COMPARED,
            place: entry.chain.place,
            message: `The entry of ${name} is that of an address book, not a portal configuration.`,
            fix: "Compare it with alpha export --format address-json --check.",
          },
        ]
      : entry.kind === "metadata"
        ? [
            {
              rule: NOT_COMPARED,
              place: entry.chain.place,
              message: `The entry of ${name} is metadata for wallets, not a portal configuration.`,
              fix: "Compare it with alpha export --format chain-metadata --check.",
            },
          ]
        : compareEntry(
            entry,
            entry.isOtherVersion ? expected.other : expected.own,
            reveal,
          );
  return [
    ...differences,
    ...duplicates.map(({ chain }) => ({
      rule: ADDITIONAL_FIELD,
      place: chain.place,
      message: `The file already has an entry of ${name} on line ${entry.chain.place.line}.`,
    })),
  ];
}

/** A file need not have all networks unless the user selected them by name. */
function missingNetworks(
  matched: Matched,
  {
    isExplicit,
    mayHaveMore,
  }: { readonly isExplicit: boolean; readonly mayHaveMore: boolean },
): readonly Difference[] {
  const names = [...matched.keys()];
  const missing = names.filter((name) => matched.get(name)?.length === 0);
  if (!isExplicit && !mayHaveMore && missing.length === names.length) {
    return [
      {
        rule: NOT_COMPARED,
        place: START,
        message: `Nothing was compared: no entry could be identified as ${names.join(", ")}.`,
        fix: "Pass the name of the network, or correct the chain id and the network in the entries.",
      },
    ];
  }
  return missing.map((name) => ({
    rule: MISSING_NETWORK,
    place: START,
    message: mayHaveMore
      ? `No entry could be identified as ${name}.`
      : `There is no entry of ${name}.`,
    severity: mayHaveMore ? "unknown" : isExplicit ? undefined : "note",
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

/**
 * A file whose entries are also identified by the user's selection: if the user
 * selected a network by name, an entry needs only its chain id, unless several entries
 * have it.
 */
export function withSelectedNetworks(
  file: LintFile,
  { configs, isExplicit, index }: Comparison,
): LintFile {
  const all = entriesOf(file);
  const selected = new Map<LintEntry, IndexedNetwork>();
  for (const indexed of isExplicit ? index.networks : []) {
    const { name, values } = indexed.network;
    const withChainId = all.filter(
      ({ network, chainId }) =>
        network === undefined && chainId === values.chainId,
    );
    const [only] = withChainId;
    if (
      configs.has(name) &&
      only !== undefined &&
      withChainId.length === 1 &&
      !all.some(({ network }) => network?.network.name === name)
    ) {
      selected.set(only, indexed);
    }
  }
  const identified = (entries: readonly LintEntry[]) =>
    entries.map((entry) => {
      const network = selected.get(entry);
      return network === undefined ? entry : identifiedAs(network, entry);
    });
  return {
    ...file,
    entries: identified(file.entries),
    books: identified(file.books),
    others: identified(file.others),
  };
}

function entriesOf({ entries, books, others }: LintFile) {
  return [...entries, ...books, ...others];
}
