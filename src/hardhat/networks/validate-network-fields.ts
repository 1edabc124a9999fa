import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { given, recordOf } from "../../base/records.ts";
import { declaredNetworks } from "../../config/configured-networks.ts";
import { howToDisable } from "../../config/hardhat-networks.ts";
import { type PlannedNetworks, plannedNetworks } from "./extend-networks.ts";

type FieldErrors = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** Validates the fields that this plugin adds to Hardhat networks. */
export function validateNetworkFields(
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
