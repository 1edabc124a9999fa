import { isAddress } from "../config/checksum.ts";
import type { Hex } from "../rpc/types.ts";
import { type PlannedRole, planRoles } from "./plan-roles.ts";
import type { ContractSetPlan } from "./types.ts";

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
