import { chainsWithSameId } from "../config/network-values.ts";
import { type ReadError, readError } from "./read-source-file.ts";
import type { Place, ReadUnknown } from "./script/values.ts";
import type {
  SourceNetwork,
  SourceReading,
  SourceText,
  SourceValue,
  SourceWarning,
} from "./source-kind.ts";

/** An entry of a file, with what identifies its network. */
export interface Entry {
  /** Its key and the names in its fields. */
  readonly names: readonly string[];
  /** `undefined` if it is missing or cannot be determined. */
  readonly chainId: number | undefined;
  /** Why the chain id cannot be determined. */
  readonly unknownId?: string | undefined;
  readonly place: Place;
}

/** The entries that a source selects in the Hardhat config. */
export interface EntrySelection {
  /** Each of them must have an entry. */
  readonly network?: string | readonly string[] | undefined;
  readonly entry?: EntryChoice | undefined;
}

/** The name of an entry, its position from 1, or its name and chain id. */
export type EntryChoice =
  | string
  | number
  | { readonly name: string; readonly chainId: number };

interface MatchedEntry<E extends Entry> {
  readonly network: SourceNetwork;
  readonly entry: E;
  /** Set if the network has several entries, of which this is the first. */
  readonly problem?: ReadError | undefined;
}

/** A file's entries, and parts that may have more. */
export interface EntriesOfFile<E extends Entry> {
  readonly entries: readonly E[];
  readonly unknownParts: readonly ReadUnknown[];
}

/**
 * Reads the entries of networks, and warns about entries that may belong to networks
 * without one.
 *
 * @param read the values of a network's entry, or why it cannot be used
 * @throws HardhatPluginError if no entry matches.
 */
export function readEntries<E extends Entry>(
  { entries, unknownParts }: EntriesOfFile<E>,
  selection: EntrySelection,
  { networks, file }: Pick<SourceText, "networks" | "file">,
  read: (
    entry: E,
    network: SourceNetwork,
  ) => Omit<SourceReading, "network" | "values"> & {
    readonly values: () => readonly SourceValue[];
  },
): readonly SourceReading[] {
  const matched = matchEntries(entries, selection, networks, file);
  const readings = matched.map(({ network, entry, problem }): SourceReading => {
    const { values, ...reading } = read(entry, network);
    const found = problem ?? reading.problem;
    return {
      ...reading,
      network: network.name,
      problem: found,
      values: found === undefined ? values() : [],
    };
  });
  const unmatched = networks.filter(
    ({ name }) => !matched.some(({ network }) => network.name === name),
  );
  const isSelected =
    selection.network !== undefined || selection.entry !== undefined;
  return isSelected
    ? readings
    : [...readings, ...warnOfUnmatched(entries, unknownParts, unmatched)];
}

/**
 * Matches entries to networks by chain id. The name must match, too, if other
 * chains have the same id, or if several entries do. An entry that is selected by
 * network and name needs no chain id.
 *
 * @throws HardhatPluginError if no entry matches.
 */
function matchEntries<E extends Entry>(
  entries: readonly E[],
  selection: EntrySelection,
  networks: readonly SourceNetwork[],
  file: string,
): readonly MatchedEntry<E>[] {
  const names = selectedNames(selection);
  const selectedNetworks = networks.filter(({ name }) =>
    names === undefined ? true : names.includes(name),
  );
  const { entry: choice } = selection;
  const selectedEntries =
    choice === undefined
      ? entries
      : entries.filter((entry, index) => isChosen(entry, index, choice));
  if (choice !== undefined && selectedEntries.length === 0) {
    throw readError(
      file,
      `There is no entry ${shownChoice(choice)}. ${listOf(entries)}.`,
    );
  }
  const matched = selectedNetworks.flatMap((network): MatchedEntry<E>[] => {
    const candidates = candidatesFor(network, selectedEntries, selection);
    const [entry] = candidates;
    const problem = ambiguity(candidates, network, file);
    return entry === undefined ? [] : [{ network, entry, problem }];
  });
  const missing = selectedNetworks.filter(
    (network) => !matched.some((found) => found.network === network),
  );
  if (matched.length === 0 || (names !== undefined && missing.length > 0)) {
    throw readError(
      file,
      describeMismatch(selectedEntries, selection, missing),
      selectedEntries[0]?.place,
    );
  }
  return matched;
}

function selectedNames({
  network,
}: EntrySelection): readonly string[] | undefined {
  return typeof network === "string" ? [network] : network;
}

function isChosen(
  { names, chainId }: Entry,
  index: number,
  choice: EntryChoice,
): boolean {
  switch (typeof choice) {
    case "string":
      return names.includes(choice);
    case "number":
      return index + 1 === choice;
    default:
      return names.includes(choice.name) && chainId === choice.chainId;
  }
}

