import { givenValue } from "../config/given-value.ts";
import { numberOf, recordOf, withoutUndefined } from "../config/narrow.ts";
import type { AlphaUserConfig } from "../config/user-config.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { knownNames } from "./known-names.ts";
import type { SourceNetwork } from "./source-kind.ts";

/** The networks that are switched on, as entries of files are matched to them. */
export function sourceNetworks(alpha: AlphaUserConfig): SourceNetwork[] {
  return ALPHA_NETWORK_NAMES.filter(
    (name) => alpha.networks?.[name] !== false,
  ).map((name) => {
    const user = recordOf(alpha.networks?.[name]);
    const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
    const versions = recordOf({
      ...definition.versions,
      ...withoutUndefined(recordOf(user["versions"])),
    });
    const idOf = (key: "chainId" | "networkId") =>
      numberOf(givenValue(user, definition, key)?.value) ??
      definition.values[key];
    return {
      name,
      definition,
      chainId: idOf("chainId"),
      networkId: idOf("networkId"),
      knownNames: knownNames(name, recordOf(user["portal"])["network"]),
      hasOneContractSet: versions["registry"] === versions["portal"],
    };
  });
}
