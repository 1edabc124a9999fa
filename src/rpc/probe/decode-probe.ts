import { isHex } from "../is-hex.ts";
import { isJsonObject } from "../is-json-object.ts";
import type { Decoded, Hex, RpcReply } from "../types.ts";
import { ENTRY_BYTES, HEADER_BYTES, PROBE_MAGIC } from "./probe-program.ts";

/** The code at one address, as the EVM sees it. */
export interface ProbedCode {
  /** In bytes. */
  readonly size: number;
  /** EXTCODEHASH. What an empty account gives differs: decide by size. */
  readonly hash: Hex;
}

/** What one backend said of a list of addresses, in their order. */
export interface ProbeAnswer {
  readonly chainId: bigint;
  readonly blockNumber: bigint;
  /** In the chain's own unit. */
  readonly timestamp: bigint;
  readonly codes: readonly ProbedCode[];
}

const WORD_DIGITS = 64;

/**
 * The answer to a probe for `count` addresses. Nodes put the data of a revert
 * in several places; whatever lacks the magic word or the exact length is not
 * the program's output, such as the `0x` of a node that ran something else.
 */
export function decodeProbe(
  reply: RpcReply,
  count: number,
): Decoded<ProbeAnswer> {
  const digits = 2 * (HEADER_BYTES + ENTRY_BYTES * count);
  const output = candidates(reply).find(
    (data) => data.length === 2 + digits && wordAt(data, 0) === PROBE_MAGIC,
  );
  if (output === undefined) {
    return {
      ok: false,
      reason: reply.ok
        ? "the endpoint does not run the bulk probe"
        : reply.reason,
    };
  }
  const codes = Array.from({ length: count }, (_, index): ProbedCode => {
    const start = 2 + 2 * (HEADER_BYTES + ENTRY_BYTES * index);
    const hash = output.slice(start, start + WORD_DIGITS).toLowerCase();
    return {
      hash: `0x${hash}`,
      size: Number.parseInt(
        output.slice(start + WORD_DIGITS, start + 2 * ENTRY_BYTES),
        16,
      ),
    };
  });
  return {
    ok: true,
    value: {
      chainId: wordAt(output, 1),
      blockNumber: wordAt(output, 2),
      timestamp: wordAt(output, 3),
      codes,
    },
  };
}

function candidates(reply: RpcReply): readonly Hex[] {
  if (reply.ok) {
    return [reply.result].filter(isHex);
  }
  const { data } = reply;
  const nested = isJsonObject(data) ? [data["data"], data["result"]] : [];
  return [data, ...nested].filter(isHex);
}

function wordAt(data: Hex, index: number): bigint {
  const start = 2 + WORD_DIGITS * index;
  return BigInt(`0x${data.slice(start, start + WORD_DIGITS)}`);
}
