import { toChecksum } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { releaseByCodeHash } from "../identity/releases.ts";
import type { BlockReader } from "../reader.ts";
import { type CodeReading, type CodeReadings, codeKey } from "../readings.ts";
import { probeCodes } from "./probe-codes.ts";
import { readOneByOne } from "./read-codes.ts";
import { verifyCodes } from "./verify-codes.ts";

/** keccak256("eip1967.proxy.implementation") - 1 (EIP-1967). */
const IMPLEMENTATION_SLOT: Hex =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const CLONE =
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/;
const CLONE_BYTES = 45;
const CODE_READS = 2;
/**
 * An empty slot, like an absence, takes more than one read, unless there are so many
 * contracts that it would take long.
 */
const SLOT_READS = 3;
const MAX_READ_OFTEN = 8;
const SLOT_WITH_ADDRESS = /^0x0{24}([0-9a-f]{40})$/;
/** Each contract costs a request, so a long list is not checked whole. */
const MAX_CHECKED = 64;

/** A contract that runs another's code. */
export interface ProxyReading {
  readonly kind: "eip1967" | "eip1167";
  readonly implementation: Hex;
}

/** Which contracts are proxies, each by its key among readings. */
export interface FoundProxies {
  /** Readings of contracts whose code was another one when it was read again. */
  readonly disputed: CodeReadings;
  readonly proxies: ReadonlyMap<string, ProxyReading>;
  /** Which contracts may be one, and why that could not be read. */
  readonly unread: ReadonlyMap<string, string>;
}

/** The proxies among contracts, and what they run. */
export interface VerifiedProxies extends FoundProxies {
  /** The readings of the proxies' implementations. */
  readonly implementations: CodeReadings;
  readonly notes: readonly string[];
}

/**
 * Which of the contracts are proxies, and the codes of their implementations. If an
 * implementation is a proxy too, the end of the chain counts.
 *
 * @param witness an address known to have code
 */
export async function verifyProxies(
  reader: BlockReader,
  readings: CodeReadings,
  witness: Hex | undefined,
): Promise<VerifiedProxies> {
  const { notes, ...found } = await findProxies(reader, readings);
  return {
    ...found,
    notes,
    implementations: await verifyImplementations(
      reader,
      found.proxies,
      witness,
    ),
  };
}

/**
 * Recognises clones by their code (EIP-1167) and upgradable proxies by their
 * implementation slot (EIP-1967). Released contracts of the marketplace, known by
 * code hash, are no proxies.
 */
async function findProxies(
  reader: BlockReader,
  readings: CodeReadings,
): Promise<Omit<VerifiedProxies, "implementations">> {
  const candidates = [...readings].flatMap(([key, reading]) =>
    reading.kind === "code" &&
    (reading.hash === undefined ||
      releaseByCodeHash(reading.hash) === undefined)
      ? [[key, reading] as const]
      : [],
  );
  const checked = candidates.slice(0, MAX_CHECKED);
  const slotReads = checked.length > MAX_READ_OFTEN ? 1 : SLOT_READS;
  const notes: string[] = [];
  if (checked.length < candidates.length) {
    notes.push(
      `Only the first ${MAX_CHECKED} unrecognised contracts were checked for being a proxy.`,
    );
  }
  const proxies = new Map<string, ProxyReading>();
  const unread = new Map<string, string>();
  const [disputed] = await Promise.all([
    disputedCodes(reader, new Map(checked)),
    ...checked.map(async ([key, reading]) => {
      const address: Hex = `0x${key.slice(2)}`;
      const found = await readProxy(reader, address, { reading, slotReads });
      if (!found.ok) {
        unread.set(key, found.reason);
        notes.push(`Whether ${key} is a proxy is unknown: ${found.reason}`);
      } else if (found.value !== undefined) {
        proxies.set(key, found.value);
      }
    }),
  ]);
  return { proxies, unread, disputed, notes };
}

/**
 * The codes that are another one when read a second time. Code that no release has
 * may be an answer's damage, while no damage looks like a release.
 */
async function disputedCodes(
  reader: BlockReader,
  codes: ReadonlyMap<string, Code>,
): Promise<CodeReadings> {
  const addresses = [...codes.keys()].map((key): Hex => `0x${key.slice(2)}`);
  const probed = await probeCodes(reader, addresses, {});
  const { readings: single } = await readOneByOne(
    reader,
    addresses.filter((address) => !probed.has(codeKey(address))),
  );
  const again = new Map([...probed, ...single]);
  return new Map(
    [...codes].flatMap(([key, code]) => {
      const second = again.get(key);
      return second !== undefined && isSameCode(code, second)
        ? []
        : [[key, disputedCode(second)] as const];
    }),
  );
}

function isSameCode({ size, hash }: Code, second: CodeReading): boolean {
  return (
    second.kind === "code" &&
    second.size === size &&
    (hash === undefined || second.hash === undefined || second.hash === hash)
  );
}

function disputedCode(second: CodeReading | undefined): CodeReading {
  return {
    kind: "unknown",
    reason:
      second?.kind === "unknown"
        ? `its code could not be read a second time: ${second.reason}`
        : "two reads of the same block disagree on its code",
  };
}

type Code = Extract<CodeReading, { kind: "code" }>;

