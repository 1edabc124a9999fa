import { ownValue } from "../../base/records.ts";
import { isSameText } from "../../base/text.ts";
import type { NetworkFindings } from "../found.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import { judgePresence } from "../presence/judge-presence.ts";
import { contractId } from "../values/path.ts";

/**
 * A network on which a sandbox's own contracts without code are absent rather than
 * skipped, if the lock has them on this chain: a script had deployed them.
 */
export function withGoneContracts<T extends NetworkFindings>(
  network: T,
  locked: LockedNetwork | undefined,
): T {
  const { block, doubt, contracts } = network;
  if (block === undefined || !locked || !isLockedChain(network, locked)) {
    return network;
  }
  const judged = judgePresence({ kind: "none" }, doubt, BigInt(block.number));
  return {
    ...network,
    contracts: contracts.map((one) => {
      const was = ownValue(locked.contracts, contractId(one));
      const isLocked = was && isSameText(was.address, one.address);
      if (one.kind === "own" && one.verdict === "skipped" && isLocked) {
        return { ...one, ...judged };
      }
      return one;
    }),
  };
}

/**
 * Tells whether a chain is the one that was locked: by its hashes, else by the
 * codes of the registry. A chain in this process has no hashes that stay.
 */
function isLockedChain(
  { endpoint, anchors, chainId, contracts }: NetworkFindings,
  locked: LockedNetwork,
): boolean {
  const { genesisHash, block } = anchors ?? {};
  const isLockedBlock = block?.number === locked.block;
  const hashes = [
    [locked.genesisHash ?? undefined, genesisHash ?? undefined],
    [locked.blockHash ?? undefined, isLockedBlock ? block?.hash : undefined],
  ].filter((pair) => !pair.includes(undefined));
  if (endpoint === "in-process" || hashes.length > 0) {
    return hashes.every(([was, is]) => isSameText(was, is));
  }
  const registry = contracts.filter(({ kind }) => kind === "registry");
  return (
    chainId === locked.chainId &&
    registry.length > 0 &&
    registry.every((one) => {
      const was = ownValue(locked.contracts, contractId(one));
      const isSameCode = was !== undefined && was.codeHash === one.codeHash;
      return isSameCode && isSameText(was.address, one.address);
    })
  );
}
