import type { Address } from "../../base/address.ts";
import type { ContractRole } from "../../networks/definition.ts";
import { contractId } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import {
  type ControlledKind,
  PRIVILEGES,
  type Privilege,
} from "./privileges.ts";

/** One privileged value of one contract of a network. */
export interface ControlFact extends Privilege {
  readonly id: string;
  /** What it is, in words: `Router owner`. */
  readonly label: string;
  readonly of: Address;
  /** How many items of a list the registry has. */
  readonly listed: number;
}

/** Every privileged value of a network's contracts, in the targets' order. */
export function controlFacts(
  targets: readonly VerificationTarget[],
): readonly ControlFact[] {
  const tokens = new Set<string>();
  return targets.flatMap((target) => {
    const { address, key, index, skip } = target;
    const kind = controlledKind(target);
    if (kind === undefined || address === undefined || skip !== undefined) {
      return [];
    }
    if (kind === "token") {
      // The Alpha token is in the registry, and among the payment tokens.
      if (tokens.has(address.toLowerCase())) {
        return [];
      }
      tokens.add(address.toLowerCase());
    }
    const name = index === undefined ? key : `${key}[${index}]`;
    return PRIVILEGES[kind].map(
      (privilege): ControlFact => ({
        ...privilege,
        id: `${PREFIXES[kind] ?? contractId(target)}.${privilege.name}`,
        label: `${name} ${privilege.words}`,
        of: address,
        listed: targets.filter(({ role }) => role === LISTED_IN[privilege.name])
          .length,
      }),
    );
  });
}

/** The registry's list of what a list of the factory has, by the fact's name. */
const LISTED_IN: Readonly<Record<string, ContractRole>> = {
  tokenTemplates: "erc20Templates",
  nftTemplates: "erc721Templates",
};

/** As the structural facts name these; others have the name of their entry. */
const PREFIXES: Readonly<Partial<Record<ControlledKind, string>>> = {
  router: "router",
  erc721Factory: "factory",
  communityFeeCollector: "collector",
};

function controlledKind({
  kind,
  role,
}: VerificationTarget): ControlledKind | undefined {
  if (kind === "token") {
    return "token";
  }
  if (kind !== "registry") {
    return undefined;
  }
  switch (role) {
    case "token":
    case "router":
    case "erc721Factory":
    case "communityFeeCollector":
      return role;
    case "erc20Templates":
    case "erc721Templates":
      return "template";
    default:
      return undefined;
  }
}
