import type { HardhatConfig, HardhatUserConfig } from "hardhat/types/config";
import type {
  ConfigHooks,
  HardhatUserConfigValidationError,
} from "hardhat/types/hooks";
import { given, isRecord, recordOf } from "../../base/records.ts";
import { bookOf, declaredNetworks } from "../../config/configured-networks.ts";
import { howToDisable } from "../../config/hardhat-networks.ts";
import { NO_SOURCES, type ReadSources } from "../../config/layers.ts";
import { resolveAlphaConfig } from "../../config/resolve-alpha-config.ts";
import {
  describeChains,
  extendNetworks,
  type PlannedNetworks,
  plannedNetworks,
} from "../networks/extend-networks.ts";
import { resolveNetworks } from "../networks/resolve-networks.ts";

/** The readers are only imported if there are sources, to keep commands fast. */
async function sourcesOf(
  { alpha }: HardhatUserConfig,
  { paths }: HardhatConfig,
): Promise<ReadSources> {
  if (alpha?.sources === undefined || alpha.sources.length === 0) {
    return NO_SOURCES;
  }
  if (hasBook(alpha)) {
    const { assertOwnBooks } = await import(
      "../../sources/address-book/own-books.ts"
    );
    await assertOwnBooks(alpha, paths.root);
  }
  const { readSources } = await import("../../sources/read-sources.ts");
  return await readSources(alpha, paths.root);
}

function hasBook(alpha: HardhatUserConfig["alpha"]): boolean {
  const { networks } = recordOf(alpha);
  return Object.values(recordOf(networks)).some(bookOf);
}

/** Address books are only read for networks that are configured with one. */
async function completed(
  alpha: HardhatUserConfig["alpha"],
): Promise<HardhatUserConfig["alpha"]> {
  if (alpha === undefined || !hasBook(alpha)) {
    return alpha;
  }
  const { withBooks } = await import("../../sources/address-book/own-books.ts");
  return await withBooks(alpha);
}

/**
 * Runs on every Hardhat command, and again for every overridden connection, which has the
 * environment of the start, too.
 */
export default async (
  environment = { ...process.env },
): Promise<Partial<ConfigHooks>> => ({
  async extendUserConfig(config, next) {
    const { alpha: given, ...extended } = await next(config);
    const alpha = await completed(given);
    const { chainDescriptors = {}, networks = {} } = extended;
    return {
      ...extended,
      ...(alpha !== undefined && { alpha }),
      // Hardhat says what is wrong with networks that are none.
      networks: isRecord(networks) ? extendNetworks(networks, alpha) : networks,
      chainDescriptors: describeChains(chainDescriptors, alpha),
    };
  },

  async validateUserConfig(config) {
    const networkErrors = validateNetworkFields(config);
    if (config.alpha === undefined) {
      return networkErrors;
    }
    const [{ validateAlphaConfig }, { sourceSchema }] = await Promise.all([
      import("../../config/validate/validate-alpha-config.ts"),
      import("../../sources/kinds.ts"),
    ]);
    return [
      ...(await validateAlphaConfig(config.alpha, sourceSchema)),
      ...networkErrors,
    ];
  },

  async resolveUserConfig(userConfig, resolveConfigurationVariable, next) {
    const resolved = await next(userConfig, resolveConfigurationVariable);
    const alpha = await resolveAlphaConfig(
      userConfig,
      resolveConfigurationVariable,
      await sourcesOf(userConfig, resolved),
      environment,
    );
    return {
      ...resolved,
      alpha,
      networks: resolveNetworks(resolved.networks, userConfig, alpha),
    };
  },
});

type FieldErrors = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** Validates the fields that this plugin adds to Hardhat networks. */
function validateNetworkFields(
  config: HardhatUserConfig,
): HardhatUserConfigValidationError[] {
  const planned = plannedNetworks(config.alpha);
  const names = declaredNetworks(config.alpha).map(({ name }) => name);
  return Object.entries(recordOf(config.networks)).flatMap(([name, value]) => {
    const network = recordOf(value);
    const sameName = planned.find(({ names }) => names.live === name);
    const errors: FieldErrors = {
      alphaNetwork: networkError(network, planned, names),
      chainId: identityError(network, sameName),
      ...sandboxErrors(network),
    };
    return Object.entries(errors).flatMap(([field, message]) =>
      given(message && { path: ["networks", name, field], message }),
    );
  });
}

function networkError(
  { alphaNetwork }: Fields,
  planned: readonly PlannedNetworks[],
  names: readonly string[],
): string | undefined {
  const isEnabled = planned.some(({ network }) => network === alphaNetwork);
  if (alphaNetwork === undefined || isEnabled) {
    return undefined;
  }
  const known = names.find((name) => name === alphaNetwork);
  if (known === undefined) {
    return `Expected one of ${names.join(", ")}`;
  }
  return `The Alpha network is disabled by alpha.networks.${known}: false. Remove one of the two`;
}

/**
 * Rejects HTTP networks with the name of an Alpha network and no chain id, since
 * they may be that network: if they were not treated as such, the guard would not
 * check their transactions.
 */
function identityError(
  { alphaNetwork, chainId, type }: Fields,
  planned: PlannedNetworks | undefined,
): string | undefined {
  const isClear = chainId !== undefined || alphaNetwork !== undefined;
  if (planned === undefined || type !== "http" || isClear) {
    return undefined;
  }
  const { network, chainId: expected } = planned;
  return `Not set, so it is not clear whether this is the Alpha network ${network}. If it is, add chainId: ${expected} or alphaNetwork: "${network}". If it is another network, add its chainId, and rename the Alpha network with alpha.networks.${network}.name or ${howToDisable(network)}`;
}

function sandboxErrors({
  alphaNetwork,
  alphaSandbox,
  forking,
  type,
}: Fields): FieldErrors {
  if (alphaSandbox === undefined || alphaSandbox === false) {
    return {};
  }
  if (alphaSandbox !== true) {
    return { alphaSandbox: "Expected true or false" };
  }
  if (alphaNetwork === undefined || type !== "edr-simulated") {
    const needs =
      'A sandbox needs the type "edr-simulated" and an alphaNetwork';
    return { alphaSandbox: needs };
  }
  // Checked here, since the fork would open before the contract set is placed.
  if (forking === undefined || recordOf(forking)["enabled"] === false) {
    return {};
  }
  return {
    forking:
      "A sandbox cannot be a fork: a forked chain has its own contracts. Remove forking, or set alphaSandbox to false",
  };
}
