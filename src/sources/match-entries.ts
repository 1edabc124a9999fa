import { readError } from "./read-source-file.ts";
import type { Place, ReadUnknown } from "./script/values.ts";
import type {
  SourceNetwork,
  SourceReading,
  SourceWarning,
} from "./source-kind.ts";

/** An entry of a file, as far as it says which network it is. */
export interface Entry {
  /** The names it stands under, or gives itself. */
  readonly names: readonly string[];
  /** `undefined` where it gives none, or none that can be known. */
  readonly chainId: number | undefined;
  readonly place: Place;
}

/** Which entries of a file are asked for. */
export interface EntryChoice {
  readonly network?: string | undefined;
  readonly entry?: string | undefined;
}

export interface MatchedEntry<E extends Entry> {
  readonly network: SourceNetwork;
  readonly entry: E;
}

/**
 * The entries that are the networks'. A network is matched by its chain id where
 * that is the network's alone, and where it is not, or several entries have it,
 * by chain id and name; or by the name and the network that the user gives.
 *
 * @throws HardhatPluginError where no entry, or none of several, can be told to
 * be a network's.
 */
export function matchEntries<E extends Entry>(
  entries: readonly E[],
  choice: EntryChoice,
  networks: readonly SourceNetwork[],
  file: string,
): readonly MatchedEntry<E>[] {
  const wanted = networks.filter(
    ({ name }) => choice.network === undefined || name === choice.network,
  );
  const pool =
    choice.entry === undefined
      ? entries
      : entries.filter(({ names }) => names.includes(choice.entry ?? ""));
  if (choice.entry !== undefined && pool.length === 0) {
    throw readError(
      file,
      `It has no entry ${JSON.stringify(choice.entry)}. ${listOf(entries)}.`,
    );
  }
  const matched = wanted.flatMap((network): MatchedEntry<E>[] => {
    const entry = oneOf(candidates(pool, network, choice), network, file);
    return entry === undefined ? [] : [{ network, entry }];
  });
  if (matched.length === 0) {
    throw readError(file, whyNone(pool, choice, wanted), pool[0]?.place);
  }
  return matched;
}

function candidates<E extends Entry>(
  pool: readonly E[],
  network: SourceNetwork,
  { network: chosen, entry }: EntryChoice,
): readonly E[] {
  const isChosen = chosen !== undefined && entry !== undefined;
  const ofChain = pool.filter(
    ({ chainId }) =>
      chainId === network.chainId || (isChosen && chainId === undefined),
  );
  if (isChosen) {
    return ofChain;
  }
  const named = ofChain.filter(({ names }) =>
    names.some((name) => network.knownNames.has(name)),
  );
  const isAmbiguous = network.definition.chainsWithSameId.length > 0;
  return isAmbiguous || (ofChain.length > 1 && named.length > 0)
    ? named
    : ofChain;
}

function oneOf<E extends Entry>(
  found: readonly E[],
  { name }: SourceNetwork,
  file: string,
): E | undefined {
  const [first, second] = found;
  if (first !== undefined && second !== undefined) {
    throw readError(
      file,
      `Two entries may be ${name}'s, the first on line ${first.place.line}. Name the right one with entry, or remove one.`,
      second.place,
    );
  }
  return first;
}

function whyNone(
  pool: readonly Entry[],
  { network, entry }: EntryChoice,
  wanted: readonly SourceNetwork[],
): string {
  const [only] = wanted;
  if (entry !== undefined && network !== undefined && only !== undefined) {
    return `The entry ${JSON.stringify(entry)} has the chain id ${pool[0]?.chainId}, and ${network} has ${only.chainId}. Name another entry, or set alpha.networks.${network}.chainId.`;
  }
  const shared = wanted.find(({ chainId, definition }) => {
    return (
      definition.chainsWithSameId.length > 0 &&
      pool.some((candidate) => candidate.chainId === chainId)
    );
  });
  if (shared !== undefined) {
    const others = shared.definition.chainsWithSameId
      .map((other) => other.name)
      .join(", ");
    return `It has chain id ${shared.chainId} under no name of ${shared.name}, and ${others} has that chain id too. Give network: "${shared.name}" and the entry's name as entry if it is ${shared.name}. ${listOf(pool)}.`;
  }
  return `It has no entry of ${wanted.map(({ name, chainId }) => `${name} (chain id ${chainId})`).join(", ")}. ${listOf(pool)}.`;
}

const MOST_LISTED = 10;

function listOf(entries: readonly Entry[]): string {
  const shown = entries
    .slice(0, MOST_LISTED)
    .map(
      ({ names, chainId }) =>
        `${names[0] === undefined ? "an unnamed one" : JSON.stringify(names[0])} (${chainId === undefined ? "no known chain id" : `chain id ${chainId}`})`,
    );
  const more = entries.length - shown.length;
  return shown.length === 0
    ? "It has no entries that are known"
    : `It has ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A file may have thousands of entries. */
const MOST_WARNINGS = 5;

/** A file's entries, those of them that are networks', and what may hold more. */
export interface ReadEntries {
  readonly entries: readonly Entry[];
  readonly matched: readonly MatchedEntry<Entry>[];
  readonly beyond: readonly ReadUnknown[];
}

/**
 * Warnings of what a file may say of networks that take nothing from it: entries
 * that do not tell whose they are, and places that may hold more entries. Who
 * chose a network or an entry has taken what was asked for.
 */
export function passedOver(
  { entries, matched, beyond }: ReadEntries,
  { network: chosen, entry: named }: EntryChoice,
  networks: readonly SourceNetwork[],
): readonly SourceReading[] {
  if (chosen !== undefined || named !== undefined) {
    return [];
  }
  const without = networks.filter(
    ({ name }) => !matched.some(({ network }) => network.name === name),
  );
  const [first] = without;
  if (first === undefined) {
    return [];
  }
  const warnings = [
    ...entries.flatMap(({ place, ...entry }): SourceWarning[] => {
      const may = without.filter((network) => mayBe(entry, network));
      return may.length === 0
        ? []
        : [
            {
              place,
              message: `Nothing is read of this entry, though it may be ${ownersOf(may)}: its chain id and name do not tell. Write both, or set the source's network`,
            },
          ];
    }),
    ...beyond.map(({ place, reason }) => ({
      place,
      message: `Nothing is read of what is added here, though it may be ${ownersOf(without)}: this ${reason}. Write it here, or set the source's network`,
    })),
  ];
  return [
    {
      network: first.name,
      findings: [],
      warnings: warnings.slice(0, MOST_WARNINGS),
    },
  ];
}

/** A chain id that other chains have too needs a name, and any name a chain id. */
function mayBe(
  { chainId, names }: Pick<Entry, "chainId" | "names">,
  network: SourceNetwork,
): boolean {
  return (
    (chainId === undefined || chainId === network.chainId) &&
    (names.length === 0 || names.some((name) => network.knownNames.has(name)))
  );
}

function ownersOf(networks: readonly SourceNetwork[]): string {
  return networks.map(({ name }) => `${name}'s`).join(" or ");
}
