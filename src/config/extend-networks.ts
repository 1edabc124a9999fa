import type {
  EdrNetworkUserConfig,
  HttpNetworkUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { sandboxInitialDate } from "../sandbox/sandbox-clock.ts";
import { givenValue } from "./given-value.ts";
import { isRecord, numberOf, recordOf, withoutUndefined } from "./narrow.ts";
import { hardhatNetworkName, sandboxNetworkName } from "./network-names.ts";
import type { AlphaUserConfig } from "./user-config.ts";
import { variableName } from "./variables.ts";

/**
 * Hardhat's default of 300 s would let one dead node hold a script for minutes.
 */
const TIMEOUT_MILLISECONDS = 20_000;

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
    networks[name] = Object.assign({}, ours, withoutUndefined(existing));
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
    // Resolved to all the layers of the URL in resolveUserConfig.
    url: {
      _type: "ConfigurationVariable",
      name: variableName(network, "RPC_URL"),
    },
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
