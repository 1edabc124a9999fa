import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { recordOf } from "../../base/records.ts";
import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
} from "../../networks/definitions.ts";

type Mistake = readonly [field: string, message: string];

/** Mistakes in this plugin's own fields of the Hardhat networks. */
export function validateNetworkMarks(
  config: HardhatUserConfig,
): HardhatUserConfigValidationError[] {
  const switches = recordOf(recordOf(config.alpha)["networks"]);
  return Object.entries(recordOf(config.networks)).flatMap(([name, value]) => {
    const network = recordOf(value);
    const mistakes = [
      ...networkMistakes(network, switches),
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
  switches: Readonly<Record<string, unknown>>,
): Mistake[] {
  if (alphaNetwork === undefined) {
    return [];
  }
  if (!isAlphaNetworkName(alphaNetwork)) {
    return [
      ["alphaNetwork", `Expected one of ${ALPHA_NETWORK_NAMES.join(", ")}`],
    ];
  }
  return switches[alphaNetwork] === false
    ? [
        [
          "alphaNetwork",
          `alpha.networks.${alphaNetwork} is false, so this network is switched off. Remove one of the two`,
        ],
      ]
    : [];
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
