/** How long the genesis is before the head, to fit in the blocks between. */
const GENESIS_LEAD_MS = 60_000;

/**
 * The date of the head for each genesis date: that of the user, or the time of
 * populating. Hardhat passes the same `Date` object from the user's config to the
 * resolved one, also with overrides.
 */
const heads = new WeakMap<Date, Date | "now">();

/**
 * The `initialDate` of a sandbox network: a minute before the date of the head of
 * its populated chain. A result of this function is returned unchanged, so that
 * the date is not shifted again if the config is resolved again.
 *
 * @param configured The `initialDate` of the user.
 */
export function sandboxInitialDate(configured?: Date | string): Date {
  if (configured instanceof Date && heads.has(configured)) {
    return configured;
  }
  const head = configured === undefined ? undefined : new Date(configured);
  const headMs = head?.getTime() ?? Date.now();
  // Block timestamps cannot be before 1970.
  const genesis = new Date(
    headMs < 0
      ? headMs
      : Math.max(headMs - GENESIS_LEAD_MS, Math.min(headMs, 0)),
  );
  heads.set(genesis, head ?? "now");
  return genesis;
}

export interface SandboxBlockTimesParameters {
  readonly initialDate: Date | string;
  /** The timestamp of the chain's head, in seconds. */
  readonly parent: bigint;
  /** The current time, in milliseconds. */
  readonly now: number;
  readonly allowBlocksWithSameTimestamp: boolean;
}

/**
 * The timestamps, in seconds, of the two blocks that populate a sandbox. The
 * second one is the user's date, or the current time. If `initialDate` is not from
 * {@link sandboxInitialDate}, it is the earliest that the chain allows.
 */
export function sandboxBlockTimes({
  initialDate,
  parent,
  now,
  allowBlocksWithSameTimestamp,
}: SandboxBlockTimesParameters): readonly [bigint, bigint] {
  const step = allowBlocksWithSameTimestamp ? 0n : 1n;
  const head = initialDate instanceof Date ? heads.get(initialDate) : undefined;
  const target =
    head === undefined
      ? parent
      : BigInt(Math.floor((head === "now" ? now : head.getTime()) / 1000));
  const earliest = parent + 2n * step;
  const second = target > earliest ? target : earliest;
  // Halfway, so that a block in between can have a timestamp of its own.
  return [parent + (second - parent) / 2n, second];
}
