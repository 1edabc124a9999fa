import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";

import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
} from "../networks/definitions.ts";
import { isRecord, recordOf } from "./narrow.ts";

/** Mistakes in this plugin's own fields of the Hardhat networks. */
export function validateNetworkMarks(
  config: HardhatUserConfig,
): HardhatUserConfigValidationError[] {
  return Object.entries(recordOf(config.networks)).flatMap(
    ([name, network]) => {
      const { alphaNetwork: mark, alphaSandbox, type } = recordOf(network);
      if (alphaSandbox !== undefined && typeof alphaSandbox !== "boolean") {
        return [
          {
            path: ["networks", name, "alphaSandbox"],
            message: "Expected true or false",
          },
        ];
      }
      if (alphaSandbox && (mark === undefined || type !== "edr-simulated")) {
        return [
          {
            path: ["networks", name, "alphaSandbox"],
            message:
              'The contract set stands only on a network of type "edr-simulated" whose alphaNetwork says where',
          },
        ];
      }
      if (mark === undefined) {
        return [];
      }
      const path = ["networks", name, "alphaNetwork"];
      if (!isAlphaNetworkName(mark)) {
        return [
          {
            path,
            message: `Expected one of ${ALPHA_NETWORK_NAMES.join(", ")}`,
          },
        ];
      }
      if (
        isRecord(config.alpha?.networks) &&
        config.alpha.networks[mark] === false
      ) {
        return [
          {
            path,
            message: `alpha.networks.${mark} is false, so this network is switched off. Remove one of the two`,
          },
        ];
      }
      return [];
    },
  );
}
