import type {
  ConfigurationVariable,
  EdrNetworkUserConfig,
  HttpNetworkUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";
import { isRecord, withoutUndefined } from "../../base/records.ts";
import { variableName } from "../../config/layered-url.ts";
import type { AlphaNetworkName } from "../../networks/definitions.ts";
import { sandboxInitialDate } from "../../sandbox/sandbox-clock.ts";
import { type PlannedNetworks, plannedNetworks } from "./planned-networks.ts";

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
 * @param alpha not validated yet, and neither are the networks
 */
export function extendNetworks(networks: Networks, alpha: unknown): Networks {
  const extended = { ...networks };
  for (const planned of plannedNetworks(alpha)) {
    const { names, sandbox, fork } = planned;
    claim(extended, names.live, httpNetwork(planned));
    if (sandbox !== undefined) {
      claim(extended, names.sandbox, {
        ...sandbox,
        ...simulatedNetwork(planned),
        alphaSandbox: true,
      });
    }
    if (fork !== undefined) {
      claim(extended, names.fork, {
        hardfork: FORK_HARDFORK,
        ...fork,
        ...simulatedNetwork(planned),
        forking: forkingOf(planned),
      });
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

function httpNetwork({
  network,
  chainId,
  live,
}: PlannedNetworks): HttpNetworkUserConfig {
  return {
    accounts: [],
    timeout: TIMEOUT_MILLISECONDS,
    ...live,
    type: "http",
    chainId,
    url: urlOf(network),
    alphaNetwork: network,
  };
}

function simulatedNetwork({ network, chainId, networkId }: PlannedNetworks) {
  return {
    type: "edr-simulated",
    chainId,
    networkId,
    alphaNetwork: network,
  } as const satisfies EdrNetworkUserConfig;
}

function forkingOf({ network, blockNumber }: PlannedNetworks) {
  return {
    url: urlOf(network),
    ...(blockNumber === undefined ? {} : { blockNumber }),
  };
}

/** Resolved to all the layers of the URL, and its headers, in resolveUserConfig. */
function urlOf(network: AlphaNetworkName): ConfigurationVariable {
  return {
    _type: "ConfigurationVariable",
    name: variableName(network, "RPC_URL"),
  };
}
