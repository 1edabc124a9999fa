import type { ConfigurationVariableResolver } from "hardhat/types/config";
import type { AlphaNetworkName } from "../networks/definitions.ts";
import type { UrlLayer } from "./layered-url.ts";

/**
 * The environment or keystore variable of one of a network's URLs, such as
 * `ALPHA_DEVNET_RPC_URL`.
 */
export function variableName(network: AlphaNetworkName, part: string): string {
  return `ALPHA_${network.toUpperCase()}_${part}`;
}

/**
 * The two highest layers of a URL: the environment, then the keystore. The
 * default keeps an unset variable from being an error, and the keystore from
 * asking for its password when it does not hold the variable.
 */
export function variableLayers(
  name: string,
  resolveConfigurationVariable: ConfigurationVariableResolver,
): readonly UrlLayer[] {
  return [
    {
      origin: { kind: "environment", variable: name },
      value: process.env[name] ?? "",
    },
    {
      origin: { kind: "variable", variable: name },
      value: resolveConfigurationVariable({
        _type: "ConfigurationVariable",
        name,
        default: "",
      }),
      keystoreOnly: true,
    },
  ];
}
