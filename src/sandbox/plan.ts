import type { Address } from "../base/address.ts";
import { isAddress } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { registryEntries } from "../config/contracts.ts";
import { tokenKindsOf } from "../config/network-values.ts";
import { ALPHA_TOKEN_DECIMALS, tokenUnits } from "../config/token-amounts.ts";
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
  { euroDecimals, owner, balances }: AlphaSandboxConfig,
): ContractSetPlan {
  const entries = registryEntries(network);
  const unset: string[] = [];

  function byRole(role: ContractRole): readonly Address[] {
    const entry = entries.find((candidate) => candidate.role === role);
    if (entry?.value === undefined) {
      unset.push(`registry.${entry?.key ?? role}`);
      return [];
    }
    return [entry.value].flat();
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
  const extraTokens = tokenKindsOf(network).flatMap((kind): ExtraToken[] => {
    const { address, name, symbol, ...token } = network.tokens[kind];
    const decimals =
      token.decimals ?? (kind === "euro" ? euroDecimals : ALPHA_TOKEN_DECIMALS);
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

/** EIP-1352 reserves the addresses up to 0xffff for precompiled contracts. */
const LAST_RESERVED_ADDRESS = 0xffffn;
/** The maximum that MetaMask accepts (EIP-747). */
const MAX_DECIMALS = 36;

/**
 * The problems of a plan, for an error message; empty if it can be placed.
 *
 * @param used Addresses that the plan must not use, such as those of accounts.
 */
export function planProblems(
  plan: ContractSetPlan,
  used: readonly PlannedRole[] = [],
): readonly string[] {
  const roles = planRoles(plan);
  return [
    ...listProblems(plan),
    ...roles.flatMap(addressProblem),
    ...sharedAddressProblems(roles, used),
    ...plan.extraTokens.flatMap(({ decimals }, index) =>
      Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS
        ? []
        : [
            `extraTokens[${index}] has ${decimals} decimals, not a whole number from 0 to ${MAX_DECIMALS}`,
          ],
    ),
  ];
}

function listProblems({
  erc20Templates,
  erc721Templates,
}: ContractSetPlan): readonly string[] {
  const problems: string[] = [];
  if (erc20Templates.length < 1) {
    problems.push("erc20Templates is empty, but the factory needs one");
  }
  if (erc721Templates.length < 1) {
    problems.push("erc721Templates is empty, but the factory needs one");
  }
  return problems;
}

function addressProblem({ role, address }: PlannedRole): readonly string[] {
  if (!isAddress(address)) {
    return [`${role} is not an address (0x and 40 hexadecimal digits)`];
  }
  const value = BigInt(address);
  if (value === 0n) {
    return [`${role} is the zero address`];
  }
  return value <= LAST_RESERVED_ADDRESS
    ? [`${role} is ${address}, which is reserved for precompiled contracts`]
    : [];
}

function sharedAddressProblems(
  roles: readonly PlannedRole[],
  used: readonly PlannedRole[],
): readonly string[] {
  const problems: string[] = [];
  const roleByAddress = new Map<string, string>(
    used.map(({ role, address }) => [address.toLowerCase(), role]),
  );
  for (const { role, address } of roles) {
    const other = roleByAddress.get(address.toLowerCase());
    if (other === undefined) {
      roleByAddress.set(address.toLowerCase(), role);
    } else {
      problems.push(`${other} and ${role} have the same address ${address}`);
    }
  }
  return problems;
}

/** An address of a plan, and what is placed there. */
export interface PlannedRole {
  /** Its name in the plan: `router`, `erc20Templates[1]`, … */
  readonly role: string;
  readonly address: Hex;
}

/** All addresses of a plan, in its order. */
function planRoles(plan: ContractSetPlan): readonly PlannedRole[] {
  const list = (role: string, addresses: readonly Hex[]) =>
    addresses.map((address, index) => ({ role: `${role}[${index}]`, address }));
  return [
    { role: "token", address: plan.token },
    { role: "communityFeeCollector", address: plan.communityFeeCollector },
    { role: "router", address: plan.router },
    { role: "fixedPrice", address: plan.fixedPrice },
    { role: "dispenser", address: plan.dispenser },
    { role: "erc721Factory", address: plan.erc721Factory },
    ...list("erc20Templates", plan.erc20Templates),
    ...list("erc721Templates", plan.erc721Templates),
    ...list(
      "extraTokens",
      plan.extraTokens.map((token) => token.address),
    ),
  ];
}

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
export interface ContractSetPlan {
  /** The Alpha token, which is the base token of the router. */
  readonly token: Hex;
  readonly communityFeeCollector: Hex;
  readonly router: Hex;
  readonly fixedPrice: Hex;
  readonly dispenser: Hex;
  readonly erc721Factory: Hex;
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
