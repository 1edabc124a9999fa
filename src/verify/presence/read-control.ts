import type { RpcTransport } from "../../rpc/types.ts";
import type { CodeReading } from "./code-reading.ts";
import { controlAddress } from "./control-address.ts";
import { type BlockParameter, readCode } from "./read-codes-singly.ts";

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
