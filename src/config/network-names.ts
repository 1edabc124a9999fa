import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { AlphaUserConfig } from "./user-config.ts";

const SANDBOX_SUFFIX = "Sandbox";
const FORK_SUFFIX = "Fork";

/** The name of a network's `http` network in the Hardhat config. */
export function hardhatNetworkName(
  network: AlphaNetworkName,
  alpha: AlphaUserConfig,
): string {
  const user = alpha.networks?.[network];
  const name: unknown = typeof user === "object" ? user?.name : undefined;
  return typeof name === "string" && name !== "" ? name : network;
}

/** The name of a network's in-process stand-in in the Hardhat config. */
export function sandboxNetworkName(
  network: AlphaNetworkName,
  alpha: AlphaUserConfig,
): string {
  return `${hardhatNetworkName(network, alpha)}${SANDBOX_SUFFIX}`;
}

/** The name of a network's fork in the Hardhat config. */
export function forkNetworkName(
  network: AlphaNetworkName,
  alpha: AlphaUserConfig,
): string {
  return `${hardhatNetworkName(network, alpha)}${FORK_SUFFIX}`;
}

/** Whether the networks have forks in the Hardhat config. */
export function wantsForks({ forks = false }: AlphaUserConfig): boolean {
  return forks !== false;
}
