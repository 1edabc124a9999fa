import { recordOf, withoutUndefined } from "../../base/records.ts";
import {
  type HardhatNetworkNames,
  hardhatNetworkNames,
} from "../../config/hardhat-networks.ts";
import { chainIds } from "../../config/layers.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";

/** One network's Hardhat networks as the config asks for them. */
export interface PlannedNetworks {
  readonly network: AlphaNetworkName;
  readonly names: HardhatNetworkNames;
  readonly chainId: number;
  readonly networkId: number;
  /** Hardhat's own fields of each; `undefined` where it is not asked for. */
  readonly live: HardhatFields;
  readonly sandbox: HardhatFields | undefined;
  readonly fork: HardhatFields | undefined;
  /** The block that the fork goes on from. */
  readonly blockNumber: number | undefined;
}

type HardhatFields = Readonly<Record<string, unknown>>;

/**
 * The Hardhat networks that a config asks for. Hardhat wants them before it
 * validates the config, so this alone takes no shape of it for granted: what is
 * malformed is passed over here, and found by the validation.
 */
export function plannedNetworks(alpha: unknown): readonly PlannedNetworks[] {
  const { networks, sandbox, forks } = recordOf(alpha);
  return ALPHA_NETWORK_NAMES.filter(
    (network) => recordOf(networks)[network] !== false,
  ).map((network) => {
    const user = recordOf(recordOf(networks)[network]);
    const { name } = user;
    const block = recordOf(recordOf(forks)["blockNumbers"])[network];
    return {
      network,
      names: hardhatNetworkNames(
        network,
        typeof name === "string" && name !== "" ? name : network,
      ),
      ...chainIds(NETWORK_DEFINITIONS[network], {
        ...numbersIn(user),
        portal: numbersIn(user["portal"]),
      }),
      live: fieldsIn(user),
      sandbox: sandbox === false ? undefined : simulatedFields(sandbox),
      fork:
        forks === undefined || forks === false
          ? undefined
          : simulatedFields(forks),
      blockNumber: typeof block === "number" ? block : undefined,
    };
  });
}

function fieldsIn(config: unknown): HardhatFields {
  return withoutUndefined(recordOf(recordOf(config)["hardhat"]));
}

/** A fork is refused where the user wrote it, once. */
function simulatedFields(config: unknown): HardhatFields {
  const { forking: _, ...fields } = fieldsIn(config);
  return fields;
}

function numbersIn(config: unknown): Record<string, number> {
  return Object.fromEntries(
    Object.entries(recordOf(config)).flatMap(([key, value]) =>
      typeof value === "number" ? [[key, value]] : [],
    ),
  );
}
