import { ALPHA_TOKEN_DECIMALS } from "../config/token-supplies.ts";
import { tokenUnits } from "../config/token-units.ts";
import type {
  AlphaSandboxConfig,
  ResolvedAlphaNetwork,
  TokenBalance,
} from "../config/types.ts";
import { alphaError } from "../errors.ts";
import type { Address, ContractRole } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type { ContractSetPlan, ExtraToken, Holding } from "./types.ts";

/**
 * Where the contract set of a network stands: at its registry's addresses, and
 * a token at every payment token's address that the registry does not hold.
 *
 * @throws HardhatPluginError that names every address that is unset.
 */
export function planForNetwork(
  network: ResolvedAlphaNetwork,
  { euroDecimals, owner, balances }: AlphaSandboxConfig,
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
  const extraTokens = (["euro", "alpha"] as const).flatMap(
    (kind): ExtraToken[] => {
      const { address, name, symbol, ...token } = network.tokens[kind];
      const decimals =
        token.decimals ??
        (kind === "euro" ? euroDecimals : ALPHA_TOKEN_DECIMALS);
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
              decimals,
              holdings: holdingsOf(balances[kind], decimals),
            },
          ];
    },
  );
  if (unset.length > 0) {
    throw alphaError(
      `The sandbox of ${network.name} needs addresses that are unset: ${unset.join(", ")}. Set them under alpha.networks.${network.name} in the Hardhat config.`,
    );
  }
  return {
    ...plan,
    extraTokens,
    owner,
    tokenHoldings: holdingsOf(balances.alpha, ALPHA_TOKEN_DECIMALS),
  };
}

function holdingsOf(
  balances: readonly TokenBalance[] | undefined,
  decimals: number,
): readonly Holding[] | undefined {
  return balances?.map(({ holder, amount }) => {
    const units = tokenUnits(amount, decimals);
    if (units === undefined) {
      throw alphaError(
        `The sandbox cannot give ${holder} ${amount} of a token with ${decimals} decimals: the amount has more. Correct alpha.sandbox.balances in the Hardhat config.`,
      );
    }
    return { holder, amount: units };
  });
}
