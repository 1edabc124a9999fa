import { toChecksum } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { releaseByCodeHash } from "../../contracts/releases.ts";
import { readBeacons, readProxySlots } from "../asking/read-words.ts";
import type { BlockReader } from "../asking/reader.ts";
import {
  follow,
  type Hop,
  MAX_CHECKED,
  type Need,
  type ProxyReadings,
} from "../follow/follow-code.ts";
import {
  addressOf,
  type CodeReading,
  type CodeReadings,
  codeKey,
  isSameCode,
  NOT_READ,
} from "../questions/readings.ts";
import { mayBeProxy, type StartedCodes, startCodes } from "./verify-codes.ts";

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
  /** Why it is not readable whether that code runs another one. */
  readonly notReadable?: string | undefined;
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
  let known: ProxyReadings = {
    codes,
    slots: new Map(),
    delegates: new Map(),
    beacons: new Map(),
  };
  for (;;) {
    const followed = possibleProxies.map(
      (key) => [key, follow(key, known)] as const,
    );
    const needs = followed.flatMap(([, one]) => one.need ?? []);
    if (needs.length === 0) {
      const chains = followed.map(
        async ([key, { hops, end = NOT_READ, notReadable }]) =>
          [
            key,
            { hops: await readHops(hops, known), end, notReadable },
          ] as const,
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
  const [codes, slots, delegates, beacons] = await Promise.all([
    startCodes(reader, of("codes")).then(({ settle }) => settle(known.codes)),
    readProxySlots(
      reader,
      of("slots").slice(0, room),
      ownedContract(known.codes),
    ),
    readDelegates(reader, of("delegates"), known.codes),
    readBeacons(reader, of("beacons")),
  ]);
  const ofSlots = of("slots").map((key, index) => [key, slots[index]] as const);
  const ofBeacons = of("beacons").map(
    (key, index) => [key, beacons[index] ?? NOT_READ] as const,
  );
  return {
    codes: new Map([...known.codes, ...codes]),
    slots: new Map([...known.slots, ...ofSlots]),
    delegates: new Map([...known.delegates, ...delegates]),
    beacons: new Map([...known.beacons, ...ofBeacons]),
  };
}

/** A released contract whose slot of the owner is known, if there is one. */
function ownedContract(codes: CodeReadings): Hex | undefined {
  for (const [key, code] of codes) {
    const { hash = "" } = code.kind === "code" ? code : {};
    if (releaseByCodeHash(hash)?.contract === "OPFCommunityFeeCollector") {
      return addressOf(key);
    }
  }
  return undefined;
}

/** Whether each code may be that of a proxy, by the code itself. */
async function readDelegates(
  reader: BlockReader,
  addresses: readonly Hex[],
  codes: CodeReadings,
): Promise<ReadonlyMap<string, boolean>> {
  const texts = await reader.readTexts(addresses);
  const judged = [...texts].map(async ([key, text]) => {
    const isRead = isSameCode(text, codes.get(key) ?? NOT_READ);
    return [key, !isRead || (await mayBeProxy(text))] as const;
  });
  return new Map(await Promise.all(judged));
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
