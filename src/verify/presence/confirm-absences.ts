import type { Hex } from "../../base/hex.ts";
import { hexQuantity } from "../../base/hex.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type { PinnedBlock } from "../read-calls.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";
import { controlAddress } from "./code-reading.ts";
import {
  type ReadCodesByProbeParameters,
  readCodesByProbe,
} from "./read-codes-by-probe.ts";
import {
  type BlockParameter,
  readCode,
  readCodesSingly,
  readControl,
  refusesBlockHash,
} from "./read-codes-singly.ts";

/** Up to here each absence is confirmed by a read of its own. */
const MOST_SINGLE_READS = 16;
/** Of absences that nothing speaks against, how many are read a third way. */
const SAMPLE = 16;
/** How often the witness is read beside absences that are read one by one. */
const WITNESS_READS = 4;

export interface ConfirmAbsencesParameters {
  readonly transport: RpcTransport;
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** Changed in place: an absence that is not confirmed becomes unknown. */
  readonly readings: Map<string, CodeReading>;
  /** The readings that the bulk probe gave. */
  readonly probed: CodeReadings;
  /** An address known to have code, whose code an honest endpoint gives. */
  readonly witness: Hex | undefined;
}

/** An address's reading after all, and whether two reads of it disagreed. */
interface Settled {
  readonly address: Hex;
  readonly reading: CodeReading;
  readonly isDisputed: boolean;
}

const DISAGREEMENT =
  "reads of the same block disagree on whether it has code: the endpoint's backends may not be in step";

/**
 * Reads every address without code a second time, in a different way. Nearly
 * every wrong answer about code is a false absence, so code found by the second
 * read counts once a third one agrees. An endpoint that is caught in any false
 * absence, be it of the witness, proves none.
 */
export async function confirmAbsences({
  transport,
  block,
  chainId,
  readings,
  probed,
  witness,
}: ConfirmAbsencesParameters): Promise<void> {
  const absent = [...readings.entries()].flatMap(([address, { kind }]) =>
    kind === "none" && isAddressText(address) ? [address] : [],
  );
  if (absent.length === 0) {
    return;
  }
  const number = hexQuantity(block.number);
  const byProbe = absent.filter((address) => probed.has(address));
  const bySingleReads = absent.filter((address) => !probed.has(address));
  // Where nothing at all is there, the node may hold no state: look once more.
  const sample = witness === undefined ? byProbe.slice(0, SAMPLE) : [];
  const isProbed = byProbe.length > MOST_SINGLE_READS;
  const [afterProbe, afterSingleReads, sampled, watched] = await Promise.all([
    isProbed
      ? probeAgain({ transport, addresses: byProbe, block, chainId, witness })
      : readCodesSingly(transport, byProbe, number),
    readOtherwise(transport, bySingleReads, block, witness),
    readOtherwise(transport, sample, block, undefined),
    // A probe has asked for it already, in the very answer that it vouches for.
    isProbed ? [] : readWitness(transport, witness, number),
  ]);
  const denied = witness && afterProbe.get(witness.toLowerCase());
  const second = new Map([...afterProbe, ...afterSingleReads.readings]);
  const settled = await Promise.all(
    absent.map((address) =>
      settle(transport, address, number, second.get(address)),
    ),
  );
  const isDisputed =
    settled.some((one) => one.isDisputed) ||
    denied?.kind === "none" ||
    [...sampled.readings.values()].some(
      ({ kind }) => kind === "code" || kind === "delegated",
    ) ||
    [...watched, ...afterSingleReads.watched].some(
      ({ kind }) => kind === "none",
    );
  // The state that was read may be of another chain than the block.
  const unread = [...sampled.readings.values()].find(
    ({ kind }) => kind === "unknown",
  );
  for (const { address, reading } of settled) {
    const doubt = isDisputed
      ? "the endpoint has denied code of a contract that has some"
      : witness === undefined && !probed.has(address)
        ? "the endpoint shows no code of any contract and does not run the bulk probe, so it may not hold the chain's state"
        : unread?.kind === "unknown"
          ? `the endpoint shows no code of any contract, and what reads by the block's hash say of some is unknown: ${unread.reason}`
          : undefined;
    readings.set(
      address,
      reading.kind === "none" && doubt !== undefined
        ? { kind: "unknown", reason: `no code was reported, but ${doubt}` }
        : reading,
    );
  }
}

/**
 * The same addresses in another order beside another control address and the
 * witness; one by one, the witness several times, where the probe, which has
 * worked before, gives no answer now.
 */
async function probeAgain({
  transport,
  addresses,
  block,
  chainId,
  witness,
}: Omit<ReadCodesByProbeParameters, "control">): Promise<CodeReadings> {
  const probed = await readCodesByProbe({
    transport,
    addresses: addresses.toReversed(),
    block,
    chainId,
    control: controlAddress(),
    witness,
  });
  const unread = addresses.filter(
    (address) => !probed.has(address.toLowerCase()),
  );
  const number = hexQuantity(block.number);
  if (unread.length === 0) {
    return probed;
  }
  const [singly, watched] = await Promise.all([
    readCodesSingly(transport, unread, number),
    readWitness(transport, witness, number),
  ]);
  const denial = watched.find(({ kind }) => kind === "none");
  return new Map([
    ...probed,
    ...singly,
    ...(witness !== undefined && denial !== undefined
      ? [[witness.toLowerCase(), denial] as const]
      : []),
  ]);
}

/**
 * The same addresses by block hash (EIP-1898), which a backend without the block
 * or of another chain cannot answer; by tag where the endpoint takes no hash.
 */
async function readOtherwise(
  transport: RpcTransport,
  addresses: readonly Hex[],
  block: PinnedBlock,
  witness: Hex | undefined,
): Promise<{
  readonly readings: CodeReadings;
  readonly watched: readonly CodeReading[];
}> {
  if (addresses.length === 0) {
    return { readings: new Map(), watched: [] };
  }
  const byHash = { blockHash: block.hash };
  const reply = await transport.request("eth_getCode", [
    controlAddress(),
    byHash,
  ]);
  const named = refusesBlockHash(reply) ? "latest" : byHash;
  const [readings, watched] = await Promise.all([
    readCodesSingly(transport, addresses, named),
    readWitness(transport, witness, named),
  ]);
  return { readings, watched };
}

/** What an endpoint says, several times, of an address that has code. */
async function readWitness(
  transport: RpcTransport,
  witness: Hex | undefined,
  block: BlockParameter,
): Promise<readonly CodeReading[]> {
  return witness === undefined
    ? []
    : await Promise.all(
        Array.from({ length: WITNESS_READS }, () =>
          readCode(transport, witness, block),
        ),
      );
}

async function settle(
  transport: RpcTransport,
  address: Hex,
  block: string,
  second: CodeReading | undefined,
): Promise<Settled> {
  if (second === undefined || second.kind === "unknown") {
    const why = second === undefined ? "" : `: ${second.reason}`;
    const reason = `no code was reported, but a second read could not confirm it${why}`;
    return {
      address,
      reading: { kind: "unknown", reason },
      isDisputed: false,
    };
  }
  if (second.kind === "none") {
    return { address, reading: second, isDisputed: false };
  }
  const [third, control] = await Promise.all([
    readCode(transport, address, block),
    readControl(transport, block),
  ]);
  const isPresent = third.kind === "code" || third.kind === "delegated";
  return {
    address,
    reading:
      isPresent && control.kind === "none"
        ? third
        : { kind: "unknown", reason: DISAGREEMENT },
    isDisputed: true,
  };
}

function isAddressText(text: string): text is Hex {
  return text.startsWith("0x");
}
