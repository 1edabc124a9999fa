import type { Address } from "../base/address.ts";
import { hexQuantity, isHash } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import { isRecord } from "../base/records.ts";
import { confirm } from "../connect/confirm.ts";
import { ask } from "../rpc/ask.ts";
import { decodeCode } from "../rpc/decode-code.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { DiscoveredStartBlock } from "./report.ts";

export interface FindStartBlockParameters {
  readonly router: Address;
  /** A block with the router. */
  readonly head: bigint;
}

/** Of these, one block's transactions that create contracts. */
const MAX_CREATIONS = 20;

/**
 * Finds the block that created the router: by halving the range of blocks in which its
 * code appears, so with one request for each binary digit of the latest block number.
 * Nodes without old states send an error, or say that there was no code. So only the
 * transaction that created the router proves the block. A sandbox has none.
 */
export async function findStartBlock(
  transport: RpcTransport,
  { router, head }: FindStartBlockParameters,
): Promise<DiscoveredStartBlock> {
  let lowest = 0n;
  let highest = head;
  while (lowest < highest) {
    const middle = (lowest + highest) / 2n;
    const params = [router, hexQuantity(middle)];
    const code = await ask(transport, "eth_getCode", params, decodeCode);
    if (!code.ok) {
      return unknown(
        `the node did not tell the router's code at block ${middle}: ${code.reason}`,
      );
    }
    if (code.value.kind === "none") {
      lowest = middle + 1n;
    } else {
      highest = middle;
    }
  }
  const first = await readIsCreatedIn(transport, router, lowest);
  if (!first.ok || !first.value) {
    return unknown(
      first.ok
        ? `by this node, the router has code since block ${lowest}, but no transaction of that block created it`
        : `by this node, the router has code since block ${lowest}, whose transactions could not be read: ${first.reason}`,
    );
  }
  const later = await confirm(transport, async (own) => {
    const again = await readIsCreatedIn(own, router, lowest);
    return again.ok && again.value;
  });
  return later.every((isCreated) => isCreated)
    ? { verdict: "found", block: lowest.toString() }
    : unknown(
        `later requests could not confirm that block ${lowest} created the router`,
      );
}

function unknown(reason: string): DiscoveredStartBlock {
  return { verdict: "unknown", reason };
}

/** Whether a transaction of a block created a contract. */
async function readIsCreatedIn(
  transport: RpcTransport,
  contract: Address,
  block: bigint,
): Promise<Decoded<boolean>> {
  const number = hexQuantity(block);
  const creations = await ask(
    transport,
    "eth_getBlockByNumber",
    [number, true],
    decodeCreations,
  );
  if (!creations.ok) {
    return creations;
  }
  const created = await Promise.all(
    creations.value.map((hash) =>
      ask(transport, "eth_getTransactionReceipt", [hash], decodeCreated),
    ),
  );
  const failed = created.find(({ ok }) => !ok);
  const isCreated = created.some(
    (one) =>
      one.ok &&
      one.value.block === number &&
      one.value.contract === contract.toLowerCase(),
  );
  return isCreated || failed === undefined || failed.ok
    ? { ok: true, value: isCreated }
    : failed;
}

/** The hashes of a block's transactions that create contracts. */
function decodeCreations(value: unknown): Decoded<readonly string[]> {
  if (!isRecord(value) || !Array.isArray(value["transactions"])) {
    return { ok: false, reason: "the node sent no block with transactions" };
  }
  const hashes = value["transactions"].flatMap((transaction): string[] => {
    const { hash, to } = isRecord(transaction) ? transaction : {};
    return isHash(hash) && (to === null || to === undefined) ? [hash] : [];
  });
  return hashes.length > MAX_CREATIONS
    ? {
        ok: false,
        reason: `it has more than ${MAX_CREATIONS} transactions that create contracts`,
      }
    : { ok: true, value: hashes };
}

/** What a transaction created, in lower case, and in which block. */
function decodeCreated(
  value: unknown,
): Decoded<{ readonly contract: string; readonly block: string }> {
  const { contractAddress, blockNumber, status } = isRecord(value) ? value : {};
  return typeof contractAddress === "string" &&
    typeof blockNumber === "string" &&
    status !== "0x0"
    ? {
        ok: true,
        value: { contract: contractAddress.toLowerCase(), block: blockNumber },
      }
    : { ok: false, reason: "the node sent no receipt of a created contract" };
}
