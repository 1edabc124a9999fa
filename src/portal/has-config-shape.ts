import type { NetworkDefinition } from "../networks/definition.ts";
import {
  isAlphaNetworkName,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { isRecord } from "../rpc/is-record.ts";
import { DIALECTS, fieldIn } from "./dialects.ts";

/**
 * Whether a value is what `alpha config` prints as data: by network, exactly its
 * portal config's fields in one of the dialects.
 */
export function hasConfigShape(value: unknown): boolean {
  if (!isRecord(value)) {
    return false;
  }
  const networks = Object.entries(value);
  return (
    networks.length > 0 &&
    DIALECTS.some((dialect) =>
      networks.every(([network, config]) => {
        if (!isAlphaNetworkName(network) || !isRecord(config)) {
          return false;
        }
        const definition: NetworkDefinition = NETWORK_DEFINITIONS[network];
        const expected = Object.keys(definition.portal).map((field) =>
          fieldIn(dialect, field),
        );
        return (
          Object.keys(config).length === expected.length &&
          expected.every((name) => Object.hasOwn(config, name))
        );
      }),
    )
  );
}
