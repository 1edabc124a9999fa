import type { Hex } from "../../base/hex.ts";
import { identifyCode } from "../../contracts/releases.ts";
import type { BlockReader } from "../reading/reader.ts";
import {
  CODES_DISAGREE,
  type CodeReading,
  type CodeReadings,
  codeKey,
  isSameCode,
  NOT_READ,
  type ProbedChunk,
} from "../reading/readings.ts";
import {
  isReleased,
  type Known,
  type Need,
  needsOf,
  walk,
} from "./follow-proxies.ts";
import { probeCodes } from "./probe-codes.ts";
import { readOneByOne } from "./read-codes.ts";
import {
  type Hop,
  type KnownSize,
  MAX_CHECKED,
  readClone,
  readUpgradable,
} from "./read-proxies.ts";
import { mayRunOtherCode } from "./runs-other-code.ts";
import { NO_PROXIES, type StartedProxies } from "./start-proxies.ts";
import { verifyCodes } from "./verify-codes.ts";

/** A contract that runs another's code. */
export interface ProxyReading {
  /** At least one. */
  readonly hops: readonly Hop[];
  /** The codes of the hops, as far as they were read. */
  readonly codes: readonly (CodeReading | undefined)[];
  /** The reading at the end of the chain, or why that is not known. */
  readonly end: CodeReading;
}

/** The proxies among contracts, and what they run. */
export interface VerifiedProxies {
  /** Each by its key among readings. */
  readonly proxies: ReadonlyMap<string, ProxyReading>;
  /** Which contracts may be one, and why that could not be read. */
  readonly unread: ReadonlyMap<string, string>;
  /** Readings of contracts whose code was another one when it was read again. */
  readonly disputed: CodeReadings;
  readonly notes: readonly string[];
}

/** Contracts that may be proxies. */
export interface ContractsToFollow {
  /** Without absences, which need not be proven yet. */
  readonly readings: CodeReadings;
  /** Readings of codes themselves that are the probed ones. */
  readonly codes: CodeReadings;
  /** What is read of them already. */
  readonly started?: Promise<StartedProxies> | undefined;
}

/**
 * Which of the contracts are proxies, and the codes of what they run: clones by
 * their code (EIP-1167, EIP-7511), upgradable ones and beacons' by their storage
 * (EIP-1967). Released contracts of the marketplace, known by code hash, are none, and
 * neither are contracts whose code is known and cannot run another one's.
 *
 * @param witness an address known to have code
 */
export async function verifyProxies(
  reader: BlockReader,
  { readings, codes, started: starting }: ContractsToFollow,
  witness: Hex | undefined,
): Promise<VerifiedProxies> {
  const own = await runningOwnCode(codes);
  const candidates = new Map(
    [...readings].flatMap(([key, reading]) =>
      reading.kind === "code" && !isReleased(reading) && !own.has(key)
        ? [[key, reading] as const]
        : [],
    ),
  );
  const known: Known = {
    codes: new Map(readings),
    clones: new Map(),
    slots: new Map(),
    unchecked: new Set(),
  };
  const walks = new Map(
    [...candidates.keys()].map((key) => [key, walk(key, known)]),
  );
  const started = (await starting) ?? NO_PROXIES;
  const disputing = disputedCodes(
    reader,
    new Map([...candidates].slice(0, MAX_CHECKED)),
    started.again,
  );
  for (;;) {
    const needs = needsOf(walks.values());
    if (needs.length === 0) {
      break;
    }
    await readNeeds(reader, needs, { known, started, witness });
    for (const [key, { need }] of walks) {
      if (need !== undefined) {
        walks.set(key, walk(key, known));
      }
    }
  }
  const chains = [...walks];
  return {
    disputed: await disputing,
    proxies: new Map(
      chains.flatMap(([key, { hops, end }]) =>
        hops.length === 0
          ? []
          : [
              [
                key,
                {
                  hops,
                  codes: hops.map(({ implementation }) =>
                    known.codes.get(codeKey(implementation)),
                  ),
                  end: end ?? NOT_READ,
                },
              ] as const,
            ],
      ),
    ),
    unread: new Map(
      chains.flatMap(([key, { hops, end }]) =>
        hops.length === 0 && end?.kind === "unknown"
          ? [[key, end.reason] as const]
          : [],
      ),
    ),
    notes: [
      ...chains.flatMap(([key, { hops, end }]) =>
        hops.length === 0 && end?.kind === "unknown"
          ? [`Whether ${key} is a proxy is unknown: ${end.reason}`]
          : [],
      ),
      ...(known.unchecked.size === 0
        ? []
        : [
            `Only the first ${MAX_CHECKED} unrecognised contracts were checked for being an upgradable proxy.`,
          ]),
    ],
  };
}

