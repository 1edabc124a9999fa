import type { NetworkDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type { ExportedNetwork } from "./export-format.ts";

/**
 * Says of networks that share their chain id with another chain that whoever
 * reads `what` goes by the chain id alone.
 */
export function namesakeNotes(
  networks: readonly ExportedNetwork[],
  what: string,
): string[] {
  return networks.flatMap(({ network: { name, values } }) => {
    const definition: NetworkDefinition = NETWORK_DEFINITIONS[name];
    const isShared = values.chainId === definition.values.chainId;
    return isShared
      ? definition.namesakes.map(
          (namesake) =>
            `${name}: chain id ${values.chainId} is also that of ${namesake.name}, and wallets tell ${what} by the chain id alone.`,
        )
      : [];
  });
}
