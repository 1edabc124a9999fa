import { oneLine } from "./one-line.ts";
import type { NetworkVerification } from "./verify-report.ts";

/** A network's name, and the Hardhat network's where that is another one. */
export function networkLabel({
  network,
  hardhatNetwork,
}: Pick<NetworkVerification, "network" | "hardhatNetwork">): string {
  return hardhatNetwork === null || hardhatNetwork === network
    ? network
    : oneLine(`${network} (${hardhatNetwork})`);
}
