import { given } from "../../base/records.ts";
import {
  type ContractVerification,
  type NetworkFindings,
  proxyReason,
} from "../found.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import type { Uncompared } from "../lock-report.ts";
import type { ChainAnchors } from "../report.ts";
import { hashesOf } from "../values/compare-proxy.ts";
import { contractId } from "../values/path.ts";
import { because, type Reason, told } from "../values/reason.ts";

/** Which hashes of the chain cannot be locked, or not be compared before, and why. */
export function chainObstacles(
  { anchors }: NetworkFindings,
  locked: LockedNetwork | undefined,
): readonly Uncompared[] {
  if (anchors === undefined) {
    return [];
  }
  const { genesisHash, settled } = anchors;
  const reason = whyNoAnchor(anchors);
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
      ? { id: "a settled block", reason }
      : {
          id: `block ${height}`,
          reason: because("locked-block-unread", reason),
        };
  return given(
    genesisHash === undefined && { id: "the genesis block", reason },
    block === undefined && !isOther && unread,
  );
}

/** The reason why a hash of the chain is not there. */
export function whyNoAnchor({ reason }: ChainAnchors): Reason {
  return reason === undefined ? { code: "not-read" } : told(reason);
}

/** Which contracts cannot be locked, and why. */
export function lockObstacles({
  contracts,
}: Pick<NetworkFindings, "contracts">): readonly Uncompared[] {
  return contracts.flatMap((one) => {
    const reason = obstacleOf(one);
    return given(reason && { id: contractId(one), reason });
  });
}

function obstacleOf({
  verdict,
  codeHash,
  proxy,
  proxyUnread,
}: ContractVerification): Reason | undefined {
  if (verdict !== "present") {
    return undefined;
  }
  if (codeHash === undefined) {
    return { code: "no-code-hash" };
  }
  if (proxyUnread?.kind === "hidden") {
    return proxyReason(proxyUnread);
  }
  if (proxy !== undefined && hashesOf(proxy).includes(undefined)) {
    return { code: "no-implementation-hash" };
  }
  return undefined;
}
