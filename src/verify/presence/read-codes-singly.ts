import type { Hex } from "../../base/hex.ts";
import type { Reply } from "../../http/types.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeCode } from "../../rpc/decode-code.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import {
  type CodeReading,
  type CodeReadings,
  codeHash,
  controlAddress,
} from "./code-reading.ts";

/** How a block is named to `eth_getCode`: a tag, a number, or by its hash. */
export type BlockParameter = string | { readonly blockHash: Hex };

/**
 * The code at each address, one `eth_getCode` each. The transport bounds how
 * many are under way.
 */
export async function readCodesSingly(
  transport: RpcTransport,
  addresses: readonly Hex[],
  block: BlockParameter,
): Promise<CodeReadings> {
  return new Map(
    await Promise.all(
      addresses.map(
        async (address) =>
          [
            address.toLowerCase(),
            await readCode(transport, address, block),
          ] as const,
      ),
    ),
  );
}

/** The code at one address. */
export async function readCode(
  transport: RpcTransport,
  address: Hex,
  block: BlockParameter,
): Promise<CodeReading> {
  const decoded = await ask(
    transport,
    "eth_getCode",
    [address, block],
    decodeCode,
  );
  if (!decoded.ok) {
    return { kind: "unknown", reason: decoded.reason };
  }
  const { value } = decoded;
  if (value.kind !== "code") {
    return value;
  }
  const { code, size } = value;
  return { kind: "code", size, hash: await codeHash(code), code };
}

/** Several, since of several backends one may be the one that has code everywhere. */
const CONTROLS = 4;

/**
 * What an endpoint says of random addresses, which have no code: `code` if any
 * of them has some, `none` only if all have none.
 */
export async function readControl(
  transport: RpcTransport,
  block: BlockParameter,
): Promise<CodeReading> {
  const controls = await Promise.all(
    Array.from({ length: CONTROLS }, () =>
      readCode(transport, controlAddress(), block),
    ),
  );
  return (
    controls.find(({ kind }) => kind === "code" || kind === "delegated") ??
    controls.find(({ kind }) => kind === "unknown") ?? { kind: "none" }
  );
}

const INVALID_PARAMS = -32602;
const FORM_WORDS =
  /unmarshal|invalid (argument|param|type)|hex string|expected .*string|not supported|unsupported/i;
const BLOCK_WORDS =
  /not found|unknown block|unavailable|missing|out of ?range|header/i;

/**
 * Whether a node takes no block hash where a block is named (EIP-1898). One
 * that does, and lacks the block, says something else, which is no refusal.
 */
export function refusesBlockHash(reply: Reply): boolean {
  return (
    !reply.ok &&
    reply.kind === "rpc-error" &&
    (reply.code === INVALID_PARAMS || FORM_WORDS.test(reply.reason)) &&
    !BLOCK_WORDS.test(reply.reason)
  );
}
