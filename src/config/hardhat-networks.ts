import type {
  EdrNetworkConfig,
  HardhatConfig,
  HardhatUserConfig,
  NetworkConfig,
  NetworkUserConfig,
} from "hardhat/types/config";
import { ownValue } from "../base/records.ts";
import {
  type AlphaNetworkName,
  isAlphaNetworkName,
} from "../networks/definitions.ts";
import type { NetworkClaim, ResolvedAlphaNetwork } from "./types.ts";
import type { AlphaUserConfig } from "./user-config.ts";

/** The Alpha network that a Hardhat network is marked as, if it is on. */
export function markedNetwork(
  { alpha }: Pick<HardhatConfig, "alpha">,
  { alphaNetwork }: NetworkConfig,
): ResolvedAlphaNetwork | undefined {
  return alphaNetwork === undefined ? undefined : alpha.networks[alphaNetwork];
}

/** Returns whether a Hardhat network is a fork. */
export function isFork(
  networkConfig: NetworkConfig | undefined,
): networkConfig is EdrNetworkConfig {
  return (
    networkConfig?.type === "edr-simulated" &&
    networkConfig.forking?.enabled === true
  );
}

/** Returns whether a Hardhat network is a sandbox. */
export function isSandbox(
  networkConfig: NetworkConfig | NetworkUserConfig,
): boolean {
  return (
    networkConfig.type === "edr-simulated" &&
    networkConfig.alphaSandbox === true
  );
}

/** The names of a network's Hardhat networks, even if they are not added. */
export function hardhatNetworkNames(live: string) {
  return { live, sandbox: `${live}Sandbox`, fork: `${live}Fork` };
}

/** The names of a network's Hardhat networks in a user's config. */
export function configuredNames(
  { networks = {} }: AlphaUserConfig,
  network: AlphaNetworkName,
) {
  const { name = network } = networks[network] || {};
  return hardhatNetworkNames(name);
}

/**
 * The names of an Alpha network's Hardhat networks: of the live one, the sandbox and
 * the fork; or why there is none, because it is disabled or the user has another
 * network with that name.
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
    const given = ownValue(networks, name);
    if (given?.alphaNetwork === network && isOurs(given)) {
      return { name };
    }
    const reason = `the Hardhat config has another network named "${name}", which is not changed. Rename the Alpha network with alpha.networks.${network}.name, ${choices}`;
    return { name: null, reason, isTaken: true };
  };
  const names = configuredNames(alpha, network);
  const mark = `or mark yours with alphaNetwork: "${network}"`;
  return {
    hardhatNetwork: claim(
      names.live,
      () => true,
      `${howToDisable(network)}, ${mark} if it is this network`,
    ),
    sandboxNetwork:
      alpha.sandbox === false
        ? disabled("alpha.sandbox is false in the Hardhat config")
        : claim(
            names.sandbox,
            isSandbox,
            `disable sandboxes with alpha.sandbox: false, ${mark} and alphaSandbox: true if it should have the contract set`,
          ),
    forkNetwork: alpha.forks
      ? claim(
          names.fork,
          isOurFork,
          `remove alpha.forks, ${mark} if it is a fork of this network`,
        )
      : disabled("alpha.forks is not set in the Hardhat config"),
  };
}

/** Says which Hardhat networks of a network were not added, as their name is taken. */
export function takenNames(
  network: AlphaNetworkName,
  claims: ReturnType<typeof networkClaims>,
): readonly string[] {
  const bySubject = {
    [network]: claims.hardhatNetwork,
    [`the sandbox of ${network}`]: claims.sandboxNetwork,
    [`the fork of ${network}`]: claims.forkNetwork,
  };
  const warnings: string[] = [];
  for (const [subject, claim] of Object.entries(bySubject)) {
    if (claim.name === null && claim.isTaken) {
      warnings.push(`${subject} was not added: ${claim.reason}`);
    }
  }
  return warnings;
}

/** The advice, for messages, on how to have a project without a network. */
export function howToDisable(network: AlphaNetworkName): string {
  if (isAlphaNetworkName(network)) {
    return `disable it with alpha.networks.${network}: false`;
  }
  return `remove alpha.networks.${network}`;
}

function disabled(reason: string): NetworkClaim {
  return { name: null, reason, isTaken: false };
}

/** A chain without a forked node is not a fork, whatever its name. */
function isOurFork(given: NetworkUserConfig): boolean {
  return (
    given.type === "edr-simulated" &&
    !isSandbox(given) &&
    given.forking !== undefined
  );
}