/** The contracts whose code is of a release, or cannot run another one's. */
async function runningOwnCode(
  codes: CodeReadings,
): Promise<ReadonlySet<string>> {
  const own = new Set<string>();
  for (const [key, reading] of codes) {
    if (
      reading.kind === "code" &&
      reading.code !== undefined &&
      (!mayRunOtherCode(reading.code) ||
        (await identifyCode(reading.code)) !== undefined)
    ) {
      own.add(key);
    }
  }
  return own;
}

const UNREAD_HOP = { ok: false, reason: NOT_READ.reason } as const;

/** Reads all that is needed at the same time. */
async function readNeeds(
  reader: BlockReader,
  needs: readonly Need[],
  {
    known,
    started,
    witness,
  }: {
    readonly known: Known;
    readonly started: StartedProxies;
    readonly witness: Hex | undefined;
  },
): Promise<void> {
  const of = (what: Need["what"]) =>
    needs.filter((need) => need.what === what).map(({ key }) => key);
  const ofSlots = of("slots");
  const checked = ofSlots.slice(0, MAX_CHECKED - known.slots.size);
  for (const key of ofSlots.slice(checked.length)) {
    known.unchecked.add(key);
  }
  const unread = checked.filter((key) => !started.slots.has(key));
  for (const key of checked) {
    known.slots.set(key, started.slots.get(key) ?? UNREAD_HOP);
  }
  const codes = of("codes");
  await Promise.all([
    codes.length === 0
      ? undefined
      : verifyCodes(reader, codes.map(addressOf), { witness }).then(
          async ({ readings }) => {
            for (const key of codes) {
              known.codes.set(key, readings.get(key) ?? NOT_READ);
            }
            const disputed = await disputedCodes(
              reader,
              unreleasedOf(codes, known.codes),
            );
            for (const [key, reading] of disputed) {
              known.codes.set(key, reading);
            }
          },
        ),
    ...of("clones").map(async (key) => {
      const code = known.codes.get(key);
      if (code?.kind === "code") {
        known.clones.set(key, await readClone(reader, addressOf(key), code));
      }
    }),
    readUpgradable(reader, unread.map(addressOf)).then((hops) => {
      for (const [index, key] of unread.entries()) {
        known.slots.set(key, hops[index] ?? UNREAD_HOP);
      }
    }),
  ]);
}

function unreleasedOf(
  keys: readonly string[],
  codes: CodeReadings,
): ReadonlyMap<string, KnownSize> {
  return new Map(
    keys.flatMap((key) => {
      const code = codes.get(key);
      return code?.kind === "code" && !isReleased(code)
        ? [[key, code] as const]
        : [];
    }),
  );
}

function addressOf(key: string): Hex {
  return `0x${key.slice(2)}`;
}

/**
 * The codes that are another one when read again, by the probe or else two more times.
 * Code that no release has may be an answer's damage, such as the same beginning of it
 * each time, while no damage looks like a release.
 */
async function disputedCodes(
  reader: BlockReader,
  codes: ReadonlyMap<string, KnownSize>,
  early?: readonly ProbedChunk[],
): Promise<CodeReadings> {
  const addresses = [...codes.keys()].map(addressOf);
  const probed = await probeCodes(reader, addresses, { early });
  const unprobed = addresses.filter((address) => !probed.has(codeKey(address)));
  const singles = [
    await readOneByOne(reader, unprobed),
    await readOneByOne(reader, unprobed),
  ];
  return new Map(
    [...codes].flatMap(([key, code]) => {
      const again = [
        probed,
        ...singles.map(({ readings }) => readings),
      ].flatMap((readings) => readings.get(key) ?? []);
      const other = again.find((one) => !isSameCode(code, one));
      return other === undefined && again.length > 0
        ? []
        : [[key, disputedCode(other)] as const];
    }),
  );
}

function disputedCode(second: CodeReading | undefined): CodeReading {
  return {
    kind: "unknown",
    reason:
      second?.kind === "unknown"
        ? `its code could not be read a second time: ${second.reason}`
        : CODES_DISAGREE,
  };
}
