import { randomBytes } from "node:crypto";
import type { Hex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import type { CallsAnswer, ProbeCall } from "../rpc/probe-calls.ts";
import type { BlockReader } from "./reader.ts";
import type { CallReading } from "./readings.ts";

/** The precompiled contract that returns what it is given, on every EVM chain. */
const IDENTITY: Hex = "0x0000000000000000000000000000000000000004";
/** What any function of a contract returns at least, in bytes: one word. */
const WORD_BYTES = 32;
const NO_PROOF: CallReading = {
  kind: "unknown",
  reason:
    "the call returned nothing, as it does on a backend without the contract's code",
};

/**
 * Makes view calls at one block: all in one request where the endpoint runs the
 * probe, else one by one. That a call fails is proven by the probe and a request
 * of its own, or by two requests. That it returns less than a function can is
 * what a backend without the contract says too: it is proven by both only where
 * the probe has seen the contract's code.
 */
export async function callContracts(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  if (calls.length === 0) {
    return [];
  }
  const answer = await probe(reader, calls);
  if (answer.ok && answer.value.chainId !== BigInt(reader.chainId)) {
    // No other request could tell which backend it came from.
    const reason = `a backend of the endpoint answers for chain id ${answer.value.chainId}, not ${reader.chainId}`;
    return calls.map(() => ({ kind: "unknown", reason }));
  }
  if (!answer.ok || answer.value.blockNumber < reader.block.number) {
    return await callOneByOne(reader, calls);
  }
  return await Promise.all(
    calls.map(async (call, index): Promise<CallReading> => {
      const outcome = answer.value.outcomes[index];
      if (outcome?.success === true && isWhole(outcome.data)) {
        return { kind: "returned", data: outcome.data };
      }
      const reading = await reader.readCall(call);
      const isSeen = outcome?.success === true && !outcome.isCodeless;
      return isSeen ? reading : judgeAlone(reading);
    }),
  );
}

/** By the program; once more where it met a backend without a contract's code. */
async function probe(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<Decoded<CallsAnswer>> {
  const first = await reader.probeCalls(calls);
  const isCodeless =
    first.ok && first.value.outcomes.some((outcome) => outcome.isCodeless);
  const second = isCodeless ? await reader.probeCalls(calls) : first;
  return second.ok ? second : first;
}

/** If the endpoint shows that it runs calls at all. */
async function callOneByOne(
  reader: BlockReader,
  calls: readonly ProbeCall[],
): Promise<readonly CallReading[]> {
  const token: Hex = `0x${randomBytes(WORD_BYTES).toString("hex")}`;
  const [control, readings] = await Promise.all([
    reader.readCall({ to: IDENTITY, data: token }),
    Promise.all(
      calls.map(async (call): Promise<CallReading> => {
        const first = judgeAlone(await reader.readCall(call));
        return first.kind === "reverted" || first === NO_PROOF
          ? judgeAlone(await reader.readCall(call))
          : first;
      }),
    ),
  ]);
  if (control.kind === "returned" && control.data === token) {
    return readings;
  }
  const reason =
    control.kind === "unknown"
      ? control.reason
      : "the endpoint does not run calls: a precompiled contract returned a wrong result";
  return calls.map(() => ({ kind: "unknown", reason }));
}

/** A reading without the contract's code seen beside it. */
function judgeAlone(reading: CallReading): CallReading {
  return reading.kind === "returned" && !isWhole(reading.data)
    ? NO_PROOF
    : reading;
}

function isWhole(data: Hex): boolean {
  return data.length >= 2 + 2 * WORD_BYTES;
}
