import type { LockVerification, NetworkVerification } from "../report.ts";
import { type Comparison, changeOf } from "./lock-changes.ts";
import type { LockedNetwork } from "./lock-file.ts";

/**
 * Whether it is the chain that was locked: one that was created again has another
 * genesis block, or another block at a height that had settled. A hash that was not
 * read is unknown.
 */
export function compareChain(
  { anchors }: Pick<NetworkVerification, "anchors">,
  locked: LockedNetwork,
): Comparison {
  if (anchors === undefined) {
    return { changes: [], unread: [] };
  }
  const { genesisHash, block, reason = "it was not read" } = anchors;
  const changes = [
    ...(locked.genesisHash === undefined || genesisHash === undefined
      ? []
      : changeOf("genesisHash", locked.genesisHash, genesisHash)),
    ...(locked.blockHash === undefined || block === undefined
      ? []
      : changeOf("blockHash", locked.blockHash, block.hash)),
  ];
  const unread: LockVerification["unread"] = [
    ...(locked.genesisHash !== undefined && genesisHash === undefined
      ? [{ contract: "genesis block", reason }]
      : []),
    ...(locked.blockHash !== undefined && block === undefined
      ? [{ contract: `block ${locked.block}`, reason }]
      : []),
  ];
  // One of them is enough to tell.
  return { changes: changes.slice(0, 1), unread };
}
