import { toChecksum } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeStorageSlot } from "../../rpc/decode-values.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { releaseByCodeHash } from "../identity/releases.ts";
import type { PinnedBlock } from "../read-calls.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";
import { readCodes } from "./read-codes.ts";
import { readCode, refusesBlockHash } from "./read-codes-singly.ts";

/** keccak256("eip1967.proxy.implementation") - 1 (EIP-1967). */
const IMPLEMENTATION_SLOT =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const CLONE =
  /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/;
const CLONE_BYTES = 45;
const CODE_READS = 2;
const SLOT_WITH_ADDRESS = /^0x0{24}([0-9a-f]{40})$/;
/** Each look costs a request, so a long list is not looked through. */
const MOST_LOOKS = 64;

/** A contract that runs another's code. */
export interface ProxyReading {
  readonly kind: "eip1967" | "eip1167";
  readonly implementation: Hex;
}

export interface ProxyReadings {
  /** By the proxy's address in lower case. */
  readonly proxies: ReadonlyMap<string, ProxyReading>;
  /** Which contracts may be one, and why that could not be read. */
  readonly unread: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
}

/**
 * Which of the contracts are proxies: clones by their code (EIP-1167), upgradable
 * ones by the storage slot of their implementation (EIP-1967). Released contracts
 * of the marketplace are known to be none, by code hash.
 */
export async function readProxies(
  transport: RpcTransport,
  readings: CodeReadings,
  block: PinnedBlock,
): Promise<ProxyReadings> {
  const candidates = [...readings].filter(
    ([, reading]) =>
      reading.kind === "code" &&
      (reading.hash === undefined ||
        releaseByCodeHash(reading.hash) === undefined),
  );
  const looked = candidates.slice(0, MOST_LOOKS);
  const notes: string[] = [];
  if (looked.length < candidates.length) {
    notes.push(
      `Only the first ${MOST_LOOKS} unrecognised contracts were looked at for being a proxy.`,
    );
  }
  const proxies = new Map<string, ProxyReading>();
  const unread = new Map<string, string>();
  await Promise.all(
    looked.map(async ([address, reading]) => {
      const found = await readProxy(transport, address, reading, block);
      if (!found.ok) {
        unread.set(address, found.reason);
        notes.push(`Whether ${address} is a proxy is unknown: ${found.reason}`);
      } else if (found.value !== undefined) {
        proxies.set(address, found.value);
      }
    }),
  );
  return { proxies, unread, notes };
}

async function readProxy(
  transport: RpcTransport,
  address: string,
  reading: CodeReading,
  block: PinnedBlock,
): Promise<Decoded<ProxyReading | undefined>> {
  const number = hexQuantity(block.number);
  if (reading.kind === "code" && reading.size === CLONE_BYTES) {
    const code = await codeText(transport, address, reading, number);
    if (!code.ok) {
      return code;
    }
    const target = CLONE.exec(code.value)?.[1];
    if (target !== undefined) {
      const clone: ProxyReading = {
        kind: "eip1167",
        implementation: await toChecksum(`0x${target}`),
      };
      return { ok: true, value: clone };
    }
  }
  const slot = await readSlot(transport, address, block);
  if (!slot.ok) {
    return slot;
  }
  const digits = SLOT_WITH_ADDRESS.exec(slot.value)?.[1];
  if (digits === undefined) {
    return {
      ok: false,
      reason: "the storage slot of its implementation holds no address",
    };
  }
  const proxy: ProxyReading | undefined = /^0*$/.test(digits)
    ? undefined
    : {
        kind: "eip1967",
        implementation: await toChecksum(`0x${digits}`),
      };
  return { ok: true, value: proxy };
}

/**
 * The slot at the block of this hash, since a backend of another chain or of an
 * older block would have an empty one; by number where none is taken.
 */
