import { ask } from "../../rpc/ask.ts";
import { decodeCode } from "../../rpc/decode/decode-code.ts";
import type { Hex, RpcTransport } from "../../rpc/types.ts";
import { codeHash } from "../code-hash.ts";
import type { CodeReading, CodeReadings } from "./code-reading.ts";

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
