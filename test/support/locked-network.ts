import { verifyReport } from "../../src/verify/judge-network.ts";
import {
  EMPTY_LOCK,
  type LockedNetwork,
} from "../../src/verify/lock/lock-file.ts";
import { networkUpdates } from "../../src/verify/lock/update-lock.ts";
import type { NetworkVerification } from "../../src/verify/report.ts";

/** What `--write-lock` writes of a network that was verified at level wiring. */
export function lockedNetwork(verified: NetworkVerification): LockedNetwork {
  const report = verifyReport({ level: "wiring" }, [verified]);
  const [update] = networkUpdates(EMPTY_LOCK, report);
  if (update === undefined) {
    throw new Error("the network could not be locked");
  }
  return update.entry;
}
