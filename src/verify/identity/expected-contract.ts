import type { VerificationTarget } from "../targets.ts";

const BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  communityFeeCollector: ["OPFCommunityFeeCollector"],
  router: ["FactoryRouter"],
  fixedPrice: ["FixedRateExchange"],
  dispenser: ["Dispenser"],
  erc721Factory: ["ERC721Factory"],
  erc20Templates: ["ERC20Template", "ERC20TemplateEnterprise"],
  erc721Templates: ["ERC721Template"],
};

/** What a target should be: a released contract, or some ERC-20 token. */
export type ExpectedContract =
  | { readonly kind: "release"; readonly contract: string }
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
  const contract =
    kind === "registry" && role !== undefined
      ? BY_ROLE[role]?.[index]
      : undefined;
  return contract === undefined ? undefined : { kind: "release", contract };
}
