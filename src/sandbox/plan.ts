import type { Address } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { ALPHA_TOKEN_DECIMALS, tokenUnits } from "../base/token-amounts.ts";
import { registryEntries } from "../config/contracts.ts";
import { tokenKindsOf } from "../config/network-values.ts";
import { sandboxTokens } from "../config/resolve-values.ts";
import type {
  AlphaSandboxConfig,
  ResolvedAlphaNetwork,
  TokenBalance,
} from "../config/types.ts";
import type { ContractRole } from "../networks/definition.ts";

/**
 * Plans the sandbox of a network: the contract set at the addresses of its
 * registry, and a token at every payment token's address that is not in it.
 *
 * @throws HardhatPluginError if addresses are not set; the message lists them.
 */
export function planForNetwork(
  network: ResolvedAlphaNetwork,
  settings: AlphaSandboxConfig,
): ContractSetPlan {
  const { owner, balances } = settings;
  const entries = registryEntries(network);
  const tokens = sandboxTokens(network, settings);
  const unset: string[] = [];
  const list = (role: ContractRole): readonly Address[] => {
    const entry = entries.find((candidate) => candidate.role === role);
    const addresses = [entry?.value ?? []].flat();
    if (addresses.length === 0) {
      unset.push(`registry.${entry?.key ?? role}`);
    }
    return addresses;
  };
  const one = (role: ContractRole): Address => list(role)[0] ?? "0x";

  const plan = {
    token: entries.some(({ role }) => role === "token")
      ? one("token")
      : UNLISTED_TOKEN,
    communityFeeCollector: one("communityFeeCollector"),
    router: one("router"),
    fixedPrice: one("fixedPrice"),
    dispenser: one("dispenser"),
    erc721Factory: one("erc721Factory"),
    erc20Templates: list("erc20Templates"),
    erc721Templates: list("erc721Templates"),
  };
  const extraTokens = tokenKindsOf(network).flatMap((kind): ExtraToken[] => {
    const token = tokens[kind];
    if (token === undefined) {
      unset.push(`tokens.${kind}.address`);
      return [];
    }
    const { address, name, symbol, decimals } = token;
    if (address === plan.token) {
      return [];
    }
    const holdings = holdingsOf(balances[kind], decimals);
    return [{ address, name: name ?? kind, symbol, decimals, holdings }];
  });
  if (unset.length > 0) {
    throw alphaError(
      `The sandbox of ${network.name} needs addresses that are not set: ${unset.join(", ")}. Set them in alpha.networks.${network.name} in the Hardhat config.`,
    );
  }
  return {
    ...plan,
    extraTokens,
    owner,
    tokenHoldings: holdingsOf(balances.alpha, ALPHA_TOKEN_DECIMALS),
  };
}

/** The base token of a sandbox whose network has none: its contracts need one. */
const UNLISTED_TOKEN = "0x0000000000000000000000000000000000A1FA01";

function holdingsOf(
  balances: readonly TokenBalance[] | undefined,
  decimals: number,
): readonly Holding[] | undefined {
  return balances?.map(({ holder, amount }) => {
    const units = tokenUnits(amount, decimals);
    if (units === undefined) {
      throw alphaError(
        `The sandbox's balance of ${holder} is invalid: ${amount} has more decimals than the token, which has ${decimals}. Correct alpha.sandbox.balances in the Hardhat config.`,
      );
    }
    return { holder, amount: units };
  });
}

/** The role of one contract. */
export type SingleRole = Exclude<
  ContractRole,
  "erc20Templates" | "erc721Templates"
>;

/** The initial token balance of an account. */
export interface Holding {
  readonly holder: Hex;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/** An ERC-20 payment token other than the Alpha token. */
export interface ExtraToken {
  readonly address: Hex;
  readonly name: string;
  readonly symbol: string;
  /** 0 to 36. */
  readonly decimals: number;
  /**
   * The initial balances. The rest of the contract's fixed supply stays with the
   * deployer of the sandbox, whose key is unknown.
   *
   * @default the same for all accounts, and the rest for the owner
   */
  readonly holdings?: readonly Holding[] | undefined;
}

/** The address of each contract of the contract set. No two may be the same. */
export interface ContractSetPlan extends Readonly<Record<SingleRole, Hex>> {
  /**
   * At least one datatoken template: ERC20Template, ERC20TemplateEnterprise,
   * ERC20Template3, and ERC20Template4 at all further positions. The on-chain index is
   * the position plus one.
   */
  readonly erc20Templates: readonly Hex[];
  /** At least one NFT template. The on-chain index is the position plus one. */
  readonly erc721Templates: readonly Hex[];
  readonly extraTokens: readonly ExtraToken[];
  /**
   * The initial balances of the Alpha token.
   *
   * @default the same for all accounts
   */
  readonly tokenHoldings?: readonly Holding[] | undefined;
  /**
   * The owner of the contracts.
   *
   * @default the first account of the chain
   */
  readonly owner?: Hex | undefined;
}
