import type {
  ChainDescriptorsUserConfig,
  NetworkUserConfig,
} from "hardhat/types/config";
import {
  isRecord,
  ownValue,
  recordOf,
  withoutUndefined,
} from "../../base/records.ts";
import { configuredNetworks } from "../../config/configured-networks.ts";
import { hardhatNetworkNames } from "../../config/hardhat-networks.ts";
import { variableName } from "../../config/layered-url.ts";
import { chainIds } from "../../config/layers.ts";
import {
  FORK_HARDFORK,
  HARDFORKS,
  SANDBOX_HARDFORK,
} from "../../networks/hardforks.ts";
import { sandboxInitialDate } from "../../sandbox/sandbox-clock.ts";

/** Less than Hardhat's default of 300 s, so that an unreachable node fails soon. */
const TIMEOUT_MS = 20_000;

type Networks = Record<string, NetworkUserConfig>;

/**
 * Adds the networks of this plugin to those of the user. If the user has a network
 * of the same name, its values override those of the plugin if it is the same
 * network, and it is left unchanged if not. Hardhat repeats this for connections
 * with overrides, with a config that already has the added networks.
 *
 * @param alpha Not validated yet, and neither are the networks.
 */
export function extendNetworks(networks: Networks, alpha: unknown): Networks {
  const extended = { ...networks };
  for (const planned of plannedNetworks(alpha)) {
    const { network, names, chainId, networkId } = planned;
    const { live, sandbox, fork, hardfork } = planned;
    // A placeholder that `resolveNetworks` replaces with the layered URL.
    const url = {
      _type: "ConfigurationVariable",
      name: variableName(network, "RPC_URL"),
    } as const;
    const own = { chainId, alphaNetwork: network };
    const simulated = { ...own, type: "edr-simulated", networkId } as const;
    addNetwork(extended, names.live, {
      accounts: [],
      timeout: TIMEOUT_MS,
      ...live,
      ...own,
      type: "http",
      url,
    });
    if (sandbox !== undefined) {
      addNetwork(extended, names.sandbox, {
        hardfork: hardfork ?? SANDBOX_HARDFORK,
        ...sandbox,
        ...simulated,
        alphaSandbox: true,
      });
    }
    if (fork !== undefined) {
      addNetwork(extended, names.fork, {
        hardfork: hardfork ?? FORK_HARDFORK,
        ...fork,
        ...simulated,
        forking: withoutUndefined({ url, blockNumber: planned.blockNumber }),
      });
    }
  }
  for (const name of Object.keys(extended)) {
    setSandboxDate(extended, name);
  }
  return extended;
}

/**
 * Returns whether a network of the user overrides the added one of its name: it has the
 * same `alphaNetwork`, or the same chain id and type.
 */
function isSameNetwork(
  existing: NetworkUserConfig,
  added: NetworkUserConfig,
): boolean {
  if (existing.type !== undefined && existing.type !== added.type) {
    return false;
  }
  if (existing.alphaNetwork !== undefined) {
    return existing.alphaNetwork === added.alphaNetwork;
  }
  if (existing.chainId === undefined) {
    return existing.type === undefined;
  }
  return existing.chainId === added.chainId;
}

function addNetwork(
  networks: Networks,
  name: string,
  added: NetworkUserConfig,
) {
  const existing = ownValue(networks, name);
  if (existing === undefined) {
    networks[name] = withoutOtherHardfork(added);
  } else if (isRecord(existing) && isSameNetwork(existing, added)) {
    const merged = Object.assign({}, added, withoutUndefined(existing));
    networks[name] = withForking(withoutOtherHardfork(merged), added);
  }
}

/** A network with the chain type "op" cannot have a hardfork of the others. */
function withoutOtherHardfork(network: NetworkUserConfig): NetworkUserConfig {
  if (network.type !== "edr-simulated" || network.chainType !== "op") {
    return network;
  }
  const { hardfork, ...others } = network;
  return HARDFORKS.some((known) => known === hardfork) ? others : network;
}