async function readProxy(
  reader: BlockReader,
  address: Hex,
  {
    reading,
    slotReads,
  }: { readonly reading: Code; readonly slotReads: number },
): Promise<Decoded<ProxyReading | undefined>> {
  if (reading.size === CLONE_BYTES) {
    const code = await readText(reader, address, reading);
    if (!code.ok) {
      return code;
    }
    const target = CLONE.exec(code.value)?.[1];
    if (target !== undefined) {
      return proxyTo("eip1167", target);
    }
  }
  const slot = await readImplementationSlot(reader, address, slotReads);
  if (!slot.ok) {
    return slot;
  }
  const target = SLOT_WITH_ADDRESS.exec(slot.value)?.[1];
  if (target === undefined) {
    return {
      ok: false,
      reason: "its implementation slot (EIP-1967) does not hold an address",
    };
  }
  return /^0*$/.test(target)
    ? { ok: true, value: undefined }
    : proxyTo("eip1967", target);
}

/** The slot's word, if several reads at the same time agree on it. */
async function readImplementationSlot(
  reader: BlockReader,
  address: Hex,
  reads: number,
): Promise<Decoded<Hex>> {
  const slots = await Promise.all(
    Array.from({ length: reads }, () =>
      reader.readSlot(address, IMPLEMENTATION_SLOT),
    ),
  );
  const [first] = slots;
  const failed = slots.find((slot) => !slot.ok);
  return first === undefined || failed !== undefined
    ? (failed ?? { ok: false, reason: "it was not read" })
    : slots.every((slot) => slot.ok && first.ok && slot.value === first.value)
      ? first
      : {
          ok: false,
          reason:
            "reads of the same block disagree on its implementation slot (EIP-1967)",
        };
}

async function proxyTo(
  kind: ProxyReading["kind"],
  digits: string,
): Promise<Decoded<ProxyReading>> {
  const implementation = await toChecksum(`0x${digits}`);
  return { ok: true, value: { kind, implementation } };
}

/**
 * The code of a possible clone, of which the probe gave size and hash only. Code
 * that does not match them is another backend's and is read once more.
 */
async function readText(
  reader: BlockReader,
  address: Hex,
  known: Code,
): Promise<Decoded<Hex>> {
  if (known.code !== undefined) {
    return { ok: true, value: known.code };
  }
  for (let attempt = 1; attempt <= CODE_READS; attempt++) {
    const reading = await reader.readCode(address);
    if (reading.kind === "unknown") {
      return { ok: false, reason: reading.reason };
    }
    const isSame =
      reading.kind === "code" &&
      reading.size === known.size &&
      (known.hash === undefined || reading.hash === known.hash);
    if (isSame && reading.code !== undefined) {
      return { ok: true, value: reading.code };
    }
  }
  return {
    ok: false,
    reason: "reads of the same block disagree on its code",
  };
}

/** The longest chain of proxies that is followed. */
const MAX_HOPS = 4;

async function verifyImplementations(
  reader: BlockReader,
  proxies: ReadonlyMap<string, ProxyReading>,
  witness: Hex | undefined,
): Promise<CodeReadings> {
  const readings = new Map<string, CodeReading>();
  const known = new Map(proxies);
  const unread = new Map<string, string>();
  let next = unreadTargets(proxies, readings);
  for (let hop = 0; hop < MAX_HOPS && next.length > 0; hop += 1) {
    const found = await verifyCodes(reader, next, { witness });
    const further = await findProxies(reader, found.readings);
    addAll(readings, found.readings);
    addAll(readings, further.disputed);
    addAll(known, further.proxies);
    addAll(unread, further.unread);
    next = unreadTargets(further.proxies, readings);
  }
  const all = { readings, proxies: known, unread };
  return new Map(
    [...proxies.values()].map(({ implementation }) => {
      const key = codeKey(implementation);
      return [key, followProxies(key, all)];
    }),
  );
}

function addAll<T>(map: Map<string, T>, more: ReadonlyMap<string, T>): void {
  for (const [key, value] of more) {
    map.set(key, value);
  }
}

/** The implementations that were not read yet, each once. */
function unreadTargets(
  proxies: ReadonlyMap<string, ProxyReading>,
  readings: CodeReadings,
): readonly Hex[] {
  const targets = new Map(
    [...proxies.values()].map(
      ({ implementation }) =>
        [codeKey(implementation), implementation] as const,
    ),
  );
  return [...targets].flatMap(([key, target]) =>
    readings.has(key) ? [] : [target],
  );
}

/** The reading of an address, or of the end of its chain of proxies. */
function followProxies(
  key: string,
  all: Omit<FoundProxies, "disputed"> & { readonly readings: CodeReadings },
  hop = 0,
): CodeReading {
  const reading = all.readings.get(key);
  if (reading === undefined || hop > MAX_HOPS) {
    return {
      kind: "unknown",
      reason: `its chain of proxies is a loop, or longer than ${MAX_HOPS}`,
    };
  }
  const reason = all.unread.get(key);
  if (reading.kind === "code" && reason !== undefined) {
    return { kind: "unknown", reason };
  }
  const proxy = all.proxies.get(key);
  if (reading.kind !== "code" || proxy === undefined) {
    return reading;
  }
  const end = followProxies(codeKey(proxy.implementation), all, hop + 1);
  return end.kind === "code" ? reading : end;
}