async function readSlot(
  transport: RpcTransport,
  address: string,
  { number, hash }: PinnedBlock,
): Promise<Decoded<Hex>> {
  const byHash = await transport.request("eth_getStorageAt", [
    address,
    IMPLEMENTATION_SLOT,
    { blockHash: hash },
  ]);
  if (!byHash.ok && !refusesBlockHash(byHash)) {
    return { ok: false, reason: byHash.reason };
  }
  const slot = byHash.ok ? decodeStorageSlot(byHash.result) : undefined;
  return slot?.ok === true
    ? slot
    : await ask(
        transport,
        "eth_getStorageAt",
        [address, IMPLEMENTATION_SLOT, hexQuantity(number)],
        decodeStorageSlot,
      );
}

/**
 * The code that a clone's target stands in: the probe tells its size and hash
 * alone. Code that does not fit them is another backend's, so it is asked for
 * once more.
 */
async function codeText(
  transport: RpcTransport,
  address: string,
  known: Extract<CodeReading, { kind: "code" }>,
  block: string,
): Promise<Decoded<Hex>> {
  if (known.code !== undefined) {
    return { ok: true, value: known.code };
  }
  for (let attempt = 1; attempt <= CODE_READS; attempt++) {
    const reading = await readCode(transport, `0x${address.slice(2)}`, block);
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

/** A proxy may point to a proxy; nobody needs more of them in a row. */
const MOST_HOPS = 4;

export interface ReadProxyTargetsParameters {
  readonly transport: RpcTransport;
  /** By the proxy's address in lower case. */
  readonly proxies: ReadonlyMap<string, ProxyReading>;
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** An address known to have code. */
  readonly witness: Hex | undefined;
}

/**
 * The code that proxies point to. One that points to a proxy again counts as
 * what that points to in the end: a row of proxies around nothing is nothing.
 */
export async function readProxyTargets({
  transport,
  proxies,
  block,
  chainId,
  witness,
}: ReadProxyTargetsParameters): Promise<CodeReadings> {
  const readings = new Map<string, CodeReading>();
  const known = new Map(proxies);
  const unread = new Map<string, string>();
  let next = targetsOf(proxies, readings);
  for (let hop = 0; hop < MOST_HOPS && next.length > 0; hop += 1) {
    const { readings: found } = await readCodes({
      transport,
      addresses: next,
      block,
      chainId,
      witness,
    });
    const further = await readProxies(transport, found, block);
    for (const [address, reading] of found) {
      readings.set(address, reading);
    }
    for (const [address, proxy] of further.proxies) {
      known.set(address, proxy);
    }
    for (const [address, reason] of further.unread) {
      unread.set(address, reason);
    }
    next = targetsOf(further.proxies, readings);
  }
  return new Map(
    targetsOf(proxies, new Map()).map((target) => {
      const address = target.toLowerCase();
      return [address, follow(address, { readings, known, unread }, 0)];
    }),
  );
}

/** The targets that are not read yet, each once. */
function targetsOf(
  proxies: ReadonlyMap<string, ProxyReading>,
  readings: CodeReadings,
): readonly Hex[] {
  const targets = new Map<string, Hex>();
  for (const { implementation } of proxies.values()) {
    const address = implementation.toLowerCase();
    if (!readings.has(address)) {
      targets.set(address, implementation);
    }
  }
  return [...targets.values()];
}

interface Row {
  readonly readings: CodeReadings;
  readonly known: ReadonlyMap<string, ProxyReading>;
  readonly unread: ReadonlyMap<string, string>;
}

/** What an address is in the end, if it points on. */
function follow(address: string, row: Row, hop: number): CodeReading {
  const reading = row.readings.get(address);
  if (reading === undefined || hop > MOST_HOPS) {
    return {
      kind: "unknown",
      reason: `it points to a proxy again, in a circle or more than ${MOST_HOPS} times`,
    };
  }
  const why = row.unread.get(address);
  if (reading.kind === "code" && why !== undefined) {
    return { kind: "unknown", reason: why };
  }
  const proxy = row.known.get(address);
  if (reading.kind !== "code" || proxy === undefined) {
    return reading;
  }
  const end = follow(proxy.implementation.toLowerCase(), row, hop + 1);
  return end.kind === "code" ? reading : end;
}
