import { addressInWord, toChecksum } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  isSameCode,
} from "../reading/readings.ts";
import type { ProxyKind } from "../report.ts";

/** keccak256("eip1967.proxy.implementation") - 1 (EIP-1967). */
const IMPLEMENTATION_SLOT: Hex =
  "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** keccak256("eip1967.proxy.beacon") - 1 (EIP-1967). */
const BEACON_SLOT: Hex =
  "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
/** keccak256("eip1967.proxy.admin") - 1 (EIP-1967). */
const ADMIN_SLOT: Hex =
  "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103";
/** The call data of `implementation()`, which a beacon answers. */
const IMPLEMENTATION_CALL: Hex = "0x5c60da1b";

/** The code of clones, and its length in bytes. */
const CLONES: readonly (readonly [ProxyKind, number, RegExp])[] = [
  [
    "eip1167",
    45,
    /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3$/,
  ],
  [
    "eip7511",
    44,
    /^0x365f5f375f5f365f73([0-9a-f]{40})5af43d5f5f3e5f3d91602a57fd5bf3$/,
  ],
];
const CODE_READS = 2;
/**
 * An empty slot, like an absence, takes more than one read, unless there are so many
 * contracts that it would take long.
 */
const SLOT_READS = 3;
export const MAX_READ_OFTEN = 8;
/** Each takes several requests, so not all storage of a long list is looked at. */
export const MAX_CHECKED = 64;

/** One step from a contract to the code that it runs. */
export interface Hop {
  readonly kind: ProxyKind;
  readonly implementation: Hex;
  readonly beacon?: Hex;
  readonly admin?: Hex;
}

/** Code that was read, or is known by its size and hash. */
export type KnownSize = Extract<CodeReading, { kind: "code" }>;

/** Whether code has the length of a clone's, so that its text must be read. */
export function hasCloneSize({ size }: KnownSize): boolean {
  return CLONES.some(([, bytes]) => bytes === size);
}

/** What a contract is a clone of, by its code; `undefined` if it is none. */
export async function readClone(
  reader: BlockReader,
  address: Hex,
  known: KnownSize,
): Promise<Decoded<Hop | undefined>> {
  const code = await readText(reader, address, known);
  if (!code.ok) {
    return code;
  }
  for (const [kind, , pattern] of CLONES) {
    const target = pattern.exec(code.value)?.[1];
    if (target !== undefined) {
      const implementation = await toChecksum(`0x${target}`);
      return { ok: true, value: { kind, implementation } };
    }
  }
  return { ok: true, value: undefined };
}

/**
 * What the storage of each contract says that it runs (EIP-1967): an implementation, or
 * that of a beacon; `undefined` if nothing.
 */
export async function readUpgradable(
  reader: BlockReader,
  addresses: readonly Hex[],
): Promise<readonly Decoded<Hop | undefined>[]> {
  return addresses.length > MAX_READ_OFTEN
    ? await readSlotsOnce(reader, addresses)
    : await Promise.all(
        addresses.map(async (address) => {
          const [slot, beaconSlot] = await Promise.all([
            readAgreed(reader, address),
            reader.readSlot(address, BEACON_SLOT),
          ]);
          return await hopOf(reader, { slot, beaconSlot }, () =>
            reader.readSlot(address, ADMIN_SLOT),
          );
        }),
      );
}

async function readSlotsOnce(
  reader: BlockReader,
  addresses: readonly Hex[],
): Promise<readonly Decoded<Hop | undefined>[]> {
  const words = await reader.readSlots(
    addresses.flatMap((address) => [
      [address, IMPLEMENTATION_SLOT],
      [address, BEACON_SLOT],
    ]),
  );
  const read = addresses.map((address, index) => ({
    address,
    slot: words[2 * index] ?? UNREAD,
    beaconSlot: words[2 * index + 1] ?? UNREAD,
  }));
  const proxies = read.filter(
    ({ slot }) => slot.ok && BigInt(slot.value) !== 0n,
  );
  const adminSlots = await reader.readSlots(
    proxies.map(({ address }) => [address, ADMIN_SLOT]),
  );
  return await Promise.all(
    read.map((one) =>
      hopOf(reader, one, () => adminSlots[proxies.indexOf(one)] ?? UNREAD),
    ),
  );
}

