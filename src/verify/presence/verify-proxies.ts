import { toChecksum } from "../../base/address.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  addressOf,
  type CodeReading,
  codeKey,
  NOT_READ,
} from "../reading/readings.ts";
import {
  follow,
  type Hop,
  MAX_CHECKED,
  type Need,
  type ProxyReadings,
} from "./judge-proxies.ts";
import { readBeacons, readProxySlots } from "./read-proxies.ts";
import { type StartedCodes, startCodes } from "./verify-codes.ts";

/** A step from a contract to the code that it runs, and that code. */
export interface ReadHop extends Hop {
  readonly code: CodeReading | undefined;
}

/** What a contract runs. */
export interface ProxyChain {
  /** None if it is no proxy, as far as that is known. */
  readonly hops: readonly ReadHop[];
  /** The code that runs in the end, or why that is not known. */
  readonly end: CodeReading;
}

export interface VerifiedProxies {
  /** Of each contract that may be a proxy, by its {@link codeKey}. */
  readonly chains: ReadonlyMap<string, ProxyChain>;
  /** Whether the list is too long to look at the storage of all of them. */
  readonly isCut: boolean;
}

/**
 * What contracts run: clones by their code (EIP-1167, EIP-7511), upgradable ones and
 * beacons' by their storage (EIP-1967), and chains of them.
 */
export async function verifyProxies(
  reader: BlockReader,
  { first: codes, possibleProxies }: StartedCodes,
): Promise<VerifiedProxies> {
  let known: ProxyReadings = { codes, slots: new Map(), beacons: new Map() };
  for (;;) {
    const followed = possibleProxies.map(
      (key) => [key, follow(key, known)] as const,
    );
    const needs = followed.flatMap(([, one]) => one.need ?? []);
    if (needs.length === 0) {
      const chains = followed.map(
        async ([key, { hops, end = NOT_READ }]) =>
          [key, { hops: await readHops(hops, known), end }] as const,
      );
      return {
        chains: new Map(await Promise.all(chains)),
        isCut: [...known.slots.values()].includes(undefined),
      };
    }
    known = await readNeeds(reader, needs, known);
  }
}

/** Reads all that is needed at the same time. */
async function readNeeds(
  reader: BlockReader,
  needs: readonly Need[],
  known: ProxyReadings,
): Promise<ProxyReadings> {
  const of = (what: Need["what"]) => [
    ...new Set(
      needs.flatMap((need) => (need.what === what ? addressOf(need.key) : [])),
    ),
  ];
  const room = Math.max(0, MAX_CHECKED - known.slots.size);
  const [codes, slots, beacons] = await Promise.all([
    startCodes(reader, of("codes")).then(({ settle }) => settle(known.codes)),
    readProxySlots(reader, of("slots").slice(0, room)),
    readBeacons(reader, of("beacons")),
  ]);
  const ofSlots = of("slots").map((key, index) => [key, slots[index]] as const);
  const ofBeacons = of("beacons").map(
    (key, index) => [key, beacons[index] ?? NOT_READ] as const,
  );
  return {
    codes: new Map([...known.codes, ...codes]),
    slots: new Map([...known.slots, ...ofSlots]),
    beacons: new Map([...known.beacons, ...ofBeacons]),
  };
}

/** The steps with their codes, and with addresses in the EIP-55 spelling. */
async function readHops(
  hops: readonly Hop[],
  { codes }: ProxyReadings,
): Promise<readonly ReadHop[]> {
  return await Promise.all(
    hops.map(async ({ kind, implementation, beacon, admin }) => ({
      kind,
      implementation: await toChecksum(implementation),
      beacon: beacon && (await toChecksum(beacon)),
      admin: admin && (await toChecksum(admin)),
      code: codes.get(codeKey(implementation)),
    })),
  );
}
