import { z } from "zod";

import {
  ALPHA_NETWORK_NAMES,
  type AlphaNetworkName,
  isAlphaNetworkName,
} from "../networks/definitions.ts";

const text = z.string().min(1, "Expected a text that is not empty");

/** Fields that all sources have. */
export const FILE_FIELDS = {
  file: text.refine(
    (file) => !file.includes("\0"),
    "Expected the path of a file",
  ),
  optional: z.boolean().optional(),
};

export const networkField = z.custom<AlphaNetworkName>(
  isAlphaNetworkName,
  `Expected one of ${ALPHA_NETWORK_NAMES.join(", ")}`,
);

/** Fields of sources whose files hold entries of several networks. */
export const ENTRY_FIELDS = {
  network: networkField.optional(),
  entry: text.optional(),
};
