import { recordOf, withoutUndefined } from "../../base/records.ts";
import { configuredNetworks } from "../../config/configured-networks.ts";
import { hardhatNetworkNames } from "../../config/hardhat-networks.ts";
import { chainIds } from "../../config/layers.ts";
import { HARDFORKS } from "../../networks/hardforks.ts";

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
