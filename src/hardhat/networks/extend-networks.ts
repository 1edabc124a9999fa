import type {
  ConfigurationVariable,
  EdrNetworkUserConfig,
  HttpNetworkUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";
import { isRecord, recordOf, withoutUndefined } from "../../base/records.ts";
import { variableName } from "../../config/layered-url.ts";
import { givenValue } from "../../config/layering.ts";
import { numberOf } from "../../config/narrow.ts";
import {
  forkNetworkName,
  hardhatNetworkName,
  sandboxNetworkName,
  wantsForks,
} from "../../config/network-names.ts";
import type { AlphaUserConfig } from "../../config/user-config.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
import { sandboxInitialDate } from "../../sandbox/sandbox-clock.ts";

/**
 * Hardhat's default of 300 s would let one dead node hold a script for minutes.
 */
const TIMEOUT_MILLISECONDS = 20_000;

/** The last one that goes on from any block, one without a base fee too. */
const FORK_HARDFORK = "prague";

type Networks = Record<string, NetworkUserConfig>;

/**
 * The user's networks with ours added. A network that the user has under the
 * same name keeps its values: they override ours where it is the same chain and
 * type, and it is left as it is where it is not. Hardhat repeats this for every
 * connection with overrides, on a config that holds our networks already.
 *
 * The config is not validated yet, so no shape of it may be taken for granted.
 */
export function extendNetworks(
  networks: Networks,
  alpha: AlphaUserConfig,
): Networks {
  const extended = { ...networks };
  for (const network of ALPHA_NETWORK_NAMES) {
    if (alpha.networks?.[network] === false) {
      continue;
    }
    claim(extended, hardhatNetworkName(network, alpha), {
      ...httpNetwork(network, alpha),
    });
    if (alpha.sandbox !== false) {
      const name = sandboxNetworkName(network, alpha);
      claim(extended, name, { ...sandboxNetwork(network, alpha) });
    }
    if (wantsForks(alpha)) {
      const name = forkNetworkName(network, alpha);
      claim(extended, name, { ...forkNetwork(network, alpha) });
    }
  }
  for (const name of Object.keys(extended)) {
    leadClock(extended, name);
  }
  return extended;
}

/**
 * Whether the user's network of the same name is ours with some values changed:
 * marked as such, or of the same chain id and type.
 */
function isSameNetwork(
  existing: NetworkUserConfig,
  ours: NetworkUserConfig,
): boolean {
  if (existing.type !== undefined && existing.type !== ours.type) {
    return false;
  }
  if (existing.alphaNetwork !== undefined) {
    return existing.alphaNetwork === ours.alphaNetwork;
  }
  if (existing.chainId === undefined) {
    return existing.type === undefined;
  }
  return existing.chainId === ours.chainId;
}

function claim(networks: Networks, name: string, ours: NetworkUserConfig) {
  const existing = Object.hasOwn(networks, name) ? networks[name] : undefined;
  if (existing === undefined) {
    networks[name] = ours;
  } else if (isRecord(existing) && isSameNetwork(existing, ours)) {
    const merged = Object.assign({}, ours, withoutUndefined(existing));
    networks[name] = withForking(merged, ours);
  }
}

/** Lets a sandbox's chain begin early enough for the blocks of its making. */
function leadClock(networks: Networks, name: string) {
  const network = networks[name];
  if (
    !isRecord(network) ||
    network.type !== "edr-simulated" ||
    network.alphaSandbox !== true
  ) {
    return;
  }
  const { initialDate } = network;
  const isDate =
    initialDate === undefined || !Number.isNaN(new Date(initialDate).getTime());
  if (isDate) {
    networks[name] = {
      ...network,
      initialDate: sandboxInitialDate(initialDate),
    };
  }
}

/** A user's `forking` may say less than ours does, such as the block alone. */
function withForking(
  merged: NetworkUserConfig,
  ours: NetworkUserConfig,
): NetworkUserConfig {
  return merged.type === "edr-simulated" &&
    ours.type === "edr-simulated" &&
    ours.forking !== undefined &&
    isRecord(merged.forking)
    ? { ...merged, forking: { ...ours.forking, ...merged.forking } }
    : merged;
}

function httpNetwork(
  network: AlphaNetworkName,
  alpha: AlphaUserConfig,
): HttpNetworkUserConfig {
  const user = userNetwork(alpha, network);
  return {
    accounts: [],
    timeout: TIMEOUT_MILLISECONDS,
    ...withoutUndefined(recordOf(user["hardhat"])),
    type: "http",
    chainId: idOf(network, user, "chainId"),
    url: urlOf(network),
    alphaNetwork: network,
  };
}

function sandboxNetwork(
  network: AlphaNetworkName,
  alpha: AlphaUserConfig,
): EdrNetworkUserConfig {
  const user = userNetwork(alpha, network);
  // A fork is refused where the user wrote it, once.
  const { forking: _, ...hardhat } = withoutUndefined(
    recordOf(recordOf(alpha.sandbox)["hardhat"]),
  );
  return {
    ...hardhat,
    type: "edr-simulated",
    chainId: idOf(network, user, "chainId"),
    networkId: idOf(network, user, "networkId"),
    alphaNetwork: network,
    alphaSandbox: true,
  };
}

function forkNetwork(
  network: AlphaNetworkName,
  alpha: AlphaUserConfig,
): EdrNetworkUserConfig {
  const user = userNetwork(alpha, network);
  const forks = recordOf(alpha.forks);
  const blockNumber = numberOf(recordOf(forks["blockNumbers"])[network]);
  const { forking: _, ...hardhat } = withoutUndefined(
    recordOf(forks["hardhat"]),
  );
  return {
    hardfork: FORK_HARDFORK,
    ...hardhat,
    type: "edr-simulated",
    chainId: idOf(network, user, "chainId"),
    networkId: idOf(network, user, "networkId"),
    forking: {
      url: urlOf(network),
      ...(blockNumber === undefined ? {} : { blockNumber }),
    },
    alphaNetwork: network,
  };
}

/** Resolved to all the layers of the URL, and its headers, in resolveUserConfig. */
function urlOf(network: AlphaNetworkName): ConfigurationVariable {
  return {
    _type: "ConfigurationVariable",
    name: variableName(network, "RPC_URL"),
  };
}

function userNetwork(
  alpha: AlphaUserConfig,
  network: AlphaNetworkName,
): Record<string, unknown> {
  return recordOf(alpha.networks?.[network]);
}

function idOf(
  network: AlphaNetworkName,
  user: Record<string, unknown>,
  key: "chainId" | "networkId",
): number {
  const definition = NETWORK_DEFINITIONS[network];
  return (
    numberOf(givenValue(user, definition, key)?.value) ?? definition.values[key]
  );
}
