import type {
  EdrNetworkConfig,
  HardhatConfig,
  NetworkConfig,
} from "hardhat/types/config";
import type { Hex } from "../base/hex.ts";
import type { ResolvedAlphaNetwork } from "./types.ts";

/** The Alpha network that a Hardhat network is marked as, if it is on. */
export function markedNetwork(
  { alpha }: Pick<HardhatConfig, "alpha">,
  { alphaNetwork }: NetworkConfig,
): ResolvedAlphaNetwork | undefined {
  return alphaNetwork === undefined ? undefined : alpha.networks[alphaNetwork];
}

/** Whether a Hardhat network is a simulated chain that goes on from a node's. */
export function isFork(
  networkConfig: NetworkConfig,
): networkConfig is EdrNetworkConfig {
  return (
    networkConfig.type === "edr-simulated" &&
    networkConfig.forking?.enabled === true
  );
}

/** Whether a Hardhat network is a stand-in, which holds the contract set. */
export function isSandbox(networkConfig: NetworkConfig): boolean {
  return (
    networkConfig.type === "edr-simulated" &&
    networkConfig.alphaSandbox === true
  );
}

/**
 * The text "alpha-sandbox-deploy": nobody has its key, so it has sent
 * transactions on sandboxes alone. Its nonce, which no node lowers, is what
 * remains of it there.
 */
export const SANDBOX_DEPLOYER: Hex =
  "0x616c7068612d73616e64626f782d6465706c6f79";
