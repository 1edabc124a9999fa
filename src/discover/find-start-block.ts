import { type Address, isAddress } from "../base/address.ts";
import { hexQuantity, isHexQuantity, lowerHex } from "../base/hex.ts";
import { type Decoded, recordOf, unread } from "../base/records.ts";
import { confirm } from "../connect/confirm.ts";
import { ask } from "../rpc/ask.ts";
import { decodeCode } from "../rpc/decode-code.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { DiscoveredStartBlock } from "./report.ts";

/**
 * Finds the block that created the router: by halving the range of blocks in which its
 * code appears, so with one request for each binary digit of the latest block number.
 * Nodes without old states send an error, or say that there was no code. So only the
 * transaction that created the router proves the block. A sandbox has none.
 *
 * @param head a block with the router
 */
export async function findStartBlock(
  transport: RpcTransport,
  { router, head }: { readonly router: Address; readonly head: bigint },
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
  const since = `by this node, the router has code since block ${lowest}`;
  const first = await readIsCreatedIn(transport, router, lowest);
  if (!first.ok) {
    return unknown(
      `${since}, whose transactions could not be read: ${first.reason}`,
    );
  }
  if (!first.value) {
    return unknown(`${since}, but no transaction of that block created it`);
  }
  const later = await confirm(transport, async (own) => {
    const again = await readIsCreatedIn(own, router, lowest);
    return again.ok && again.value;
  });
  if (later.every((isCreated) => isCreated)) {
    return { verdict: "found", block: lowest.toString() };
  }
  return unknown(
    `later requests could not confirm that block ${lowest} created the router`,
  );
}

function unknown(reason: string): DiscoveredStartBlock {
  return { verdict: "unknown", reason };
}

/**
 * Reads whether a transaction of a block created a contract that has code since: its
 * address follows from the sender and the nonce.
 */
async function readIsCreatedIn(
  transport: RpcTransport,
  contract: Address,
  block: bigint,
): Promise<Decoded<boolean>> {
  const { getContractAddress } = await import("viem/utils");
  const params = [hexQuantity(block), true];
  return await ask(
    transport,
    "eth_getBlockByNumber",
    params,
    (value): Decoded<boolean> => {
      const { number, transactions } = recordOf(value);
      if (!Array.isArray(transactions) || number !== params[0]) {
        return unread("the node did not send the block with its transactions");
      }
      return { ok: true, value: transactions.some(creates) };
    },
  );

  function creates(transaction: unknown): boolean {
    const { from, nonce, to = null } = recordOf(transaction);
    if (to !== null || !isAddress(from) || !isHexQuantity(nonce)) {
      return false;
    }
    const sender = lowerHex(from);
    const created = getContractAddress({ from: sender, nonce: BigInt(nonce) });
    return lowerHex(created) === lowerHex(contract);
  }
}