function shownChoice(choice: EntryChoice): string {
  switch (typeof choice) {
    case "string":
      return JSON.stringify(choice);
    case "number":
      return `at position ${choice}`;
    default:
      return `${JSON.stringify(choice.name)} with chain id ${choice.chainId}`;
  }
}

function candidatesFor<E extends Entry>(
  network: SourceNetwork,
  entries: readonly E[],
  selection: EntrySelection,
): readonly E[] {
  const isExplicit =
    selectedNames(selection)?.length === 1 && selection.entry !== undefined;
  const withChainId = entries.filter(
    ({ chainId }) =>
      chainId === network.chainId || (isExplicit && chainId === undefined),
  );
  if (isExplicit) {
    return withChainId;
  }
  const withName = withChainId.filter(({ names }) =>
    names.some((name) => network.knownNames.has(name)),
  );
  const isSharedId = othersWithId(network).length > 0;
  return isSharedId || (withChainId.length > 1 && withName.length > 0)
    ? withName
    : withChainId;
}

/** Other chains that have a network's chain id. */
const othersWithId = ({ definition, chainId }: SourceNetwork) =>
  chainsWithSameId({ definition, values: { chainId } });

function ambiguity(
  [first, second]: readonly Entry[],
  { name }: SourceNetwork,
  file: string,
): ReadError | undefined {
  return first === undefined || second === undefined
    ? undefined
    : readError(
        file,
        `Several entries match ${name}; the first one is on line ${first.place.line}. Select one with entry, by its name or its position in the file, or remove the others.`,
        second.place,
      );
}

function describeMismatch(
  entries: readonly Entry[],
  selection: EntrySelection,
  networks: readonly SourceNetwork[],
): string {
  const [first] = networks;
  const { entry } = selection;
  const names = selectedNames(selection);
  const network = names?.length === 1 ? names[0] : undefined;
  if (entry !== undefined && network !== undefined && first !== undefined) {
    return `The entry ${shownChoice(entry)} has chain id ${entries[0]?.chainId}, but ${network} has ${first.chainId}. Select another entry, or set alpha.networks.${network}.chainId.`;
  }
  const shared = networks.find(
    (candidate) =>
      othersWithId(candidate).length > 0 &&
      entries.some(({ chainId }) => chainId === candidate.chainId),
  );
  if (shared !== undefined) {
    const others = othersWithId(shared)
      .map((other) => other.name)
      .join(", ");
    return `No entry with chain id ${shared.chainId} has a name of ${shared.name}, and ${others} has the same chain id. If one of them is ${shared.name}, set network: "${shared.name}" and set entry to its name. ${listOf(entries)}.`;
  }
  return `There is no entry of ${networks.map(({ name, chainId }) => `${name} (chain id ${chainId})`).join(", ")}. ${listOf(entries)}.`;
}

const MAX_LISTED = 10;

function listOf(entries: readonly Entry[]): string {
  const listed = entries
    .slice(0, MAX_LISTED)
    .map(
      ({ names, chainId, unknownId }) =>
        `${names[0] === undefined ? "an unnamed entry" : JSON.stringify(names[0])} (${chainId !== undefined ? `chain id ${chainId}` : `no known chain id${unknownId === undefined ? "" : `: it ${unknownId}`}`})`,
    );
  const more = entries.length - listed.length;
  return listed.length === 0
    ? "The file has no known entries"
    : `The file has ${listed.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A file may have thousands of entries. */
const MAX_WARNINGS = 5;

/** Warns about entries that may belong to networks without a matched entry. */
function warnOfUnmatched(
  entries: readonly Entry[],
  unknownParts: readonly ReadUnknown[],
  unmatched: readonly SourceNetwork[],
): readonly SourceReading[] {
  const [first] = unmatched;
  if (first === undefined) {
    return [];
  }
  const warnings = [
    ...entries.flatMap(({ place, ...entry }): SourceWarning[] => {
      const possible = unmatched.filter((network) => mayMatch(entry, network));
      return possible.length === 0
        ? []
        : [
            {
              place,
              message: `This entry was not read, but may belong to ${namesOf(possible)}: its chain id and name do not identify it. Set both in the file, or set network in the source`,
            },
          ];
    }),
    ...unknownParts.map(({ place, reason }) => ({
      place,
      message: `The entries here were not read, but may belong to ${namesOf(unmatched)}: this ${reason}. Write them as literals, or set network in the source`,
    })),
  ];
  return [
    {
      network: first.name,
      values: [],
      warnings: warnings.slice(0, MAX_WARNINGS),
    },
  ];
}

function mayMatch(
  { chainId, names }: Pick<Entry, "chainId" | "names">,
  network: SourceNetwork,
): boolean {
  return (
    (chainId === undefined || chainId === network.chainId) &&
    (names.length === 0 || names.some((name) => network.knownNames.has(name)))
  );
}

function namesOf(networks: readonly SourceNetwork[]): string {
  return networks.map(({ name }) => name).join(" or ");
}
