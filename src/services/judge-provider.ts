import type { Address } from "../networks/definition.ts";
import type { ProviderDescription } from "./decode-provider.ts";
import type { ServiceVerdict } from "./service-verdict.ts";

const MOST_CHAINS_NAMED = 10;

/** What is expected of a network's provider. */
export interface ExpectedProvider {
  readonly chainId: number;
  /**
   * The configured address; `undefined` where it is unset, `null` on a network
   * that has no such value.
   */
  readonly address: Address | undefined | null;
  /** Where the address is configured. */
  readonly path: string;
}

/** A provider's verdict, with its address on the expected chain. */
export interface ProviderVerdict extends ServiceVerdict {
  readonly actual?: Address;
}

/**
 * Whether a provider is the network's: it serves the chain, and has the
 * configured address on it. What it does not tell is not held against it.
 */
export function judgeProvider(
  { addresses, chainIds }: ProviderDescription,
  { chainId, address: expected, path }: ExpectedProvider,
): ProviderVerdict {
  const byChain = typeof addresses === "string" ? undefined : addresses;
  const actual =
    typeof addresses === "string" ? addresses : addresses.get(chainId);
  const served = chainIds ?? [...(byChain?.keys() ?? [chainId])];
  if (served.length > 0 && !served.includes(chainId)) {
    const chains = describeChains(served);
    return byChain?.has(chainId)
      ? {
          state: "unknown",
          reason: `it contradicts itself: it serves ${chains}, and has an address on ${chainId}`,
        }
      : { state: "wrong", reason: `it serves ${chains}, not ${chainId}` };
  }
  if (served.length === 0 && byChain === undefined) {
    return { state: "unknown", reason: "it names no chain that it serves" };
  }
  if (actual === undefined) {
    return { state: "unknown", reason: "it names no address on this chain" };
  }
  if (expected === null) {
    return {
      state: "ok",
      actual,
      note: "its address is not compared: this network's portal config has none",
    };
  }
  if (expected === undefined) {
    return {
      state: "unknown",
      actual,
      reason: `its address is ${actual}, which cannot be compared: providerAddress is unset. Set ${path} in the Hardhat config`,
    };
  }
  return actual.toLowerCase() === expected.toLowerCase()
    ? { state: "ok", actual }
    : {
        state: "wrong",
        actual,
        reason: `its address is ${actual}, not the configured ${expected}`,
      };
}

function describeChains(chainIds: readonly number[]): string {
  const named = chainIds.slice(0, MOST_CHAINS_NAMED).join(", ");
  const more = chainIds.length - MOST_CHAINS_NAMED;
  return `the chain${chainIds.length === 1 ? "" : "s"} ${named}${more > 0 ? ` and ${more} more` : ""}`;
}
