import { someOf } from "../base/text.ts";
import { chainsWithSameId } from "../config/network-values.ts";
import type {
  EntriesSource,
  SourceEntry,
} from "../config/validate/source-types.ts";
import { readError } from "./read-source-file.ts";
import type {
  SourceNetwork,
  SourceReading,
  SourceText,
  SourceWarning,
} from "./source-kind.ts";
import type { Place, ReadUnknown } from "./values.ts";

/** An entry of a file, with what identifies its network. */
export interface Entry {
  /** Its key and the names in its fields. */
  readonly names: readonly string[];
  /** `undefined` if it is missing or cannot be determined. */
  readonly chainId: number | undefined;
  /** The reason why the chain id cannot be determined. */
  readonly unknownId?: string | undefined;
  readonly place: Place;
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
 * @throws HardhatPluginError if no entry matches, or none matches a selected network.
 */
export function readEntries<E extends Entry>(
  { entries, unknownParts }: EntriesOfFile<E>,
  {
    network: selected = [],
    entry: choice,
  }: Pick<EntriesSource, "network" | "entry">,
  { networks, file }: Pick<SourceText, "networks" | "file">,
  read: (entry: E, network: SourceNetwork) => Omit<SourceReading, "network">,
): readonly SourceReading[] {
  const names = [selected].flat();
  const chosen = entries.filter((entry, index) =>
    isChosen(entry, index, choice),
  );
  if (choice !== undefined && chosen.length === 0) {
    const shown = describeChoice(choice);
    throw readError(file, `There is no entry ${shown}. ${listOf(entries)}.`);
  }
  const isExplicit = names.length === 1 && choice !== undefined;
  const readings: SourceReading[] = [];
  const unmatched: SourceNetwork[] = [];
  for (const network of networks) {
    const { name } = network;
    if (names.length > 0 && !names.includes(name)) {
      continue;
    }
    const [entry, second] = candidatesFor(network, chosen, isExplicit);
    if (entry === undefined) {
      unmatched.push(network);
      continue;
    }
    const reading = read(entry, network);
    const ambiguity =
      second &&
      readError(
        file,
        `Several entries match ${name}; the first one is on line ${entry.place.line}. Select one with entry, by its name or its position in the file, or remove the others.`,
        second.place,
      );
    const problem = ambiguity ?? reading.problem;
    readings.push({ ...reading, network: name, problem });
  }
  if (readings.length === 0 || (names.length > 0 && unmatched.length > 0)) {
    const mismatch = describeMismatch(chosen, unmatched);
    throw readError(file, mismatch, chosen[0]?.place);
  }
  if (names.length > 0 || choice !== undefined) {
    return readings;
  }
  return [...readings, ...warnOfUnmatched(entries, unknownParts, unmatched)];
}

function isChosen(
  { names, chainId }: Entry,
  index: number,
  choice: SourceEntry | undefined,
): boolean {
  switch (typeof choice) {
    case "undefined":
      return true;
    case "string":
      return names.includes(choice);
    case "number":
      return index + 1 === choice;
    default:
      return names.includes(choice.name) && chainId === choice.chainId;
  }
}

function describeChoice(choice: SourceEntry): string {
  switch (typeof choice) {
    case "string":
      return JSON.stringify(choice);
    case "number":
      return `at position ${choice}`;
    default:
      return `${JSON.stringify(choice.name)} with chain id ${choice.chainId}`;
  }
}

/**
 * The entries with a network's chain id. The name must match, too, if other chains have
 * the same id, or if several entries do.
 *
 * @param isExplicit whether the entry was selected for this network alone. It needs no
 * chain id
 */
function candidatesFor<E extends Entry>(
  network: SourceNetwork,
  entries: readonly E[],
  isExplicit: boolean,
): readonly E[] {
  const withChainId = entries.filter(
    ({ chainId }) =>
      chainId === network.chainId || (isExplicit && chainId === undefined),
  );
  if (isExplicit) {
    return withChainId;
  }
  const withName = withChainId.filter((entry) => hasName(entry, network));
  const isSharedId = othersWithId(network).length > 0;
  if (isSharedId || (withChainId.length > 1 && withName.length > 0)) {
    return withName;
  }
  return withChainId;
}

function hasName({ names }: Entry, { knownNames }: SourceNetwork): boolean {
  return names.some((name) => knownNames.has(name));
}

/** Other chains that have a network's chain id. */
const othersWithId = ({ definition, chainId }: SourceNetwork) =>
  chainsWithSameId({ definition, values: { chainId } });

function describeMismatch(
  entries: readonly Entry[],
  networks: readonly SourceNetwork[],
): string {
  const all = networks.map(
    ({ name, chainId }) => `${name} (chain id ${chainId})`,
  );
  const shared = networks.find(
    (network) =>
      othersWithId(network).length > 0 &&
      entries.some(({ chainId }) => chainId === network.chainId),
  );
  let fix = `Correct the file, select another entry, or set alpha.networks.${networks[0]?.name}.chainId`;
  if (shared !== undefined) {
    const { name } = shared;
    const [other] = othersWithId(shared);
    fix = `${other?.name} has the same chain id as ${name}. If one of them is ${name}, set network: "${name}" and set entry to its name`;
  }
  return `There is no entry of ${all.join(", ")}. ${listOf(entries)}. ${fix}.`;
}

function listOf(entries: readonly Entry[]): string {
  const shown = entries.map(({ names: [name], chainId, unknownId }) => {
    const why = unknownId === undefined ? "" : `: it ${unknownId}`;
    const id =
      chainId === undefined ? `no known chain id${why}` : `chain id ${chainId}`;
    return `${name === undefined ? "an unnamed entry" : JSON.stringify(name)} (${id})`;
  });
  if (shown.length === 0) {
    return "The file has no known entries";
  }
  return `The file has ${someOf(shown)}`;
}

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
  const warnings: SourceWarning[] = [];
  for (const entry of entries) {
    const possible = unmatched.filter(
      (network) =>
        [undefined, network.chainId].includes(entry.chainId) &&
        (entry.names.length === 0 || hasName(entry, network)),
    );
    if (possible.length > 0) {
      const message = `This entry was not read, but may belong to ${namesOf(possible)}: its chain id and name do not identify it. Set both in the file, or set network in the source`;
      warnings.push({ place: entry.place, message });
    }
  }
  for (const { place, reason } of unknownParts) {
    const message = `The entries here were not read, but may belong to ${namesOf(unmatched)}: this ${reason}. Write them as literals, or set network in the source`;
    warnings.push({ place, message });
  }
  return [
    {
      network: first.name,
      values: [],
      warnings: warnings.slice(0, MAX_WARNINGS),
    },
  ];
}

function namesOf(networks: readonly SourceNetwork[]): string {
  return networks.map(({ name }) => name).join(" or ");
}
