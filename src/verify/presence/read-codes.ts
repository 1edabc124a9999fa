import type { Hex } from "../../base/hex.ts";
import { hexQuantity } from "../../base/hex.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type { PinnedBlock } from "../read-calls.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";
import { controlAddress } from "./code-reading.ts";
import { confirmAbsences } from "./confirm-absences.ts";
import type { ProbedChunk } from "./read-codes-by-probe.ts";
import { judgeProbed, readCodesByProbe } from "./read-codes-by-probe.ts";
import { readCodesSingly, readControl } from "./read-codes-singly.ts";

export interface ReadCodesParameters {
  readonly transport: RpcTransport;
  readonly addresses: readonly Hex[];
  readonly block: PinnedBlock;
  readonly chainId: number;
  /** Probes of the latest block: those that were of `block` are not repeated. */
  readonly ahead?: readonly ProbedChunk[] | undefined;
  /** An address already known to have code; one of these if not given. */
  readonly witness?: Hex | undefined;
}

/** The code at many addresses, and how it was read. */
export interface CodesAtBlock {
  readonly readings: CodeReadings;
  /** `single reads` where the endpoint does not run the bulk probe. */
  readonly path: "probe" | "single reads";
}

const CODE_BYTES_OF_DELEGATION = 23;
/** One byte may be the zero that some nodes send in place of no code. */
const CODE_BYTES_OF_PLACEHOLDER = 1;

/**
 * The code at each address at one block. One valid read tells that there is
 * code; that there is none is told by two different reads which agree, beside
 * a control address that must be empty. All else is unknown, with the reason.
 */
export async function readCodes({
  transport,
  addresses,
  block,
  chainId,
  ahead = [],
  witness,
}: ReadCodesParameters): Promise<CodesAtBlock> {
  const control = controlAddress();
  const number = hexQuantity(block.number);
  const probedAhead = judgeProbed(
    ahead.filter(({ answer }) => answer.blockNumber === block.number),
    block,
    chainId,
  );
  const probedNow = await readCodesByProbe({
    transport,
    addresses: addresses.filter((address) => {
      const reading = probedAhead.get(address.toLowerCase());
      return reading === undefined || reading.kind === "unknown";
    }),
    block,
    chainId,
    control,
  });
  const probed = new Map([...probedAhead, ...probedNow]);
  const unread = addresses.filter(
    (address) => !probed.has(address.toLowerCase()),
  );
  const readings = new Map(probed);
  if (unread.length > 0) {
    const [single, controlReading] = await Promise.all([
      readCodesSingly(transport, unread, number),
      readControl(transport, number),
    ]);
    for (const [address, reading] of single) {
      readings.set(address, judgeByControl(reading, controlReading));
    }
  }
  await readDoubtfulSizes(transport, addresses, number, readings);
  await rereadFailures(transport, addresses, readings);
  const path = unread.length === 0 ? "probe" : "single reads";
  await confirmAbsences({
    transport,
    block,
    chainId,
    readings,
    probed,
    witness: witness ?? witnessOf(addresses, readings),
  });
  return { readings, path };
}

/** Of the addresses that have code, the one whose code is the smallest to read. */
export function witnessOf(
  addresses: readonly Hex[],
  readings: CodeReadings,
): Hex | undefined {
  let smallest = Number.POSITIVE_INFINITY;
  let witness: Hex | undefined;
  for (const address of addresses) {
    const reading = readings.get(address.toLowerCase());
    if (reading?.kind === "code" && reading.size < smallest) {
      smallest = reading.size;
      witness = address;
    }
  }
  return witness;
}

/** An endpoint that has code everywhere, or not even knows, proves nothing. */
function judgeByControl(
  reading: CodeReading,
  control: CodeReading,
): CodeReading {
  if (control.kind === "code" || control.kind === "delegated") {
    return {
      kind: "unknown",
      reason:
        "the endpoint reports code at a random address too, so its answers mean nothing",
    };
  }
  if (reading.kind === "none" && control.kind === "unknown") {
    return {
      kind: "unknown",
      reason: `no code was reported, but the control read failed: ${control.reason}`,
    };
  }
  return reading;
}

/**
 * Code of a delegation's size may be one (EIP-7702), and a single byte a
 * placeholder: the code itself tells.
 */
async function readDoubtfulSizes(
  transport: RpcTransport,
  addresses: readonly Hex[],
  block: string,
  readings: Map<string, CodeReading>,
): Promise<void> {
  const doubtful = addresses.filter((address) => {
    const reading = readings.get(address.toLowerCase());
    return (
      reading?.kind === "code" &&
      reading.code === undefined &&
      (reading.size === CODE_BYTES_OF_DELEGATION ||
        reading.size === CODE_BYTES_OF_PLACEHOLDER)
    );
  });
  const codes = await readCodesSingly(transport, doubtful, block);
  for (const [address, reading] of codes) {
    const probed = readings.get(address);
    // The probe has told the size: other code is another backend's.
    const isOther =
      reading.kind !== "unknown" &&
      (probed === undefined || sizeOf(reading) !== sizeOf(probed));
    readings.set(
      address,
      isOther
        ? {
            kind: "unknown",
            reason: "two reads of the same block disagree on its code",
          }
        : reading,
    );
  }
}

/** In bytes; 0 where no code was found. */
function sizeOf(reading: CodeReading): number {
  if (reading.kind === "delegated") {
    return CODE_BYTES_OF_DELEGATION;
  }
  return reading.kind === "code" ? reading.size : 0;
}

/**
 * A backend may not have the pinned block yet. What it holds at its own latest
 * block proves presence all the same, never absence.
 */
async function rereadFailures(
  transport: RpcTransport,
  addresses: readonly Hex[],
  readings: Map<string, CodeReading>,
): Promise<void> {
  const failed = addresses.filter(
    (address) => readings.get(address.toLowerCase())?.kind === "unknown",
  );
  if (failed.length === 0) {
    return;
  }
  const [latest, control] = await Promise.all([
    readCodesSingly(transport, failed, "latest"),
    readControl(transport, "latest"),
  ]);
  for (const [address, reading] of latest) {
    const isPresent = reading.kind === "code" || reading.kind === "delegated";
    if (isPresent && control.kind === "none") {
      readings.set(address, reading);
    }
  }
}
