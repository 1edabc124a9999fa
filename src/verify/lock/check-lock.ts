import { ownValue } from "../../base/records.ts";
import { combineOutcomes, type Outcome } from "../../base/report.ts";
import { verifyReport } from "../checks.ts";
import { judgeNetwork } from "../judge-network.ts";
import {
  type ContractVerification,
  contractId,
  describeUnknownProxy,
  type LockVerification,
  type NetworkVerification,
  type VerifyReport,
} from "../report.ts";
import { acceptLockedCode } from "./accept-code.ts";
import { compareWithLock, NO_CODE_HASH } from "./compare-with-lock.ts";
import { judgePolicy } from "./judge-policy.ts";
import { LOCK_FILE, type Lock, type LockedNetwork } from "./lock-file.ts";

/**
 * The report with each network held against the lock file. A network that is not
 * in it is unknown: nobody said what it should be.
 */
export function checkLock(report: VerifyReport, lock: Lock): VerifyReport {
  const { strict = false } = report;
  return verifyReport(
    report,
    report.networks.map((network) =>
      checkNetwork(network, lockedNetworkOf(network, lock), strict),
    ),
  );
}

/** A network's entry in the lock file. */
export function lockedNetworkOf(
  { hardhatNetwork }: Pick<NetworkVerification, "hardhatNetwork">,
  { networks }: Lock,
): LockedNetwork | undefined {
  return hardhatNetwork === null
    ? undefined
    : ownValue(networks, hardhatNetwork);
}

/** A network held against its entry in the lock file. */
export function checkNetwork(
  network: NetworkVerification,
  locked: LockedNetwork | undefined,
  strict: boolean,
): NetworkVerification {
  const name = network.hardhatNetwork ?? network.network;
  const command = `"npx hardhat alpha verify ${name} --write-lock"`;
  if (locked === undefined) {
    return withLockVerdict(network, {
      verdict: "unknown",
      reason: `${name} is not in ${LOCK_FILE}`,
      remedy: `Add it with ${command}.`,
      changes: [],
      unread: [],
    });
  }
  const comparison = compareWithLock(network, locked);
  const accepted = acceptLockedCode(network, locked);
  const judged = {
    ...accepted,
    ...(accepted.facts === undefined
      ? {}
      : { facts: judgePolicy(accepted.facts, locked, { comparison, strict }) }),
    notes: [...accepted.notes, ...notesOf(network, locked, comparison)],
  };
  return withLockVerdict(rejudged(judged, strict), {
    ...comparison,
    ...describe(comparison, locked, command),
  });
}

function describe(
  { changes, unread }: Pick<LockVerification, "changes" | "unread">,
  { block }: LockedNetwork,
  command: string,
): Pick<LockVerification, "reason" | "remedy"> {
  const parts = [
    ...(changes.length === 0 ? [] : [count(changes.length, "change")]),
    ...(unread.length === 0
      ? []
      : [`${count(unread.length, "value")} that could not be compared`]),
  ];
  return parts.length === 0
    ? {}
    : {
        reason: `${LOCK_FILE} of block ${block}: ${parts.join(", ")}`,
        ...(changes.length === 0
          ? {}
          : { remedy: `If the change is meant, accept it with ${command}.` }),
      };
}

/** What the lock does not say, or was not compared; nothing was if there is a cause. */
function notesOf(
  { cause, facts }: NetworkVerification,
  { policy }: LockedNetwork,
  { unpinned = [] }: Pick<LockVerification, "unpinned">,
): readonly string[] {
  if (cause !== undefined) {
    return [];
  }
  if (facts === undefined) {
    return policy === undefined
      ? []
      : [
          `The policy values in ${LOCK_FILE} are compared at --level wiring only.`,
        ];
  }
  if (policy === undefined) {
    return [
      `The entry in ${LOCK_FILE} is of an older version, without policy values: they are listed, not compared. Write it again with --write-lock.`,
    ];
  }
  return unpinned.length === 0
    ? []
    : [`${LOCK_FILE} has no value of ${unpinned.join(", ")}.`];
}

/** A network's outcome after its contracts and facts were judged by the lock. */
function rejudged(
  network: NetworkVerification,
  strict: boolean,
): NetworkVerification {
  if (network.cause !== undefined) {
    return network;
  }
  const { contracts, facts } = network;
  const { reason: _, ...rest } = network;
  return {
    ...rest,
    ...judgeNetwork({
      contracts,
      ...(facts === undefined ? {} : { facts }),
      strict,
    }),
  };
}

/** The report with the code accepted that somebody named. */
export function acceptCode(
  report: VerifyReport,
  accept: (network: NetworkVerification) => NetworkVerification,
): VerifyReport {
  const { strict = false } = report;
  return verifyReport(
    report,
    report.networks.map((network) => rejudged(accept(network), strict)),
  );
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

/**
 * The report with the networks unknown of which too little was read to lock
 * them, however well they verified.
 */
export function checkLockable(report: VerifyReport): VerifyReport {
  return verifyReport(
    report,
    report.networks.map((network) => {
      const lock = lockVerdictOf(network);
      return lock === undefined ? network : withLockVerdict(network, lock);
    }),
  );
}

function lockVerdictOf({
  outcome,
  contracts,
}: NetworkVerification): LockVerification | undefined {
  const unread = contracts.flatMap((contract) => {
    const reason = obstacle(contract);
    return reason === undefined
      ? []
      : [{ contract: contractId(contract), reason }];
  });
  return outcome !== "ok" || unread.length === 0
    ? undefined
    : {
        verdict: "unknown",
        reason: "too little could be read to lock it",
        changes: [],
        unread,
      };
}

function obstacle({
  verdict,
  codeHash,
  proxy,
  proxyUnknown,
}: ContractVerification): string | undefined {
  if (verdict !== "present") {
    return undefined;
  }
  if (codeHash === undefined) {
    return NO_CODE_HASH;
  }
  if (proxy !== undefined && proxy.implementationCodeHash === undefined) {
    return "the node does not tell the code hash of its implementation";
  }
  return proxyUnknown === undefined
    ? undefined
    : describeUnknownProxy(proxyUnknown);
}

const OUTCOMES: Readonly<Record<LockVerification["verdict"], Outcome>> = {
  holds: "ok",
  changed: "failed",
  unknown: "unknown",
};

/** The network with a verdict on the lock, which counts for its outcome. */
function withLockVerdict(
  network: NetworkVerification,
  lock: LockVerification,
): NetworkVerification {
  const reasons = [network.reason, lock.reason].filter(
    (reason) => reason !== undefined,
  );
  return {
    ...network,
    outcome: combineOutcomes([network.outcome, OUTCOMES[lock.verdict]]),
    ...(reasons.length === 0 ? {} : { reason: reasons.join("; ") }),
    lock,
  };
}
