import type { HardhatUserConfigValidationError } from "hardhat/types/hooks";
import { configuredNetworks } from "../configured-networks.ts";
import {
  ALPHA_TOKEN_CAP,
  ALPHA_TOKEN_DECIMALS,
  EURO_DECIMALS,
  EXTRA_TOKEN_SUPPLY,
  tokenUnits,
} from "../token-amounts.ts";
import { TOKEN_KINDS, type TokenKind } from "../types.ts";
import type { AlphaUserConfig } from "../user-config.ts";

interface SandboxToken {
  readonly kind: TokenKind;
  readonly decimals: number;
  /** In its smallest unit. */
  readonly maxSupply: bigint;
  readonly name: string;
}

/** Balances that the token contracts of sandboxes cannot have. */
export function validateBalances(
  alpha: AlphaUserConfig,
): HardhatUserConfigValidationError[] {
  const { balances = {} } = alpha.sandbox || {};
  return TOKEN_KINDS.flatMap((kind) => {
    const entries = Object.entries(balances[kind] ?? {}).map(
      ([address, amount]) => [address, String(amount)] as const,
    );
    const path = ["alpha", "sandbox", "balances", kind];
    return [
      ...repeatedHolders(entries, path),
      ...amountProblems(entries, tokensOf(kind, alpha), path),
    ];
  });
}

/** The networks' tokens of a kind, one for each number of decimals. */
function tokensOf(
  kind: SandboxToken["kind"],
  alpha: AlphaUserConfig,
): readonly SandboxToken[] {
  if (kind === "alpha") {
    return [
      {
        kind,
        decimals: ALPHA_TOKEN_DECIMALS,
        maxSupply: ALPHA_TOKEN_CAP,
        name: "The Alpha token",
      },
    ];
  }
  const { euroDecimals: shared = EURO_DECIMALS } = alpha.sandbox || {};
  const tokens = configuredNetworks(alpha).map(({ name }): SandboxToken => {
    const { tokens } = alpha.networks?.[name] || {};
    return {
      kind,
      decimals: tokens?.euro?.decimals ?? shared,
      maxSupply: EXTRA_TOKEN_SUPPLY,
      name: `The euro token of ${name}'s sandbox`,
    };
  });
  return [...new Map(tokens.map((token) => [token.decimals, token])).values()];
}

function amountProblems(
  entries: readonly (readonly [address: string, amount: string])[],
  tokens: readonly SandboxToken[],
  path: readonly string[],
): HardhatUserConfigValidationError[] {
  return tokens.flatMap(({ decimals, maxSupply, name }) => {
    const amounts = entries.map(([, amount]) => tokenUnits(amount, decimals));
    const tooFine = entries
      .filter((_, index) => amounts[index] === undefined)
      .map(([address]) => ({
        path: [...path, address],
        message: `${name} has ${decimals} decimals: the amount has more`,
      }));
    const sum = amounts.reduce<bigint>((all, one) => all + (one ?? 0n), 0n);
    return sum > maxSupply
      ? [
          ...tooFine,
          {
            path: [...path],
            message: `${name} has a maximum supply of ${maxSupply / 10n ** BigInt(decimals)}: the balances exceed it`,
          },
        ]
      : tooFine;
  });
}

function repeatedHolders(
  entries: readonly (readonly [address: string, amount: string])[],
  path: readonly string[],
): HardhatUserConfigValidationError[] {
  const seen = new Set<string>();
  return entries.flatMap(([address]) => {
    const holder = address.toLowerCase();
    if (seen.has(holder)) {
      return [
        {
          path: [...path, address],
          message: "The same address twice, spelled differently",
        },
      ];
    }
    seen.add(holder);
    return [];
  });
}
