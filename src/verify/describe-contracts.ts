import { addressesOf, type CodeReadings } from "./presence/code-reading.ts";
import { judgePresence } from "./presence/judge-presence.ts";
import type { ProxyReading } from "./presence/read-proxies.ts";
import type {
  ContractVerification,
  NetworkVerification,
  ProxyVerification,
  VerifyLevel,
} from "./report.ts";
import type { VerificationTarget } from "./targets.ts";

export interface DescribeContractsParameters {
  readonly targets: readonly VerificationTarget[];
  readonly readings: CodeReadings;
  readonly proxies: ReadonlyMap<string, ProxyReading>;
  /** Why it is unknown of a contract whether it is a proxy. */
  readonly unreadProxies: ReadonlyMap<string, string>;
  /** The readings of the proxies' implementations. */
  readonly implementations: CodeReadings;
  /** Why an absence proves nothing; `undefined` where it does. */
  readonly doubt: string | undefined;
  readonly block: bigint;
}

/** The verdict on each target, in the targets' order. */
export function describeContracts({
  targets,
  readings,
  proxies,
  unreadProxies,
  implementations,
  doubt,
  block,
}: DescribeContractsParameters): readonly ContractVerification[] {
  return targets.map(
    ({
      skip,
      address,
      token: _token,
      notInSandbox: _notInSandbox,
      ...target
    }): ContractVerification => {
      if (skip !== undefined) {
        return {
          ...target,
          ...(address === undefined ? {} : { address }),
          verdict: "skipped",
          reason: skip,
        };
      }
      if (address === undefined) {
        return {
          ...target,
          verdict: "unset",
          reason: "no source gives its address: set it in the Hardhat config",
        };
      }
      const id = address.toLowerCase();
      const proxy = proxies.get(id);
      const proxyUnknown = unreadProxies.get(id);
      return {
        ...target,
        address,
        ...judgePresence(readings.get(id), doubt, block),
        ...(proxy === undefined ? {} : { proxy: describeProxy(proxy) }),
        ...(proxyUnknown === undefined ? {} : { proxyUnknown }),
      };
    },
  );

  function describeProxy({
    kind,
    implementation,
  }: ProxyReading): ProxyVerification {
    const judged = judgePresence(
      implementations.get(implementation.toLowerCase()),
      doubt,
      block,
    );
    return {
      kind,
      implementation,
      verdict: judged.verdict,
      ...("reason" in judged ? { reason: judged.reason } : {}),
    };
  }
}

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
  const { unreadFacts } = await import("./wiring/wiring-questions.ts");
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
