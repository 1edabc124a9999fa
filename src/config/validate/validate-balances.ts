import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { configuredNetworks } from "../configured-networks.ts";
import {
  ALPHA_TOKEN_CAP,
  ALPHA_TOKEN_DECIMALS,
  EURO_DECIMALS,
  EXTRA_TOKEN_SUPPLY,
  tokenUnits,
} from "../token-amounts.ts";
import { TOKEN_KINDS } from "../types.ts";
import type { AlphaUserConfig } from "../user-config.ts";

interface SandboxToken {
  readonly name: string;
  readonly decimals: number;
  /** In its smallest unit. */
  readonly maxSupply: bigint;
}

/** Balances that the token contracts of sandboxes cannot have. */
export function validateBalances(
  alpha: AlphaUserConfig,
): HardhatUserConfigValidationError[] {
  const { balances = {} } = alpha.sandbox || {};
  return TOKEN_KINDS.flatMap((kind) => {
    const path = ["alpha", "sandbox", "balances", kind];
    const entries = Object.entries(balances[kind] ?? {});
    const holders = entries.map(([address]) => address.toLowerCase());
    const repeated = entries
      .filter((_, index) => holders.indexOf(holders[index] ?? "") < index)
      .map(([address]) => ({
        path: [...path, address],
        message: "The same address twice, spelled differently",
      }));
    const tokens = kind === "alpha" ? [ALPHA_TOKEN] : euroTokens(alpha);
    return [
      ...repeated,
      ...tokens.flatMap((token) => amountProblems(entries, token, path)),
    ];
  });
}

const ALPHA_TOKEN: SandboxToken = {
  name: "The Alpha token",
  decimals: ALPHA_TOKEN_DECIMALS,
  maxSupply: ALPHA_TOKEN_CAP,
};

/** The networks' euro tokens, one for each number of decimals. */
function euroTokens(alpha: AlphaUserConfig): readonly SandboxToken[] {
  const { euroDecimals: shared = EURO_DECIMALS } = alpha.sandbox || {};
  const tokens = configuredNetworks(alpha).map(({ name }) => {
    const { tokens } = alpha.networks?.[name] || {};
    return {
      name: `The euro token of ${name}'s sandbox`,
      decimals: tokens?.euro?.decimals ?? shared,
      maxSupply: EXTRA_TOKEN_SUPPLY,
    };
  });
  return [...new Map(tokens.map((token) => [token.decimals, token])).values()];
}

function amountProblems(
  entries: readonly (readonly [address: string, amount: unknown])[],
  { name, decimals, maxSupply }: SandboxToken,
  path: readonly string[],
): HardhatUserConfigValidationError[] {
  const problems: HardhatUserConfigValidationError[] = [];
  let sum = 0n;
  for (const [address, amount] of entries) {
    const units = tokenUnits(String(amount), decimals);
    sum += units ?? 0n;
    if (units === undefined) {
      problems.push({
        path: [...path, address],
        message: `${name} has ${decimals} decimals: the amount has more`,
      });
    }
  }
  if (sum > maxSupply) {
    problems.push({
      path: [...path],
      message: `${name} has a maximum supply of ${maxSupply / 10n ** BigInt(decimals)}: the balances exceed it`,
    });
  }
  return problems;
}
