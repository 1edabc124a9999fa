import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import {
  ALPHA_TOKEN_CAP,
  ALPHA_TOKEN_DECIMALS,
  EURO_DECIMALS,
  EXTRA_TOKEN_SUPPLY,
  tokenUnits,
} from "../../base/token-amounts.ts";
import { configuredNetworks } from "../configured-networks.ts";
import { TOKEN_KINDS, type TokenKind } from "../types.ts";
import type { AlphaUserConfig } from "../user-config.ts";

/** Balances that the token contracts of sandboxes cannot have. */
export function validateBalances(
  alpha: AlphaUserConfig,
): HardhatUserConfigValidationError[] {
  const { balances = {} } = alpha.sandbox || {};
  return TOKEN_KINDS.flatMap((kind) => {
    const entries = Object.entries(balances[kind] ?? {});
    const holders = entries.map(([address]) => address.toLowerCase());
    const mistakes: HardhatUserConfigValidationError[] = [];
    for (const [index, [address]] of entries.entries()) {
      if (holders.indexOf(address.toLowerCase()) < index) {
        add("The same address twice, spelled differently", address);
      }
    }
    for (const { name, decimals, maxSupply } of tokensOf(kind, alpha)) {
      let sum = 0n;
      for (const [address, amount] of entries) {
        const units = tokenUnits(String(amount), decimals);
        sum += units ?? 0n;
        if (units === undefined) {
          add(`${name} has ${decimals} decimals: the amount has more`, address);
        }
      }
      if (sum > maxSupply) {
        const maximum = maxSupply / 10n ** BigInt(decimals);
        add(
          `${name} has a maximum supply of ${maximum}: the balances exceed it`,
        );
      }
    }
    return mistakes;

    function add(message: string, ...holder: readonly string[]): void {
      const path = ["alpha", "sandbox", "balances", kind, ...holder];
      mistakes.push({ path, message });
    }
  });
}

/** The Alpha token, or the networks' euro tokens, one for each number of decimals. */
function tokensOf(kind: TokenKind, alpha: AlphaUserConfig) {
  const { euroDecimals = EURO_DECIMALS } = alpha.sandbox || {};
  const tokens = configuredNetworks(alpha).map(({ name }) => {
    const { tokens: own } = alpha.networks?.[name] || {};
    return {
      name: `The euro token of ${name}'s sandbox`,
      decimals: own?.euro?.decimals ?? euroDecimals,
      maxSupply: EXTRA_TOKEN_SUPPLY,
    };
  });
  if (kind === "alpha") {
    return [ALPHA_TOKEN];
  }
  return [...new Map(tokens.map((token) => [token.decimals, token])).values()];
}

const ALPHA_TOKEN = {
  name: "The Alpha token",
  decimals: ALPHA_TOKEN_DECIMALS,
  maxSupply: ALPHA_TOKEN_CAP,
};
