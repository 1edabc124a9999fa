import type { CodeReading } from "./code-reading.ts";

/** A judged read of an address's code. */
export type PresenceJudgement =
  | {
      readonly verdict: "present";
      readonly codeSize: number;
      readonly codeHash?: `0x${string}`;
    }
  | {
      readonly verdict: "absent" | "delegated" | "unknown";
      readonly reason: string;
    };

/**
 * Whether a contract is there. A valid read of code proves it; that there is
 * none is proven only where nothing stands against it.
 *
 * @param doubt why an absence proves nothing on this network now
 */
export function judgePresence(
  reading: CodeReading | undefined,
  doubt: string | undefined,
  block: bigint,
): PresenceJudgement {
  if (reading === undefined) {
    return { verdict: "unknown", reason: "it was not read" };
  }
  switch (reading.kind) {
    case "code":
      return {
        verdict: "present",
        codeSize: reading.size,
        ...(reading.hash === undefined ? {} : { codeHash: reading.hash }),
      };
    case "delegated":
      return {
        verdict: "delegated",
        reason: `it is an account, not a contract: it borrows the code of ${reading.target} (EIP-7702)`,
      };
    case "none":
      return doubt === undefined
        ? {
            verdict: "absent",
            reason: `there is no code at block ${block}: check the address, and that the contract is deployed on this network`,
          }
        : {
            verdict: "unknown",
            reason: `no code was reported, which proves nothing: ${doubt}`,
          };
    case "unknown":
      return { verdict: "unknown", reason: reading.reason };
  }
}
