import { randomInt } from "node:crypto";
import type { Hex } from "../../base/hex.ts";
import { hexQuantity } from "../../base/hex.ts";
import {
  type ProbeAnswer,
  type ProbedCode,
  probeCodes,
} from "../../rpc/probe-codes.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type { PinnedBlock } from "../read-calls.ts";
import {
  type CodeReading,
  type CodeReadings,
  controlAddress,
} from "./code-reading.ts";

export interface ReadCodesByProbeParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** An address that must have no code. */
  readonly control: Hex;
  /**
   * An address that is known to have code, asked for in every call too: it reads
   * as having none if any call said so.
   */
  readonly witness?: Hex | undefined;
}

/**
 * The codes as the bulk probe gives them. An address that is missing from the
 * result must be read in another way. On an endpoint that runs the probe, what
 * a wrong or lagging backend or nobody answered is asked for once more.
 */
export async function readCodesByProbe({
  transport,
  addresses,
  block,
  chainId,
  control,
  witness,
}: ReadCodesByProbeParameters): Promise<CodeReadings> {
  const number = hexQuantity(block.number);
  const first = await probeInChunks({
    transport,
    addresses,
    control,
    witness,
    block: number,
  });
  const readings = judgeProbed(first, block, chainId);
  const unread = addresses.filter((address) => {
    const reading = readings.get(address.toLowerCase());
    return reading === undefined || reading.kind === "unknown";
  });
  if (first.length === 0 || unread.length === 0) {
    return readings;
  }
  const second = await probeInChunks({
    transport,
    addresses: unread,
    control,
    witness,
    block: number,
  });
  return judgeProbed([...first, ...second], block, chainId);
}

/** Addresses a call, at most: about 20 KB of request and 36 KB of answer. */
const LARGEST_CHUNK = 500;
/** A list is spread over more calls at a time only from here on. */
const SMALLEST_CHUNK = 250;
/** Calls under way at a time, so that memory does not grow with the list. */
const CALLS_AT_A_TIME = 8;
/** So many addresses are read by one wave of calls. */
const ADDRESSES_AT_A_TIME: number = LARGEST_CHUNK * CALLS_AT_A_TIME;

/**
 * Whether an endpoint runs the probe, as far as it has shown. One that has run it
 * once may fail for other reasons; one that never has is not asked again.
 */
const runsProbe = new WeakMap<RpcTransport, boolean>();

/** Some addresses and what the program itself said of them. */
export interface ProbedChunk {
  /** With the control address anywhere among them. */
  readonly addresses: readonly Hex[];
  readonly control: Hex;
  /** Of the addresses in their order. */
  readonly answer: ProbeAnswer;
}

export interface ProbeInChunksParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  /** An address that must have no code. */
  readonly control: Hex;
  /** An address that is known to have code, asked for in every call too. */
  readonly witness?: Hex | undefined;
  /** A block's number, or its tag. */
  readonly block: string;
}

/**
 * Asks the bulk probe for many addresses. Addresses that the program gave no
 * answer for are in no chunk.
 */
async function probeInChunks({
  transport,
  addresses,
  control,
  witness,
  block,
}: ProbeInChunksParameters): Promise<readonly ProbedChunk[]> {
  const chunkLength = Math.min(
    LARGEST_CHUNK,
    Math.max(SMALLEST_CHUNK, Math.ceil(addresses.length / CALLS_AT_A_TIME)),
  );
  const probed: ProbedChunk[] = [];
  let next = 0;
  async function work(): Promise<void> {
    while (next < addresses.length && runsProbe.get(transport) !== false) {
      const chunk = addresses.slice(next, next + chunkLength);
      next += chunkLength;
      // Anywhere in the list, so that no other list's answer fits by chance.
      const listed = witness === undefined ? chunk : [...chunk, witness];
      const asked = listed.toSpliced(randomInt(listed.length + 1), 0, control);
      const answer = await probeCodes(transport, asked, block);
      if (answer.ok) {
        runsProbe.set(transport, true);
        probed.push({ addresses: asked, control, answer: answer.value });
      } else if (runsProbe.get(transport) !== true) {
        runsProbe.set(transport, false);
      }
    }
  }
  await Promise.all(Array.from({ length: CALLS_AT_A_TIME }, work));
  return probed;
}

const NO_HASH = /^0x0*$/;
/** keccak256 of no bytes, which no code has for its hash. */
const HASH_OF_NOTHING =
  "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
/** Far beyond every chain's limit, and more than any other read could give. */
const MOST_CODE_BYTES = 2 ** 24;

/**
 * What probes of a block tell of each address, the later ones of an address that
 * several hold, but no code as soon as one of them says so. One that is missing from the
 * result must be read in another way: its chunk came from a backend that has
 * code everywhere, or it has no code at an older block than asked for, or what
 * no account can have. Where a backend of another chain answered, the reading is
 * unknown: a single read could not tell which backend it came from.
 */
export function judgeProbed(
  chunks: readonly ProbedChunk[],
  block: PinnedBlock,
  chainId: number,
): CodeReadings {
  const readings = new Map<string, CodeReading>();
  for (const { addresses, control, answer } of chunks) {
    const { codes } = answer;
    const isOtherChain = answer.chainId !== BigInt(chainId);
    const isBehind = answer.blockNumber < block.number;
    if (!isOtherChain && codes[addresses.indexOf(control)]?.size !== 0) {
      continue;
    }
    for (const [index, address] of addresses.entries()) {
      const code = codes[index];
      const reading = isOtherChain
        ? ofOtherChain(answer.chainId, chainId)
        : code && readingOf(code, isBehind);
      const id = address.toLowerCase();
      const isDenied = readings.get(id)?.kind === "none";
      if (reading !== undefined && address !== control && !isDenied) {
        readings.set(id, reading);
      }
    }
  }
  return readings;
}

function ofOtherChain(actual: bigint, expected: number): CodeReading {
  return {
    kind: "unknown",
    reason: `a backend of the endpoint answers for chain id ${actual}, not ${expected}`,
  };
}

function readingOf(
  { size, hash }: ProbedCode,
  isBehind: boolean,
): CodeReading | undefined {
  if (size === 0) {
    return isBehind ? undefined : { kind: "none" };
  }
  if (size > MOST_CODE_BYTES || hash === HASH_OF_NOTHING) {
    return undefined;
  }
  // Some chains do not tell the hash of an account without balance.
  const known = hash === undefined || NO_HASH.test(hash) ? undefined : hash;
  return { kind: "code", size, hash: known, code: undefined };
}

/**
 * Probes the latest block while nobody knows yet which one that is, which saves
 * a round trip: every answer says what block it is of. A list that takes more
 * than one wave of calls is left, since it would save next to nothing there and
 * would be in the way on an endpoint that turns out to be the wrong one.
 */
export async function probeAhead(
  transport: RpcTransport,
  addresses: readonly Hex[],
): Promise<readonly ProbedChunk[]> {
  if (addresses.length > ADDRESSES_AT_A_TIME) {
    return [];
  }
  return await probeInChunks({
    transport,
    addresses,
    control: controlAddress(),
    block: "latest",
  });
}
