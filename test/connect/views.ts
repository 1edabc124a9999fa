import type { Decoded } from "../../src/base/records.ts";
import type { NodeView } from "../../src/connect/read-node-view.ts";
import type { BlockHeader } from "../../src/rpc/decode-block.ts";

/** The local clock of these views, in seconds. */
export const NOW = 1_800_000_000;

export function known<T>(value: T): Decoded<T> {
  return { ok: true, value };
}

export function unread(reason: string): {
  readonly ok: false;
  readonly reason: string;
} {
  return { ok: false, reason };
}

export function block(changes: Partial<BlockHeader> = {}): BlockHeader {
  return {
    number: 100_000n,
    hash: `0x${"aa".repeat(32)}`,
    timestamp: NOW - 4,
    timestampUnit: "s",
    ...changes,
  };
}

/** A node of chain 32456 in sync, with some of it changed. */
export function view(changes: Partial<NodeView> = {}): NodeView {
  return {
    chainId: known(32456),
    head: known(block()),
    syncing: known({ syncing: false }),
    clientVersion: known("Geth/v1.16.7"),
    genesis: undefined,
    readAt: NOW,
    latencyMs: 5,
    ...changes,
  };
}
