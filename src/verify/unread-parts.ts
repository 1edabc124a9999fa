import type {
  ContractVerification,
  NetworkVerification,
  VerifyLevel,
} from "../report/verify-report.ts";
import { describeContracts } from "./describe-contracts.ts";
import { addressesOf } from "./presence/addresses-of.ts";
import type { VerificationTarget } from "./targets.ts";

/** What a network's contracts and facts are when its chain could not be asked. */
export async function unreadParts(
  targets: readonly VerificationTarget[],
  {
    level,
    strict,
    reason,
  }: {
    readonly level: VerifyLevel;
    readonly strict: boolean;
    readonly reason: string;
  },
): Promise<Pick<NetworkVerification, "contracts" | "facts">> {
  const contracts = unreadContracts(targets, reason);
  if (level !== "wiring") {
    return { contracts };
  }
  // Loaded at its level only, since it brings an ABI codec.
  const { unreadFacts } = await import("./wiring/unread-facts.ts");
  return { contracts, facts: unreadFacts(targets, { strict, reason }) };
}

function unreadContracts(
  targets: readonly VerificationTarget[],
  reason: string,
): readonly ContractVerification[] {
  return describeContracts({
    targets,
    readings: new Map(
      addressesOf(targets).map((address) => [
        address.toLowerCase(),
        { kind: "unknown", reason } as const,
      ]),
    ),
    proxies: new Map(),
    unreadProxies: new Map(),
    implementations: new Map(),
    doubt: reason,
    block: 0n,
  });
}
