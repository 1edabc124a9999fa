import { randomBytes } from "node:crypto";
import type { Hex } from "../base/hex.ts";
import { hexQuantity } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import type { Reply } from "../http/types.ts";
import { decodeData } from "../rpc/decode-values.ts";
import {
  type CallsAnswer,
  decodeCalls,
  encodeCalls,
  type ProbeCall,
} from "../rpc/probe-calls.ts";
import { NOBODY, runProgram } from "../rpc/run-program.ts";
import type { RpcTransport } from "../rpc/types.ts";

/** Many times what a view needs, and little for a contract that never ends. */
const GAS_OF_ONE = "0xf4240";
/**
 * The words of geth, revm and those that follow them. That a call ran out of gas
 * is not among them: the limit may be the node's own.
 */
const EVM_FAILURE =
  /revert|invalid ?(?:fe)? ?opcode|opcode ?not ?found|opcode .*not defined|invalid ?jump|stack ?(?:under|over)flow/i;
/** The JSON-RPC error code of a revert in geth and those that follow it. */
const REVERT_CODE = 3;

/** What is known of one call to a contract. */
export type CallReading =
  | { readonly kind: "returned"; readonly data: Hex }
  /** The EVM ran it, and it failed. */
  | { readonly kind: "reverted" }
  | { readonly kind: "unknown"; readonly reason: string };

/** The precompiled contract that returns what it is given, on every EVM chain. */
const IDENTITY: Hex = "0x0000000000000000000000000000000000000004";
/** What any function of a contract returns at least, in bytes: one word. */
const WORD_BYTES = 32;
const NO_PROOF: CallReading = {
  kind: "unknown",
  reason:
    "the call returned nothing, which a backend without the contract's code says too",
};

/**
 * Makes view calls at one block: all in one request where the endpoint runs the
 * probe, else one by one. That a call fails is proven by the probe and a request
 * of its own, or by two requests. That it returns less than a function can is
 * what a backend without the contract says too: it is proven by both only where
 * the probe has seen the contract's code.
 */
export async function readCalls(
  transport: RpcTransport,
  calls: readonly ProbeCall[],
  block: PinnedBlock,
  chainId: number,
): Promise<readonly CallReading[]> {
  if (calls.length === 0) {
    return [];
  }
  const number = hexQuantity(block.number);
  const answer = await runCalls(transport, calls, number);
  if (answer.ok && answer.value.chainId !== BigInt(chainId)) {
    // No other request could tell which backend it came from.
    const reason = `a backend of the endpoint answers for chain id ${answer.value.chainId}, not ${chainId}`;
    return calls.map(() => ({ kind: "unknown", reason }));
  }
  if (!answer.ok || answer.value.blockNumber < block.number) {
    return await readSingly(transport, calls, number);
  }
  return await Promise.all(
    calls.map(async (call, index): Promise<CallReading> => {
      const outcome = answer.value.outcomes[index];
      if (outcome?.success === true && isWhole(outcome.data)) {
        return { kind: "returned", data: outcome.data };
      }
      const reading = await readCall(transport, call, number);
      const isSeen = outcome?.success === true && !outcome.isCodeless;
      return isSeen ? reading : proven(reading);
    }),
  );
}

/** By the program; once more where it met a backend without a contract's code. */
async function runCalls(
  transport: RpcTransport,
  calls: readonly ProbeCall[],
  block: string,
): Promise<Decoded<CallsAnswer>> {
  const run = async () =>
    decodeCalls(
      await runProgram(transport, encodeCalls(calls), block),
      calls.length,
    );
  const first = await run();
  const isCodeless =
    first.ok && first.value.outcomes.some((outcome) => outcome.isCodeless);
  const second = isCodeless ? await run() : first;
  return second.ok ? second : first;
}

/** One by one, if the endpoint shows that it runs calls at all. */
async function readSingly(
  transport: RpcTransport,
  calls: readonly ProbeCall[],
  block: string,
): Promise<readonly CallReading[]> {
  const token: Hex = `0x${randomBytes(WORD_BYTES).toString("hex")}`;
  const [control, readings] = await Promise.all([
    readCall(transport, { to: IDENTITY, data: token }, block),
    Promise.all(
      calls.map(async (call): Promise<CallReading> => {
        const first = proven(await readCall(transport, call, block));
        return first.kind === "reverted" || first === NO_PROOF
          ? proven(await readCall(transport, call, block))
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
      : "the endpoint does not run calls: a precompiled contract gave a wrong answer";
  return calls.map(() => ({ kind: "unknown", reason }));
}

/** A reading that needs no code seen beside it. */
function proven(reading: CallReading): CallReading {
  return reading.kind === "returned" && !isWhole(reading.data)
    ? NO_PROOF
    : reading;
}

function isWhole(data: Hex): boolean {
  return data.length >= 2 + 2 * WORD_BYTES;
}

async function readCall(
  transport: RpcTransport,
  { to, data }: ProbeCall,
  block: string,
): Promise<CallReading> {
  const reply = await transport.request("eth_call", [
    { from: NOBODY, gas: GAS_OF_ONE, to, data },
    block,
  ]);
  if (!reply.ok) {
    return isEvmFailure(reply)
      ? { kind: "reverted" }
      : { kind: "unknown", reason: reply.reason };
  }
  const decoded = decodeData(reply.result);
  return decoded.ok
    ? { kind: "returned", data: decoded.value }
    : { kind: "unknown", reason: `eth_call: ${decoded.reason}` };
}

function isEvmFailure(reply: Extract<Reply, { ok: false }>): boolean {
  return (
    reply.kind === "rpc-error" &&
    (reply.code === REVERT_CODE || EVM_FAILURE.test(reply.reason))
  );
}

/** The block that all reads of a network are pinned to. */
export interface PinnedBlock {
  readonly number: bigint;
  readonly hash: Hex;
}
