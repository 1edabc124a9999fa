import type { ResolvedAlphaNetwork } from "../config/types.ts";
import { alphaError } from "../errors.ts";
import type { Address, ContractRole } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type { ContractSetPlan, ExtraToken } from "./types.ts";

/**
 * Where the contract set of a network stands: at its registry's addresses, and
 * a token at every payment token's address that the registry does not hold.
 *
 * @throws HardhatPluginError that names every address that is unset.
 */
export function planForNetwork(
  network: ResolvedAlphaNetwork,
  euroDecimals: number,
): ContractSetPlan {
  const unset: string[] = [];

  function byRole(role: ContractRole): readonly Address[] {
    const key = Object.entries(NETWORK_DEFINITIONS[network.name].registry).find(
      ([, definition]) => definition.role === role,
    )?.[0];
    const value = key === undefined ? undefined : network.registry[key];
    if (value === undefined) {
      unset.push(`registry.${key}`);
      return [];
    }
    return typeof value === "string" ? [value] : value;
  }

  function one(role: ContractRole): Address {
    return byRole(role)[0] ?? "0x";
  }

  const plan = {
    token: one("token"),
    communityFeeCollector: one("communityFeeCollector"),
    router: one("router"),
    fixedPrice: one("fixedPrice"),
    dispenser: one("dispenser"),
    erc721Factory: one("erc721Factory"),
    erc20Templates: byRole("erc20Templates"),
    erc721Templates: byRole("erc721Templates"),
  };
  const extraTokens = Object.entries(network.tokens).flatMap(
    ([kind, { address, name, symbol, decimals }]): ExtraToken[] => {
      if (address === undefined) {
        unset.push(`tokens.${kind}.address`);
        return [];
      }
      return address === plan.token
        ? []
        : [
            {
              address,
              name: name ?? kind,
              symbol: symbol ?? name ?? kind,
              decimals: decimals ?? (kind === "euro" ? euroDecimals : 18),
            },
          ];
    },
  );
  if (unset.length > 0) {
    throw alphaError(
      `The sandbox of ${network.name} needs addresses that are unset: ${unset.join(", ")}. Set them under alpha.networks.${network.name} in the Hardhat config.`,
    );
  }
  return { ...plan, extraTokens };
}
