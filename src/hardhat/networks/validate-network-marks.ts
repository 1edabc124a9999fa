import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { recordOf } from "../../base/records.ts";
import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
} from "../../networks/definitions.ts";
import { type PlannedNetworks, plannedNetworks } from "./planned-networks.ts";

type Mistake = readonly [field: string, message: string];

/** Mistakes in this plugin's own fields of the Hardhat networks. */
export function validateNetworkMarks(
  config: HardhatUserConfig,
): HardhatUserConfigValidationError[] {
  const planned = plannedNetworks(config.alpha);
  return Object.entries(recordOf(config.networks)).flatMap(([name, value]) => {
    const network = recordOf(value);
    const sameName = planned.find(({ names }) => names.live === name);
    const mistakes = [
      ...networkMistakes(network, planned),
      ...identityMistakes(network, sameName),
      ...sandboxMistakes(network),
    ];
    return mistakes.map(([field, message]) => ({
      path: ["networks", name, field],
      message,
    }));
  });
}

function networkMistakes(
  { alphaNetwork }: Readonly<Record<string, unknown>>,
  planned: readonly PlannedNetworks[],
): Mistake[] {
  if (alphaNetwork === undefined) {
    return [];
  }
  if (!isAlphaNetworkName(alphaNetwork)) {
    return [
      ["alphaNetwork", `Expected one of ${ALPHA_NETWORK_NAMES.join(", ")}`],
    ];
  }
  return planned.some(({ network }) => network === alphaNetwork)
    ? []
    : [
        [
          "alphaNetwork",
          `alpha.networks.${alphaNetwork} is false, so this network is switched off. Remove one of the two`,
        ],
      ];
}

/**
 * An HTTP network with the name of an Alpha network and no chain id: nothing says
 * whether it is that network, and taken for another one its transactions would go
 * out without the guard.
 */
function identityMistakes(
  { alphaNetwork, chainId, type }: Readonly<Record<string, unknown>>,
  planned: PlannedNetworks | undefined,
): Mistake[] {
  if (
    planned === undefined ||
    type !== "http" ||
    chainId !== undefined ||
    alphaNetwork !== undefined
  ) {
    return [];
  }
  const { network, chainId: expected } = planned;
  return [
    [
      "chainId",
      `Not set, so it is not clear whether this is the Alpha network ${network}. If it is, add chainId: ${expected} or alphaNetwork: "${network}". If it is another network, add its chainId, and rename the Alpha network with alpha.networks.${network}.name or switch it off with alpha.networks.${network}: false`,
    ],
  ];
}

function sandboxMistakes({
  alphaNetwork,
  alphaSandbox,
  forking,
  type,
}: Readonly<Record<string, unknown>>): Mistake[] {
  if (alphaSandbox === undefined || alphaSandbox === false) {
    return [];
  }
  if (alphaSandbox !== true) {
    return [["alphaSandbox", "Expected true or false"]];
  }
  if (alphaNetwork === undefined || type !== "edr-simulated") {
    return [
      [
        "alphaSandbox",
        'The contract set stands only on a network of type "edr-simulated" whose alphaNetwork says where',
      ],
    ];
  }
  // Found here, since the fork would be asked for before the set is placed.
  return forking !== undefined && recordOf(forking)["enabled"] !== false
    ? [
        [
          "forking",
          "A sandbox cannot be a fork: a forked chain has its own contracts. Remove forking, or set alphaSandbox to false",
        ],
      ]
    : [];
}
