import type { LockChange } from "./verify-report.ts";

const FIELDS = {
  alphaNetwork: "Alpha network",
  chainId: "chain id",
  address: "address",
  codeHash: "code hash",
  proxy: "proxy",
} as const;

/** One change since the lock, in words. */
export function describeLockChange({
  contract,
  field,
  locked,
  actual,
}: LockChange): string {
  const who = contract === undefined ? "" : `${contract}: `;
  if (field === "contract") {
    return locked === undefined
      ? `${who}not in the lock, now ${actual ?? "there"}`
      : `${who}locked as ${locked}, no longer among the network's contracts`;
  }
  return `${who}the ${FIELDS[field]} was ${locked ?? "none"}, now ${actual ?? "none"}`;
}
