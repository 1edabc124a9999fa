/**
 * How far before its head a sandbox's chain begins, so that the blocks of its
 * making have room.
 */
const GENESIS_LEAD_MS = 60_000;

/**
 * The head that each genesis date was made for: the user's date, or the moment
 * of populating. Kept beside the dates because Hardhat hands the very object
 * from the user's config to the resolved one, overrides included.
 */
const heads = new WeakMap<Date, Date | "present">();

/**
 * The `initialDate` of a sandbox network: a minute before the date at which its
 * populated chain is to stand. A date made here is handed back as it is, so
 * that resolving a config again shifts nothing twice.
 *
 * @param configured The user's own `initialDate`, if any.
 */
export function sandboxInitialDate(configured?: Date | string): Date {
  if (configured instanceof Date && heads.has(configured)) {
    return configured;
  }
  const head = configured === undefined ? undefined : new Date(configured);
  const at = head?.getTime() ?? Date.now();
  // Not before 1970, which a block's timestamp cannot express.
  const genesis = new Date(
    at < 0 ? at : Math.max(at - GENESIS_LEAD_MS, Math.min(at, 0)),
  );
  heads.set(genesis, head ?? "present");
  return genesis;
}

export interface SandboxBlockTimesParameters {
  readonly initialDate: Date | string;
  /** The timestamp of the chain's head, in seconds. */
  readonly parent: bigint;
  /** The present, in milliseconds. */
  readonly now: number;
  readonly allowBlocksWithSameTimestamp: boolean;
}

/**
 * The timestamps, in seconds, of the two blocks of a sandbox's making. The
 * second is where a chain with that config would stand now: at the present, or
 * at the user's own date. For a date that {@link sandboxInitialDate} did not
 * make it is the earliest that the chain admits.
 */
export function sandboxBlockTimes({
  initialDate,
  parent,
  now,
  allowBlocksWithSameTimestamp,
}: SandboxBlockTimesParameters): readonly [bigint, bigint] {
  const step = allowBlocksWithSameTimestamp ? 0n : 1n;
  const head = initialDate instanceof Date ? heads.get(initialDate) : undefined;
  const wanted =
    head === undefined
      ? parent
      : BigInt(Math.floor((head === "present" ? now : head.getTime()) / 1000));
  const second = wanted > parent + 2n * step ? wanted : parent + 2n * step;
  // Half way, so that a block which comes between has a moment of its own.
  return [parent + (second - parent) / 2n, second];
}
