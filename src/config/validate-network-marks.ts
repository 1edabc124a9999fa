import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";

import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
} from "../networks/definitions.ts";
import { isRecord, recordOf } from "./narrow.ts";

/** Mistakes in the field `alphaNetwork` of the Hardhat networks. */
export function validateNetworkMarks(
  config: HardhatUserConfig,
): HardhatUserConfigValidationError[] {
  return Object.entries(recordOf(config.networks)).flatMap(
    ([name, network]) => {
      const mark = recordOf(network)["alphaNetwork"];
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
