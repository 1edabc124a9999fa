import { CONTRACTS_BY_ROLE } from "../../contracts/contracts-by-role.ts";
import type { VerificationTarget } from "../targets.ts";

const BY_ROLE: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(CONTRACTS_BY_ROLE).map(([role, contracts]) => [
    role,
    [contracts].flat(),
  ]),
);
/** What a network may list behind the templates that every one has. */
const FURTHER: Readonly<Record<string, readonly string[]>> = {
  erc20Templates: [
    "ERC20Template",
    "ERC20TemplateEnterprise",
    "ERC20Template3",
    "ERC20Template4",
  ],
  erc721Templates: ["ERC721Template"],
};

/** What a target should be: one of some released contracts, or any ERC-20 token. */
export type ExpectedContract =
  | { readonly kind: "release"; readonly contracts: readonly string[] }
  | { readonly kind: "token" };

/**
 * The contract that a target's key says it is; `undefined` where nothing is
 * known of it, as of the portal's older contracts or a user's own list.
 */
export function expectedContract({
  kind,
  role,
  index = 0,
}: Pick<VerificationTarget, "kind" | "role" | "index">):
  | ExpectedContract
  | undefined {
  if (kind === "token" || (kind === "registry" && role === "token")) {
    return { kind: "token" };
  }
  if (kind !== "registry" || role === undefined) {
    return undefined;
  }
  const contract = BY_ROLE[role]?.[index];
  const contracts = contract === undefined ? FURTHER[role] : [contract];
  return contracts === undefined ? undefined : { kind: "release", contracts };
}
