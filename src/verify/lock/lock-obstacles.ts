import { given } from "../../base/records.ts";
import { describeUnknownProxy } from "../presence/describe-proxy.ts";
import {
  type ContractVerification,
  contractId,
  type NetworkVerification,
} from "../report.ts";
import { hashesOf } from "./compare-proxy.ts";
import { LOCK_FILE, type LockedNetwork } from "./lock-file.ts";
import type { LockVerification } from "./lock-report.ts";

/** Why a contract that is there has no code hash. */
export const NO_CODE_HASH = "the node does not report its code hash";

/** Which hashes of the chain cannot be locked, or not be compared before, and why. */
export function chainObstacles(
  { anchors }: NetworkVerification,
  locked: LockedNetwork | undefined,
): LockVerification["unread"] {
  if (anchors === undefined) {
    return [];
  }
  const { genesisHash, settled, reason = "it was not read" } = anchors;
  const height = locked?.blockHash ? locked.block : undefined;
  // One that is not served any more is replaced.
  const block = height && anchors.block === null ? settled : anchors.block;
  // Of a chain that was created again, the locked block may not be there yet.
  const isOther =
    genesisHash &&
    settled &&
    locked?.genesisHash &&
    genesisHash !== locked.genesisHash;
  const unread =
    height === undefined || anchors.block === null
      ? { contract: "a settled block", reason }
      : { contract: `block ${height}`, reason: `${reason}. ${NO_BLOCK}` };
  return given(
    genesisHash === undefined && { contract: "the genesis block", reason },
    block === undefined && !isOther && unread,
  );
}

const NO_BLOCK = `If the chain was created again, remove the network from ${LOCK_FILE}, and run --write-lock again`;

/** Which contracts cannot be locked, and why. */
export function lockObstacles({
  contracts,
}: Pick<NetworkVerification, "contracts">): LockVerification["unread"] {
  return contracts.flatMap((one) => {
    const reason = obstacleOf(one);
    return given(reason && { contract: contractId(one), reason });
  });
}

function obstacleOf({
  verdict,
  codeHash,
  proxy,
  proxyNotReadable,
}: ContractVerification): string | undefined {
  if (verdict !== "present") {
    return undefined;
  }
  if (codeHash === undefined) {
    return NO_CODE_HASH;
  }
  if (proxyNotReadable !== undefined) {
    return describeUnknownProxy(proxyNotReadable, "not readable");
  }
  if (proxy !== undefined && hashesOf(proxy).includes(undefined)) {
    return "the node does not report the code hash of its implementation";
  }
  return undefined;
}
