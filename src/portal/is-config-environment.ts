import { parseEnv } from "node:util";

import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { DIALECTS } from "./dialects.ts";
import { environmentVariable } from "./environment-variables.ts";

/**
 * Whether the text of a `.env` file gives portal values and nothing else: people
 * add their own variables, secrets among them, to such a file.
 */
export function isConfigEnvironment(text: string): boolean {
  const known = new Set(
    ALPHA_NETWORK_NAMES.flatMap((network) => {
      const definition: NetworkDefinition = NETWORK_DEFINITIONS[network];
      return Object.keys(definition.portal).flatMap((field) =>
        DIALECTS.map((dialect) => environmentVariable(dialect, network, field)),
      );
    }),
  );
  return Object.keys(parseEnv(text)).every((name) => known.has(name));
}
