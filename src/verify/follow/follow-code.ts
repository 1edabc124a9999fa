import { addressInWord } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import type { ProxySlots } from "../asking/read-words.ts";
import {
  type CallReading,
  type CodeReading,
  type CodeReadings,
  codeKey,
} from "../questions/readings.ts";
import type { ProxyKind } from "../values/proxy.ts";

/** Each takes several requests, so not all storage of a long list is looked at. */
export const MAX_CHECKED = 64;
/** The longest chain of proxies that is followed. */
const MAX_HOPS = 4;

/** The code of clones. */
const CLONES: readonly (readonly [ProxyKind, RegExp])[] = [
  [
    "eip1167",
    /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/,
  ],
  [
    "eip7511",
    /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3$/,
  ],
];

/** One step from a contract to the code that it runs. */
export interface Hop {
  readonly kind: ProxyKind;
  readonly implementation: Hex;
  readonly beacon?: Hex | undefined;
  readonly admin?: Hex | undefined;
}

/** What was read of contracts and what they run, each by its {@link codeKey}. */
export interface ProxyReadings {
  readonly codes: CodeReadings;
  /** `undefined` of contracts whose storage is not looked at. */
  readonly slots: ReadonlyMap<string, ProxySlots | undefined>;
  /** Whether the code may be that of a proxy; of contracts whose storage is not shown. */
  readonly delegates: ReadonlyMap<string, boolean>;
  readonly beacons: ReadonlyMap<string, CallReading>;
}

/** What must be read to follow a contract any further. */
export interface Need {
  readonly what: keyof ProxyReadings;
  readonly key: string;
}

/** How far a contract can be followed. */
export interface Followed {
  readonly hops: readonly Hop[];
  /** Given if something must be read first. */
  readonly need?: Need | undefined;
  /** Else: the code that runs in the end, or why that is not known. */
  readonly end?: CodeReading | undefined;
  /** Why it is not readable whether that code runs another one. */
  readonly notReadable?: string | undefined;
}

/** Whether code is that of a release of the marketplace, which is no proxy. */
export function isReleased(code: CodeReading): boolean {
  return (
    code.kind === "code" &&
    code.hash !== undefined &&
    releaseByCodeHash(code.hash) !== undefined
  );
}

/**
 * Follows a contract to the code that runs in the end. All of it runs in the first
 * contract's storage, so only that one's slots count: those of an implementation
 * say nothing, and a clone of an upgradable proxy has its own.
 */
export function follow(root: string, known: ProxyReadings): Followed {
  const hops: Hop[] = [];
  let key = root;
  let isStorageUsed = false;
  for (;;) {
    const code = known.codes.get(key);
    if (code === undefined) {
      return { hops, need: { what: "codes", key } };
    }
    if (code.kind !== "code" || isReleased(code)) {
      return { hops, end: code };
    }
    if (hops.length > MAX_HOPS) {
      const reason = `its chain of proxies is a loop, or longer than ${MAX_HOPS}`;
      return { hops, end: { kind: "unknown", reason } };
    }
    const clone = cloneIn(code.code);
    const step = clone ?? (isStorageUsed ? undefined : stepOf(root, known));
    if (step === undefined) {
      return { hops, end: code };
    }
    if ("what" in step) {
      return { hops, need: step };
    }
    if ("reason" in step && step.isMissing === true) {
      const delegates = known.delegates.get(key);
      return delegates === undefined
        ? { hops, need: { what: "delegates", key } }
        : { hops, end: code, notReadable: delegates ? step.reason : undefined };
    }
    if ("reason" in step) {
      return { hops, end: { kind: "unknown", reason: step.reason } };
    }
    isStorageUsed ||= clone === undefined;
    hops.push(step);
    key = codeKey(step.implementation);
  }
}

/** The code that a clone runs by its own code. */
export function cloneIn(code: Hex | undefined): Hop | undefined {
  for (const [kind, pattern] of CLONES) {
    const digits = pattern.exec(code ?? "")?.[1];
    if (digits !== undefined) {
      return { kind, implementation: `0x${digits}` };
    }
  }
  return undefined;
}

/** What the storage of a contract says that it runs (EIP-1967). */
function stepOf(
  key: string,
  { slots, beacons }: ProxyReadings,
):
  | Hop
  | Need
  | { readonly reason: string; readonly isMissing?: boolean }
  | undefined {
  const words = slots.get(key);
  if (words === undefined) {
    return slots.has(key) ? undefined : { what: "slots", key };
  }
  const read = [words.implementation, words.beacon, words.admin].map(addressIn);
  const failed = read.flatMap((address) => (address.ok ? [] : [address]));
  const unread = failed.find(({ isMissing }) => isMissing !== true);
  if (unread !== undefined) {
    return unread;
  }
  const [implementation, beacon, admin] = read.map((one) =>
    one.ok ? one.value : undefined,
  );
  if (implementation !== undefined) {
    return { kind: "eip1967", implementation, admin };
  }
  return beacon === undefined ? failed[0] : stepOfBeacon(beacon, beacons);
}

function stepOfBeacon(
  beacon: Hex,
  beacons: ProxyReadings["beacons"],
): Hop | Need | { readonly reason: string } {
  const key = codeKey(beacon);
  const answer = beacons.get(key);
  if (answer === undefined) {
    return { what: "beacons", key };
  }
  if (answer.kind === "unknown") {
    return answer;
  }
  const implementation =
    answer.kind === "returned" ? addressInWord(answer.data) : undefined;
  return implementation === undefined || isNobody(implementation)
    ? { reason: `its beacon ${beacon} names no implementation` }
    : { kind: "beacon", implementation, beacon };
}

/** The address in a word of storage; `undefined` if it is empty. */
function addressIn(word: Decoded<Hex>): Decoded<Hex | undefined> {
  if (!word.ok) {
    return word;
  }
  const value = addressInWord(word.value);
  return value === undefined
    ? { ok: false, reason: "its storage holds no address (EIP-1967)" }
    : { ok: true, value: isNobody(value) ? undefined : value };
}

function isNobody(address: Hex): boolean {
  return BigInt(address) === 0n;
}
