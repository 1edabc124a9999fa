import { type Decoded, given } from "../base/records.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import type { Gap } from "./found.ts";
import type { Answers } from "./questions/answers.ts";
import { NO_VALUE } from "./questions/readings.ts";
import type { ChainAnchors, NumberedBlock } from "./report.ts";
import { because, told } from "./values/reason.ts";

/** Which block to read, next to the genesis block. */
export interface AnchorsToRead {
  /** By its number; by default one that is settled. */
  readonly block?: bigint | undefined;
  /** True to read a settled block besides. */
  readonly settled?: boolean | undefined;
}

/** The hashes that tell a chain from one that was created again. */
export function anchorsOf(
  answers: Answers,
  { block, settled = false }: AnchorsToRead,
): ChainAnchors {
  const headerOf = (of: bigint | "settled"): Decoded<BlockHeader> =>
    answers.get({ kind: "header", block: of }) ?? NO_VALUE;
  const genesis = headerOf(0n);
  const one = headerOf(block ?? "settled");
  const other =
    settled && block !== undefined ? headerOf("settled") : undefined;
  const failed = [genesis, one].filter((header) => !header.ok);
  const { reason } =
    failed.find(({ isRefused }) => isRefused !== true) ?? failed[0] ?? {};
  const first = numbered(genesis);
  return {
    genesisHash: first === null ? null : first?.hash,
    block: numbered(one),
    settled: numbered(other),
    reason,
  };
}

/** A block that was read; `null` for one that the endpoint does not serve. */
function numbered(
  header: Decoded<BlockHeader> | undefined,
): NumberedBlock | null | undefined {
  if (header?.ok === true) {
    const { number, hash } = header.value;
    return { number: number.toString(), hash };
  }
  return header?.isRefused === true ? null : undefined;
}

/**
 * The blocks that would identify the chain and that the endpoint does not
 * serve.
 *
 * @param locked the number of the locked block
 */
export function unservedBlocks(
  { genesisHash, block, reason }: ChainAnchors = {},
  locked: bigint | undefined,
): readonly Gap[] {
  const settled = locked === undefined ? "a settled block" : `block ${locked}`;
  const unserved = given(
    genesisHash === null && "block 0",
    block === null && settled,
  );
  const served = given(genesisHash && "block 0", block && settled);
  const known = ["its id", "the codes of its contracts", ...served].join(", ");
  const facts = { blocks: unserved.join(" and "), known };
  const why = told(reason ?? "");
  return given(
    unserved.length > 0 && { reason: because("block-pruned", why, facts) },
  );
}