const UNREAD = { ok: false, reason: "it was not read" } as const;

/** What the words of a contract's storage say that it runs. */
async function hopOf(
  reader: BlockReader,
  {
    slot,
    beaconSlot,
  }: { readonly slot: Decoded<Hex>; readonly beaconSlot: Decoded<Hex> },
  readAdmin: () => Decoded<Hex> | Promise<Decoded<Hex>>,
): Promise<Decoded<Hop | undefined>> {
  const implementation = await addressIn(slot, "implementation");
  if (!implementation.ok) {
    return implementation;
  }
  if (implementation.value !== undefined) {
    const admin = await addressIn(await readAdmin(), "admin");
    return admin.ok
      ? {
          ok: true,
          value: {
            kind: "eip1967",
            implementation: implementation.value,
            ...(admin.value === undefined ? {} : { admin: admin.value }),
          },
        }
      : admin;
  }
  const beacon = await addressIn(beaconSlot, "beacon");
  if (!beacon.ok) {
    return beacon;
  }
  return beacon.value === undefined
    ? { ok: true, value: undefined }
    : await readBeacon(reader, beacon.value);
}

async function readBeacon(
  reader: BlockReader,
  beacon: Hex,
): Promise<Decoded<Hop>> {
  const answer = await reader.readCall({
    to: beacon,
    data: IMPLEMENTATION_CALL,
  });
  const named = await addressIn(
    answer.kind === "returned"
      ? { ok: true, value: answer.data }
      : {
          ok: false,
          reason:
            answer.kind === "reverted"
              ? `its beacon ${beacon} does not tell the implementation`
              : answer.reason,
        },
    "implementation",
  );
  return named.ok && named.value !== undefined
    ? {
        ok: true,
        value: { kind: "beacon", implementation: named.value, beacon },
      }
    : {
        ok: false,
        reason: named.ok
          ? `its beacon ${beacon} names no implementation`
          : named.reason,
      };
}

/** The address in a word of storage; `undefined` if it is empty. */
async function addressIn(
  word: Decoded<Hex>,
  what: "implementation" | "beacon" | "admin",
): Promise<Decoded<Hex | undefined>> {
  if (!word.ok) {
    return word;
  }
  const address = addressInWord(word.value);
  return address === undefined
    ? {
        ok: false,
        reason: `its ${what} slot (EIP-1967) does not hold an address`,
      }
    : {
        ok: true,
        value: BigInt(address) === 0n ? undefined : await toChecksum(address),
      };
}

/** The implementation slot's word, if several reads at the same time agree on it. */
async function readAgreed(
  reader: BlockReader,
  address: Hex,
): Promise<Decoded<Hex>> {
  const slots = await Promise.all(
    Array.from({ length: SLOT_READS }, () =>
      reader.readSlot(address, IMPLEMENTATION_SLOT),
    ),
  );
  const [first] = slots;
  const failed = slots.find((slot) => !slot.ok);
  return first === undefined || failed !== undefined
    ? (failed ?? UNREAD)
    : slots.every((slot) => slot.ok && first.ok && slot.value === first.value)
      ? first
      : {
          ok: false,
          reason:
            "reads of the same block disagree on its implementation slot (EIP-1967)",
        };
}

/**
 * The code of a possible clone, of which the probe gave size and hash only. Code
 * that does not match them is another backend's and is read once more.
 */
async function readText(
  reader: BlockReader,
  address: Hex,
  known: KnownSize,
): Promise<Decoded<Hex>> {
  if (known.code !== undefined) {
    return { ok: true, value: known.code };
  }
  for (let attempt = 1; attempt <= CODE_READS; attempt++) {
    const reading = await reader.readCode(address);
    if (reading.kind === "unknown") {
      return { ok: false, reason: reading.reason };
    }
    if (
      reading.kind === "code" &&
      reading.code !== undefined &&
      isSameCode(known, reading)
    ) {
      return { ok: true, value: reading.code };
    }
  }
  return { ok: false, reason: CODES_DISAGREE };
}
