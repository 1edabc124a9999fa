import { readError } from "./read/read-error.ts";
import type { Place } from "./read/types.ts";
import type { SourceNetwork } from "./source-kind.ts";

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
  const isAmbiguous = network.definition.namesakes.length > 0;
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
      definition.namesakes.length > 0 &&
      pool.some((candidate) => candidate.chainId === chainId)
    );
  });
  if (shared !== undefined) {
    const others = shared.definition.namesakes
      .map((namesake) => namesake.name)
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
