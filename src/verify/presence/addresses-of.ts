import type { Hex } from "../../rpc/types.ts";
import type { VerificationTarget } from "../targets.ts";

/** The distinct addresses to read: one listed under several keys is read once. */
export function addressesOf(
  targets: readonly VerificationTarget[],
): readonly Hex[] {
  const addresses = new Map<string, Hex>();
  for (const { address, skip } of targets) {
    if (address !== undefined && skip === undefined) {
      addresses.set(address.toLowerCase(), address);
    }
  }
  return [...addresses.values()];
}
