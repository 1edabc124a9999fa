import { givenValue } from "../config/given-value.ts";
import {
  numberOf,
  recordOf,
  textOf,
  withoutUndefined,
} from "../config/narrow.ts";
import type { AlphaUserConfig } from "../config/user-config.ts";
import type { NetworkDefinition } from "../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../networks/definitions.ts";
import { PRESET } from "../networks/preset.ts";
import { NAMES_IN_USE } from "./names-in-use.ts";
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
    const names = [
      name,
      ...NAMES_IN_USE[name],
      textOf(PRESET[name].portal["network"]),
      textOf(recordOf(user["portal"])["network"]),
    ];
    return {
      name,
      definition,
      chainId: idOf("chainId"),
      networkId: idOf("networkId"),
      knownNames: new Set(names.filter((known) => known !== undefined)),
      hasOneContractSet: versions["registry"] === versions["portal"],
    };
  });
}
