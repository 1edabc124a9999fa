import { given } from "../base/records.ts";
import type { JudgedNetwork, JudgedReport } from "./found.ts";
import { judgedReport, judgeNetwork } from "./judge-network.ts";
import {
  acceptCode,
  judgeByLock,
  namesOf,
  withGoneContracts,
} from "./lock/judge-by-lock.ts";
import { chainObstacles, lockObstacles } from "./lock/lock-gaps.ts";
import { lockedNetworkOf, renamedIn } from "./lock/renamed.ts";
import {
  EMPTY_LOCK,
  LOCK_FILE,
  type Lock,
  type LockedNetwork,
} from "./lock-file/lock-file.ts";

/**
 * The report with each network compared with the lock file. A network that is not
 * in it is unknown: there is nothing to compare it with.
 */
export function checkLock(report: JudgedReport, lock: Lock): JudgedReport {
  return mapNetworks(report, (network) => {
    const renamed = [...renamedIn(network, lock)];
    const names = renamed.map(([was, is]) => `${was} is ${is} now`).join(", ");
    const note = `Renamed since ${LOCK_FILE} was written: ${names}. --write-lock writes the new names.`;
    const notes = [...network.notes, ...given(names !== "" && note)];
    const locked = lockedNetworkOf(network, lock);
    return checkNetwork({ ...network, notes }, locked, report.strict);
  });
}

/** A network compared with its entry in the lock file. */
export function checkNetwork(
  network: JudgedNetwork,
  locked: LockedNetwork | undefined,
  strict = false,
): JudgedNetwork {
  return judgeNetwork(judgeByLock(network, locked), strict);
}

/** The report with the code accepted that the lock file has already, or that is named. */
export function acceptCodes(
  report: JudgedReport,
  lock: Lock,
  names: readonly string[],
): JudgedReport {
  return mapNetworks(report, (network) => {
    const locked = lockedNetworkOf(network, lock);
    const found = withGoneContracts(network, locked);
    const own = ["all", ...found.contracts.flatMap(namesOf)];
    const accepted = names.filter((name) => own.includes(name));
    const judged = { ...acceptCode(found, locked, names), accepted };
    return judgeNetwork(judged, report.strict);
  });
}

/**
 * The report with the networks unknown of which too little was read to lock
 * them, however well they verified.
 *
 * @param lock the lock that is written anew
 */
export function checkLockable(
  report: JudgedReport,
  lock: Lock = EMPTY_LOCK,
): JudgedReport {
  return mapNetworks(report, (network) => {
    const unread = [
      ...lockObstacles(network),
      ...chainObstacles(network, lockedNetworkOf(network, lock)),
    ];
    if (network.outcome !== "ok" || unread.length === 0) {
      return network;
    }
    const reason = { code: "not-lockable" } as const;
    const compared = {
      verdict: "unknown",
      reason,
      changes: [],
      unread,
    } as const;
    return judgeNetwork({ ...network, lock: compared }, report.strict);
  });
}

function mapNetworks(
  report: JudgedReport,
  change: (network: JudgedNetwork) => JudgedNetwork,
): JudgedReport {
  return judgedReport(report, report.networks.map(change));
}
