import type { JudgedNetwork } from "../../src/verify/found.ts";
import { judgedReport } from "../../src/verify/judge-network.ts";
import { networkUpdates } from "../../src/verify/lock/update-lock.ts";
import {
  EMPTY_LOCK,
  type Lock,
  type LockedNetwork,
} from "../../src/verify/lock-file/lock-file.ts";

/**
 * What `--write-lock` writes of a network that was verified at level wiring.
 *
 * @param before the lock that is written anew
 */
export function lockedNetwork(
  verified: JudgedNetwork,
  before: Lock = EMPTY_LOCK,
): LockedNetwork {
  const report = judgedReport({ level: "wiring" }, [verified]);
  const [update] = networkUpdates(before, report);
  if (update === undefined) {
    throw new Error("the network could not be locked");
  }
  return update.entry;
}
