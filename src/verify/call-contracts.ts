import { randomBytes } from "node:crypto";
import type { Hex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import type { CallsAnswer, ProbeCall } from "../rpc/probe-calls.ts";
import type { BlockReader } from "./reader.ts";
import type { CallReading } from "./readings.ts";

/** The precompiled contract that returns what it is given, on every EVM chain. */
const IDENTITY: Hex = "0x0000000000000000000000000000000000000004";
/** The least that any of the functions returns: one word. */
const WORD_BYTES = 32;
const NO_PROOF: CallReading = {
  kind: "unknown",
  reason:
    "the call returned nothing, as it does on a backend without the contract's code",
};

/**
 * Makes view calls at one block: all in one request where the endpoint runs the
 * probe, else one by one. A failing call is proven by the probe and a single
 * request, or by two single requests. An answer that is too short also comes from
 * backends without the contract's code: it counts only where the probe has seen
 * that code.
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
    // Another request would not say which backend answers it.
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

/** Runs the program again if a backend without a contract's code ran it. */
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

/** Counts only on an endpoint that shows that it runs calls at all. */
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

/** A reading where the contract's code was not seen. */
function judgeAlone(reading: CallReading): CallReading {
  return reading.kind === "returned" && !isWhole(reading.data)
    ? NO_PROOF
    : reading;
}

function isWhole(data: Hex): boolean {
  return data.length >= 2 + 2 * WORD_BYTES;
}
