import type {
  HardhatUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { NetworkClaim, ResolvedAlphaNetwork } from "./types.ts";
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

/**
 * The names of an Alpha network's Hardhat networks: of the live one, the stand-in
 * and the fork; or why it has none, since it was not wanted or the user has
 * another network of that name.
 */
export function networkClaims(
  { alpha = {}, networks = {} }: HardhatUserConfig,
  network: AlphaNetworkName,
): Pick<
  ResolvedAlphaNetwork,
  "hardhatNetwork" | "sandboxNetwork" | "forkNetwork"
> {
  const claim = (
    name: string,
    isOurs: (given: NetworkUserConfig) => boolean,
    choices: string,
  ): NetworkClaim => {
    const given = Object.hasOwn(networks, name) ? networks[name] : undefined;
    return given?.alphaNetwork === network && isOurs(given)
      ? { name }
      : {
          name: null,
          reason: `the Hardhat config has another network named "${name}", which is left as it is. Rename ours with alpha.networks.${network}.name, ${choices}`,
          isTaken: true,
        };
  };
  const mark = `or mark yours with alphaNetwork: "${network}"`;
  return {
    hardhatNetwork: claim(
      hardhatNetworkName(network, alpha),
      () => true,
      `switch it off with alpha.networks.${network}: false, ${mark} if it is this network`,
    ),
    sandboxNetwork:
      alpha.sandbox === false
        ? unwanted("alpha.sandbox is false in the Hardhat config")
        : claim(
            sandboxNetworkName(network, alpha),
            isSandbox,
            `add none with alpha.sandbox: false, ${mark} and alphaSandbox: true if the contract set is to stand on it`,
          ),
    forkNetwork: wantsForks(alpha)
      ? claim(
          forkNetworkName(network, alpha),
          isFork,
          `remove alpha.forks, ${mark} if it is a fork of this network`,
        )
      : unwanted("alpha.forks is not set in the Hardhat config"),
  };
}

function unwanted(reason: string): NetworkClaim {
  return { name: null, reason, isTaken: false };
}

/** A chain without the contract set is no stand-in, whatever its name. */
function isSandbox(given: NetworkUserConfig): boolean {
  return given.type === "edr-simulated" && given.alphaSandbox === true;
}

/** A chain that forks nothing is no fork, whatever its name. */
function isFork(given: NetworkUserConfig): boolean {
  return (
    given.type === "edr-simulated" &&
    given.alphaSandbox !== true &&
    given.forking !== undefined
  );
}
