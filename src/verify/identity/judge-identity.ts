import { CONTRACTS_BY_ROLE } from "../../contracts/contract-artifact.ts";
import type { IdentityVerification, ProxyKind } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import {
  type ContractSetVersion,
  describeReleases,
  type Release,
} from "./releases.ts";
import type { TokenJudgement } from "./token-behaviour.ts";

/** What is known of the code behind an address. */
export type KnownCode =
  | {
      readonly kind: "release";
      readonly release: Release;
      /** How it runs the code where that is not its own. */
      readonly proxy?: ProxyKind | undefined;
    }
  | { readonly kind: "none-released" }
  | { readonly kind: "unread"; readonly reason: string };

const TOKEN_CONTRACT = "OceanToken";
/** The marketplace makes its datatokens, ERC-20 tokens, as clones of these. */
const DATATOKEN_TEMPLATES = ["ERC20Template", "ERC20TemplateEnterprise"];

/** Whether a proxy's own code can do nothing but run the other one. */
export function isClone(kind: ProxyKind): boolean {
  return kind === "eip1167" || kind === "eip7511";
}

/** Whether an address carries the contract that its key says. */
export function judgeIdentity(
  expected: ExpectedContract,
  code: KnownCode,
  token: TokenJudgement | undefined,
): IdentityVerification {
  if (code.kind === "release") {
    const { contract, set, versions } = code.release;
    const found = { contract, releases: describeReleases(versions) };
    const isWanted =
      expected.kind === "token"
        ? contract === TOKEN_CONTRACT ||
          (code.proxy !== undefined && DATATOKEN_TEMPLATES.includes(contract))
        : expected.set === set && expected.contracts.includes(contract);
    if (!isWanted) {
      const isOtherSet = expected.kind === "release" && expected.set !== set;
      return {
        verdict: "wrong",
        ...found,
        reason: `wrong contract: this is the ${contract}${isOtherSet ? ` of the ${set} set` : ""}`,
      };
    }
    if (code.proxy !== undefined && !isClone(code.proxy)) {
      // A slot that any code can set, and nothing of what that code does.
      return expected.kind === "token"
        ? judgeAsToken(token)
        : {
            verdict: "unrecognised",
            reason: `its own code is of no known release; as an upgradable proxy (EIP-1967) it runs the ${contract} ${found.releases}`,
          };
    }
    if (expected.kind === "release") {
      return {
        verdict: "recognised",
        basis: "release",
        ...found,
        ...(contract === expected.usual
          ? {}
          : { reason: `this is the ${contract}` }),
      };
    }
    const judged = judgeAsToken(token);
    return judged.verdict === "recognised"
      ? { verdict: "recognised", basis: "release", ...found }
      : { ...judged, ...found };
  }
  if (expected.kind === "token") {
    return judgeAsToken(token);
  }
  return code.kind === "unread"
    ? {
        verdict: "unknown",
        reason: `its code could not be read: ${code.reason}`,
      }
    : {
        verdict: "unrecognised",
        reason: `no known release of the ${expected.usual ?? expected.contracts.join(" or ")} has this code`,
      };
}

function judgeAsToken(token: TokenJudgement | undefined): IdentityVerification {
  if (token === undefined) {
    return { verdict: "unknown", reason: "it was not asked for its symbol" };
  }
  return token.verdict === "recognised"
    ? {
        verdict: "recognised",
        basis: "behaviour",
        contract: "ERC-20",
        reason: "by symbol and decimals only; code not identified",
      }
    : token;
}

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
/** What a network may have in place of the contract of the same functions. */
const ALTERNATIVES: Readonly<Record<string, readonly string[]>> = {
  fixedPrice: ["FixedRateExchangeEnterprise"],
};

/** What a target should be: one of some released contracts, or any ERC-20 token. */
export type ExpectedContract =
  | {
      readonly kind: "release";
      readonly set: ContractSetVersion;
      readonly contracts: readonly string[];
      /** The one that its key is named after; not there if there is none. */
      readonly usual?: string;
    }
  | { readonly kind: "token" };

/**
 * The contract that a target's key says it is; `undefined` where nothing is
 * known of it, as of a user's own list.
 */
export function expectedContract({
  kind,
  role,
  index = 0,
  v3Contract,
}: Pick<VerificationTarget, "kind" | "role" | "index" | "v3Contract">):
  | ExpectedContract
  | undefined {
  if (v3Contract !== undefined) {
    return {
      kind: "release",
      set: "v3",
      contracts: [v3Contract],
      usual: v3Contract,
    };
  }
  if (kind === "token" || (kind !== "list" && role === "token")) {
    return { kind: "token" };
  }
  if (kind === "list" || role === undefined) {
    return undefined;
  }
  const usual = BY_ROLE[role]?.[index];
  if (usual !== undefined) {
    const contracts = [usual, ...(ALTERNATIVES[role] ?? [])];
    return { kind: "release", set: "v4", contracts, usual };
  }
  const contracts = FURTHER[role];
  return contracts && { kind: "release", set: "v4", contracts };
}
