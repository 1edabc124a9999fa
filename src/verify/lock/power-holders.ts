import type { Address } from "../../base/address.ts";
import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import { SAFE_DECIDING } from "../../contracts/types/safe.ts";
import {
  addressIn,
  type CheckedFindings,
  type NetworkFindings,
  readingOfFact,
} from "../found.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import { readingOf } from "../values/codec.ts";
import { partsOfId } from "../values/path.ts";
import type { Reason } from "../values/reason.ts";
import {
  addressesOf,
  CONTRACT,
  canonicalReading,
  type KnownReading,
  offered,
  type Reading,
  setOf,
  valueIn,
} from "../values/value.ts";

/** Readings of one time, by the ids of their facts. */
export type Readings = (id: string) => Reading | undefined;

/**
 * The locked readings; of a contract of the network, those of the holder behind
 * its address as well.
 */
export function lockedReadings(entry: Partial<LockedNetwork> = {}): Readings {
  const { policy = {}, contracts = {} } = entry;
  const own = Object.values(contracts);
  return (id) => {
    const json = ownValue(policy, id);
    return json === undefined ? contractAt(id, own) : readingOf(json);
  };
}

/** The same of what was read now. */
export function presentReadings({
  facts = [],
  contracts = [],
}: Partial<Pick<NetworkFindings, "facts" | "contracts">>): Readings {
  const own = contracts.filter(({ verdict }) => verdict === "present");
  return (id) => {
    const fact = facts.find((one) => one.id === id);
    return fact === undefined ? contractAt(id, own) : readingOfFact(fact);
  };
}

function contractAt(
  id: string,
  own: readonly { readonly address?: string | undefined }[],
): Reading | undefined {
  const { address, name } = partsOfId(id) ?? {};
  const isContract =
    name === "is" && own.some((one) => isSameText(one.address, address));
  return isContract ? { kind: "read", value: CONTRACT } : undefined;
}

/** The readings at the time of the lock, and now. */
export interface Times {
  readonly locked: Readings;
  readonly now: Readings;
}

export function timesOf(found: CheckedFindings): Times {
  return {
    locked: lockedReadings(found.lock?.entry),
    now: presentReadings(found),
  };
}

/** The holders of a power, by the values that name them. */
export interface Holders {
  /** As it was locked; nobody is named who was not. */
  readonly before: Reading;
  /** The present one, if that is another, since either may have made a change. */
  readonly after?: Reading | undefined;
}

/**
 * The locked and the present holder of a power, and why the present one is not known.
 *
 * @param before the value that names the holder, as it was locked
 * @param after the same value now; not there if only the locked holder can have made it
 */
export function holdersBetween(
  before: Reading | undefined,
  after: Reading | undefined,
  times: Times,
) {
  const holders = before && { before };
  if (after?.kind === "unread") {
    return { holders, unknownPower: after.reason };
  }
  if (before === undefined || after === undefined) {
    return { holders };
  }
  const address = addressIn(before);
  if (address !== undefined && isSameText(address, addressIn(after))) {
    const unknownPower = whyPartyUnread(address, times.now);
    const isLocked = times.locked(`${address}.is`) !== undefined;
    if (unknownPower !== undefined || !isLocked) {
      return { holders, unknownPower };
    }
  }
  const isSame = isSameHolder(before, after, times);
  return { holders: isSame ? holders : { before, after } };
}

/**
 * Tells whether a value names the same as before, and the same is behind each
 * address in it.
 */
function isSameHolder(
  before: Reading,
  after: Reading,
  { locked, now }: Times,
): boolean {
  const named = addressesOf(valueIn(before));
  return (
    isSameReading(before, after) &&
    named.every((address) => {
      const [was, is] = [locked, now].map((at) => at(`${address}.is`));
      return was === undefined || is === undefined || isSameReading(was, is);
    }) &&
    signersOf(before, after, { locked, now }).every(([was, is]) =>
      isSameReading(was, is),
    )
  );
}

/**
 * The signers and modules, at both times, of a Safe that has the power before
 * and after.
 */
export function signersOf(
  before: Reading,
  after: Reading,
  { locked, now }: Times,
): readonly (readonly [was: Reading, is: Reading])[] {
  const [one, other] = [before, after].map(addressIn);
  const [was, is] = [one && safeAt(one, locked), other && safeAt(other, now)];
  if (was === undefined && is === undefined) {
    return [];
  }
  return (["owners", "threshold", "modules"] as const).map((name) => [
    offered(was?.[name]),
    offered(is?.[name]),
  ]);
}

/**
 * Tells whether two readings say the same, whatever an incomplete set may have
 * besides.
 */
function isSameReading(one: Reading, other: Reading): boolean {
  return (
    one.kind === "unread" ||
    other.kind === "unread" ||
    canonicalReading(listedIn(one)) === canonicalReading(listedIn(other))
  );
}

function listedIn(reading: KnownReading): KnownReading {
  const value = valueIn(reading);
  if (value?.kind === "set") {
    return offered(setOf(value.items, value.missing && "no-events"));
  }
  return reading;
}

const SIGNERS = ["owners", "threshold", "modules", "allModules"] as const;

/**
 * The signers of a Safe of which all code is known, and the modules that act for it
 * without them, if they were read; `undefined` of anything else.
 */
export function safeAt(address: Address, at: Readings) {
  const [owners, threshold, ...listed] = SIGNERS.map((name) =>
    valueIn(at(`${address}.${name}`)),
  );
  const modules = listed.find((one) => one?.kind === "set");
  if (
    isSafe(at(`${address}.is`)) &&
    owners?.kind === "set" &&
    threshold?.kind === "number"
  ) {
    return { owners, threshold, modules };
  }
  return undefined;
}

/**
 * Tells whether it is known who can make a Safe act: anybody can set up one
 * without threshold.
 */
export function isKnownSafe(address: Address, at: Readings): boolean {
  return (safeAt(address, at)?.threshold.value ?? 0n) > 0n;
}

/** The reason why it is not known who acts from an address, if it is not. */
function whyPartyUnread(address: Address, at: Readings): Reason | undefined {
  const readings = [...SAFE_DECIDING, ...SIGNERS].map((name) =>
    at(`${address}.${name}`),
  );
  return readings.find((reading) => reading?.kind === "unread")?.reason;
}

/** Tells whether it is a Safe of which all code is known. */
export function isSafe(is: Reading | undefined): boolean {
  const value = valueIn(is);
  return value?.kind === "record" && value.fields["safe"] !== undefined;
}
