import type { Entry, EntryChoice, MatchedEntry } from "./match-entries.ts";
import type { ReadUnknown } from "./read/types.ts";
import type {
  SourceNetwork,
  SourceReading,
  SourceWarning,
} from "./source-kind.ts";

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
