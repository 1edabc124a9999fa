import type { Address } from "../base/address.ts";
import { isAddress } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import type { Hex } from "../base/hex.ts";
import { registryEntries } from "../config/contracts.ts";
import { ALPHA_TOKEN_DECIMALS, tokenUnits } from "../config/token-amounts.ts";
import {
  type AlphaSandboxConfig,
  type ResolvedAlphaNetwork,
  TOKEN_KINDS,
  type TokenBalance,
} from "../config/types.ts";
import type { ContractRole } from "../networks/definition.ts";

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
  const extraTokens = TOKEN_KINDS.flatMap((kind): ExtraToken[] => {
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

/** EIP-1352 keeps the addresses up to 0xffff for precompiled contracts. */
const LAST_RESERVED_ADDRESS = 0xffffn;
const MOST_ERC20_TEMPLATES = 4;
/** The largest that wallets accept (EIP-747 in MetaMask). */
const MOST_DECIMALS = 36;

/**
 * What makes a plan impossible to place, a sentence each; empty when nothing
 * does.
 *
 * @param taken Further addresses that the plan must leave alone (accounts).
 */
export function planProblems(
  plan: ContractSetPlan,
  taken: readonly PlannedRole[] = [],
): readonly string[] {
  const roles = planRoles(plan);
  return [
    ...listProblems(plan),
    ...roles.flatMap(addressProblem),
    ...sharedAddressProblems(roles, taken),
    ...plan.extraTokens.flatMap(({ decimals }, index) =>
      Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS
        ? []
        : [
            `extraTokens[${index}] has ${decimals} decimals: a whole number from 0 to ${MOST_DECIMALS} is needed`,
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
    problems.push("erc20Templates is empty: the factory needs at least one");
  }
  if (erc20Templates.length > MOST_ERC20_TEMPLATES) {
    problems.push(
      `erc20Templates has ${erc20Templates.length} entries: the contract set has ${MOST_ERC20_TEMPLATES} kinds`,
    );
  }
  if (erc721Templates.length < 1) {
    problems.push("erc721Templates is empty: the factory needs at least one");
  }
  return problems;
}

function addressProblem({ role, address }: PlannedRole): readonly string[] {
  if (!isAddress(address)) {
    return [`${role} is no address (0x and 40 hexadecimal digits)`];
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
  taken: readonly PlannedRole[],
): readonly string[] {
  const problems: string[] = [];
  const first = new Map<Hex | string, string>(
    taken.map(({ role, address }) => [address.toLowerCase(), role]),
  );
  for (const { role, address } of roles) {
    const other = first.get(address.toLowerCase());
    if (other === undefined) {
      first.set(address.toLowerCase(), role);
    } else {
      problems.push(`${other} and ${role} are both at ${address}`);
    }
  }
  return problems;
}

/** One address of a plan and what is to stand there. */
export interface PlannedRole {
  /** The plan's own name for it: `router`, `erc20Templates[1]`, … */
  readonly role: string;
  readonly address: Hex;
}

/** Every address of a plan with its role, in the plan's order. */
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

/** An account and how much of a token it has from the start. */
export interface Holding {
  readonly holder: Hex;
  /** In the token's smallest unit. */
  readonly amount: bigint;
}

/** An ERC-20 payment token beside the Alpha token. */
export interface ExtraToken {
  readonly address: Hex;
  readonly name: string;
  readonly symbol: string;
  /** As the contract reports them, 0 to 36. */
  readonly decimals: number;
  /**
   * Who holds it, and nobody else but the sandbox's deployer, whose key nobody
   * has: it keeps what is left of the contract's fixed supply. Default: equal
   * parts for all accounts, the rest for the owner.
   */
  readonly holdings?: readonly Holding[] | undefined;
}

/**
 * Where each contract of the marketplace set is to stand. Every address is its
 * own: two roles at one address are an error.
 */
export interface ContractSetPlan {
  /** The Alpha token, which is the router's base token. */
  readonly token: Hex;
  readonly communityFeeCollector: Hex;
  readonly router: Hex;
  readonly fixedPrice: Hex;
  readonly dispenser: Hex;
  readonly erc721Factory: Hex;
  /**
   * One to four datatoken templates; the position is the on-chain template
   * index less one: ERC20Template, ERC20TemplateEnterprise, ERC20Template3,
   * ERC20Template4.
   */
  readonly erc20Templates: readonly Hex[];
  /** At least one NFT template; the position is the on-chain index less one. */
  readonly erc721Templates: readonly Hex[];
  readonly extraTokens: readonly ExtraToken[];
  /** Who holds the Alpha token. Default: equal parts for all accounts. */
  readonly tokenHoldings?: readonly Holding[] | undefined;
  /** Owns what has an owner. Default: the chain's first account. */
  readonly owner?: Hex | undefined;
}
