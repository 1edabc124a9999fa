import { toChecksum } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { releaseByCodeHash } from "../identity/releases.ts";
import type { BlockReader } from "../reader.ts";
import { type CodeReading, type CodeReadings, codeKey } from "../readings.ts";
import { verifyCodes } from "./verify-codes.ts";

/** keccak256("eip1967.proxy.implementation") - 1 (EIP-1967). */
const IMPLEMENTATION_SLOT: Hex =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const CLONE =
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/;
const CLONE_BYTES = 45;
const CODE_READS = 2;
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
  const notes: string[] = [];
  if (checked.length < candidates.length) {
    notes.push(
      `Only the first ${MAX_CHECKED} unrecognised contracts were checked for being a proxy.`,
    );
  }
  const proxies = new Map<string, ProxyReading>();
  const unread = new Map<string, string>();
  await Promise.all(
    checked.map(async ([key, reading]) => {
      const found = await readProxy(reader, `0x${key.slice(2)}`, reading);
      if (!found.ok) {
        unread.set(key, found.reason);
        notes.push(`Whether ${key} is a proxy is unknown: ${found.reason}`);
      } else if (found.value !== undefined) {
        proxies.set(key, found.value);
      }
    }),
  );
  return { proxies, unread, notes };
}

type Code = Extract<CodeReading, { kind: "code" }>;

async function readProxy(
  reader: BlockReader,
  address: Hex,
  reading: Code,
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
  const slot = await reader.readSlot(address, IMPLEMENTATION_SLOT);
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
    const reading = await reader.readCode(address, "number");
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
  all: FoundProxies & { readonly readings: CodeReadings },
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