/** Starts the chain of a sandbox before the blocks that populate it. */
function setSandboxDate(networks: Networks, name: string) {
  const network = networks[name];
  if (
    !isRecord(network) ||
    network.type !== "edr-simulated" ||
    network.alphaSandbox !== true
  ) {
    return;
  }
  const { initialDate } = network;
  // Hardhat says what is wrong with a date that is none.
  if (!Number.isNaN(new Date(initialDate ?? 0).getTime())) {
    const date = sandboxInitialDate(initialDate);
    networks[name] = { ...network, initialDate: date };
  }
}

/** Merges `forking`, since the user may only set some fields, such as the block. */
function withForking(
  merged: NetworkUserConfig,
  added: NetworkUserConfig,
): NetworkUserConfig {
  if ("forking" in added && "forking" in merged && isRecord(merged.forking)) {
    return { ...merged, forking: { ...added.forking, ...merged.forking } };
  }
  return merged;
}

/**
 * Adds the names of the chains to Hardhat's chain descriptors. A descriptor of the user
 * is left unchanged, and a chain id that another chain has, too, gets none. There is no
 * fork history: the blocks at which these chains changed their rules were not published,
 * and with wrong ones, Hardhat would execute old blocks by the wrong rules.
 *
 * @param descriptors Not validated yet, and neither is `alpha`.
 */
export function describeChains(
  descriptors: ChainDescriptorsUserConfig,
  alpha: unknown,
): ChainDescriptorsUserConfig {
  // Hardhat says what is wrong with descriptors that are none.
  if (!isRecord(descriptors)) {
    return descriptors;
  }
  const described = new Set(Object.keys(descriptors).map(Number));
  const added = configuredNetworks(alpha)
    .map(({ definition }) => definition)
    .filter(
      ({ values, chainsWithSameId, like }) =>
        // Hardhat may have a descriptor of the project's own network, as of Sepolia.
        like === undefined &&
        chainsWithSameId.length === 0 &&
        !described.has(values.chainId),
    )
    .map(({ values, preset }) => [
      values.chainId,
      { name: preset.displayName },
    ]);
  return { ...descriptors, ...Object.fromEntries(added) };
}

/** The Hardhat networks to add for an Alpha network. */
export type PlannedNetworks = ReturnType<typeof plannedNetworks>[number];

type HardhatFields = Readonly<Record<string, unknown>>;

/**
 * The Hardhat networks to add for each enabled Alpha network. Hardhat needs them
 * before it validates the config, so invalid values are ignored here, and reported
 * by the validation.
 */
export function plannedNetworks(alpha: unknown) {
  const { networks, sandbox, forks } = recordOf(alpha);
  return configuredNetworks(alpha).map(({ name: network, definition }) => {
    const user = recordOf(recordOf(networks)[network]);
    const { name } = user;
    const block = recordOf(recordOf(forks)["blockNumbers"])[network];
    return {
      network,
      names: hardhatNetworkNames(
        typeof name === "string" && name !== "" ? name : network,
      ),
      ...chainIds(definition, {
        ...numbersIn(user),
        portal: numbersIn(user["portal"]),
      }),
      /** The configured fields of Hardhat for the live network. */
      live: fieldsIn(user),
      /** Those for the sandbox; `undefined` if sandboxes are disabled. */
      sandbox: sandbox === false ? undefined : simulatedFields(sandbox),
      /** Those for the fork; `undefined` if forks are disabled. */
      fork: (forks ?? false) === false ? undefined : simulatedFields(forks),
      /** The configured EVM version. */
      hardfork: HARDFORKS.find((known) => known === user["hardfork"]),
      /** The block to fork; `undefined` for the latest one. */
      blockNumber: typeof block === "number" ? block : undefined,
    };
  });
}

function fieldsIn(config: unknown): HardhatFields {
  return withoutUndefined(recordOf(recordOf(config)["hardhat"]));
}

/** `forking` is reported by the validation. */
function simulatedFields(config: unknown): HardhatFields {
  const { forking: _, ...fields } = fieldsIn(config);
  return fields;
}

function numbersIn(config: unknown): Record<string, number> {
  const numbers: Record<string, number> = {};
  for (const [key, value] of Object.entries(recordOf(config))) {
    if (typeof value === "number") {
      numbers[key] = value;
    }
  }
  return numbers;
}
