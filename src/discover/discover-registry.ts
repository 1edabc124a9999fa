import { type Address, isAddress } from "../base/address.ts";
import { hexQuantity, isHexQuantity, lowerHex } from "../base/hex.ts";
import { type Decoded, recordOf, unread } from "../base/records.ts";
import { confirm } from "../connect/confirm.ts";
import { ask } from "../rpc/ask.ts";
import type { BlockHeader } from "../rpc/decode-block.ts";
import { decodeCode } from "../rpc/decode-values.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { agreedFindings, type Findings } from "../verify/agree.ts";
import type { ContractVerification, NetworkCause } from "../verify/found.ts";
import { type NetworkToRead, Passes } from "../verify/passes.ts";
import { told } from "../verify/values/reason.ts";
import {
  type RegistryFindings,
  type RouterToAsk,
  registryAudit,
} from "./read-registry.ts";
import type { DiscoveredStartBlock } from "./report.ts";

/** A router, and what is expected of its chain. */
interface RegistryToDiscover extends NetworkToRead, RouterToAsk {
  /** Set if the chain id is what the node itself has answered before. */
  readonly isChainIdOfNode?: boolean;
}

/** The registry as a chain tells it, or why it tells nothing. */
export type ReadRegistry =
  | {
      readonly ok: true;
      readonly block: BlockHeader;
      readonly findings: Findings;
      /** The reason if the latest state may be another one. */
      readonly doubt: string | undefined;
      readonly startBlock: DiscoveredStartBlock;
    }
  | { readonly ok: false; readonly cause: NetworkCause };

/**
 * Reads the registry of a router. Since something is concluded from everything that is
 * read, it is read six more times, except on a chain in this process: what two reads
 * contradict, or fewer than three confirm, is unknown.
 */
export async function discoverRegistry(
  transport: RpcTransport,
  question: RegistryToDiscover,
): Promise<ReadRegistry> {
  const { router, chain, isChainIdOfNode } = question;
  const passes = new Passes(transport, question, registryAudit(question));
  if (isChainIdOfNode === true) {
    // Another one later is an answer of a second chain, not a wrong chain.
    passes.evidence.noteChainId({ ok: true, value: chain.chainId });
  }
  const agreed = await passes.confirmed(await passes.first(), agreedFound);
  let startBlock = NOT_SEARCHED;
  if (agreed.verdict === "right" && isRouter(agreed.found)) {
    const head = agreed.block.number;
    startBlock = await findStartBlock(transport, { router, head });
  }
  const proven = passes.proven(agreed);
  if (!proven.ok) {
    return proven;
  }
  const { block, found } = proven.pass;
  return { ok: true, block, findings: found, doubt: found.doubt, startBlock };
}

const NOT_SEARCHED: DiscoveredStartBlock = {
  verdict: "unknown",
  reason: "the router is not recognised",
};

function isRouter({ contracts: [router] }: Findings): boolean {
  return (
    router?.verdict === "present" && router.identity?.verdict === "recognised"
  );
}

/** The number of later passes that must confirm what the first one says. */
const MIN_CONFIRMATIONS = 3;

/** The findings of the first pass as far as later ones confirm them. Any doubt counts. */
function agreedFound(
  first: RegistryFindings,
  later: readonly Decoded<RegistryFindings>[],
): RegistryFindings {
  const all: Decoded<RegistryFindings>[] = [];
  let { doubt } = first;
  for (const pass of later) {
    if (pass.ok) {
      const contracts = inOrderOf(first.contracts, pass.value.contracts);
      all.push({ ok: true, value: { ...pass.value, contracts } });
      doubt ??= pass.value.doubt;
    } else {
      all.push(pass);
    }
  }
  const read = all.filter(({ ok }) => ok);
  // If the node fails now and then, the passes that were read are enough.
  const counted = read.length >= MIN_CONFIRMATIONS ? read : all;
  const rules = { strict: false, isForAll: true };
  return { ...agreedFindings(first, counted, rules), doubt };
}

/** The same contracts in the same places. One that a pass lacks was not read. */
function inOrderOf(
  first: readonly ContractVerification[],
  later: readonly ContractVerification[],
): readonly ContractVerification[] {
  const idOf = ({ key, index, address }: ContractVerification) =>
    `${key} ${index} ${address}`;
  const found = new Map(later.map((one) => [idOf(one), one]));
  const reason = told("a later pass does not name it");
  return first.map(
    (contract) =>
      found.get(idOf(contract)) ?? { ...contract, verdict: "unknown", reason },
  );
}

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
