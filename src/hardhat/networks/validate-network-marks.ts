import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { recordOf } from "../../base/records.ts";
import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";

type Mistake = readonly [field: string, message: string];

/** Mistakes in this plugin's own fields of the Hardhat networks. */
export function validateNetworkMarks(
  config: HardhatUserConfig,
): HardhatUserConfigValidationError[] {
  const switches = recordOf(recordOf(config.alpha)["networks"]);
  const named = new Map(
    ALPHA_NETWORK_NAMES.filter((network) => switches[network] !== false).map(
      (network) => [nameOf(network, switches), network],
    ),
  );
  return Object.entries(recordOf(config.networks)).flatMap(([name, value]) => {
    const network = recordOf(value);
    const mistakes = [
      ...networkMistakes(network, switches),
      ...identityMistakes(network, named.get(name), switches),
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

/** The Hardhat network that is a live one of ours, by the user's unchecked config. */
function nameOf(
  network: AlphaNetworkName,
  switches: Readonly<Record<string, unknown>>,
): string {
  const { name } = recordOf(switches[network]);
  return typeof name === "string" && name !== "" ? name : network;
}

/**
 * An HTTP network with the name of an Alpha network and no chain id: nothing says
 * whether it is that network, and taken for another one its transactions would go
 * out without the guard.
 */
function identityMistakes(
  { alphaNetwork, chainId, type }: Readonly<Record<string, unknown>>,
  network: AlphaNetworkName | undefined,
  switches: Readonly<Record<string, unknown>>,
): Mistake[] {
  if (
    network === undefined ||
    type !== "http" ||
    chainId !== undefined ||
    alphaNetwork !== undefined
  ) {
    return [];
  }
  const { chainId: configured } = recordOf(switches[network]);
  const expected =
    typeof configured === "number"
      ? configured
      : NETWORK_DEFINITIONS[network].values.chainId;
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
