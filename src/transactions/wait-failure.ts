import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type { Hex } from "../rpc/types.ts";
import { confirmationsOf, type WaitVerdict } from "./judge-poll.ts";
import type { WaitLimits } from "./wait-limits.ts";
import type { WaitState } from "./wait-state.ts";

/** Why a wait ended without a receipt. */
export type WaitFailure =
  | Exclude<WaitVerdict, { kind: "wait" | "confirmed" }>
  | { readonly kind: "polling-timeout" };

/** What the wait was for, and how it stood when it ended. */
export interface WaitFacts {
  readonly hash: Hex;
  /** The Hardhat network and its endpoint's origin. */
  readonly node: string;
  readonly network: Pick<ResolvedAlphaNetwork, "name">;
  readonly limits: WaitLimits;
  readonly state: WaitState;
}

/** What to tell whoever waits: what is known, and what to do next. */
export function waitFailure(
  failure: WaitFailure,
  { hash, node, network, limits, state }: WaitFacts,
): string {
  const subject = `The transaction ${hash} on ${node}`;
  const setting = `alpha.networks.${network.name}`;
  const { blockTimeout, pollingTimeoutMs } = limits;
  switch (failure.kind) {
    case "replaced":
      return `${subject} was replaced: its sender used the same nonce in ${failure.by.hash}, mined in block ${failure.by.blockNumber}. Wait for that one, or send this one again with a new nonce.`;
    case "unknown":
      return `${subject} is unknown: this chain in the process has never had it, or has lost it to a revert or a drop. Check the hash, and that it was sent on this very connection.`;
    case "block-timeout":
      return `${subject} was not mined within ${blockTimeout} blocks (transactionBlockTimeout); ${standing(limits, state)} ${next(state)} To wait longer, give a larger blockTimeout or set ${setting}.transactionBlockTimeout.`;
    case "polling-timeout":
      return `${subject} was not confirmed within ${formatTime(pollingTimeoutMs)} (transactionPollingTimeout); ${standing(limits, state)} ${next(state)} To wait longer, give a larger pollingTimeout (in ms) or set ${setting}.transactionPollingTimeout.`;
  }
}

/** What is known of the transaction, in sentences. */
function standing(
  { confirmations }: WaitLimits,
  { lastSeen, transaction, lastBlock, trouble }: WaitState,
): string {
  const useless =
    trouble === undefined
      ? ""
      : ` The node's last answer was of no use: ${trouble}.`;
  switch (lastSeen?.kind) {
    case undefined:
      return trouble === undefined
        ? "the node gave no answer in that time."
        : `nothing is known of it.${useless}`;
    case "mined":
      return `it is in block ${lastSeen.receipt.blockNumber} with ${confirmationsOf(lastSeen.receipt, lastSeen.head)} of ${confirmations} confirmations.${useless}`;
    case "pending":
      return `the node has it, and no block does.${useless}`;
    case "absent":
    case "replaced":
      if (lastBlock !== undefined) {
        return `it was in block ${lastBlock}, and the node has it no more: the chain may have been reorganised without it.${useless}`;
      }
      return transaction === undefined
        ? `the node knows no such transaction: check the hash and the network.${useless}`
        : `the node had it and has it no more: it may have been dropped.${useless}`;
  }
}

function next({ lastSeen }: WaitState): string {
  return lastSeen?.kind === "mined"
    ? "A chain that mines only when something is sent gets no further block by itself."
    : "It may still be mined: before sending it again, look for it, or use the same nonce.";
}

function formatTime(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}
