import { isRecord } from "../base/records.ts";

const GENESIS = "0x0";

/**
 * Whether a request names a block by its hash or number, as an answer before has told
 * it: a node that does not know the block is behind. The first block is not known by an
 * answer, and some nodes never have it.
 */
export function namesBlock(
  method: string,
  params: readonly unknown[],
): boolean {
  const block =
    method === "eth_getBlockByNumber" ? params[0] : (params.at(-1) ?? "");
  return isRecord(block)
    ? Object.hasOwn(block, "blockHash")
    : typeof block === "string" &&
        params.length > 1 &&
        /^0x[0-9a-f]{1,16}$/i.test(block) &&
        block !== GENESIS;
}
