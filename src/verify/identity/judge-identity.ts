import type { Address } from "../../base/address.ts";
import { isClone } from "../../contracts/code-kinds.ts";
import type { ContractType } from "../../contracts/contract-type.ts";
import { contractsOfType } from "../../contracts/contract-types.ts";
import {
  type ContractSetVersion,
  describeReleases,
  type Release,
} from "../../contracts/releases.ts";
import { typeOfTarget, type VerificationTarget } from "../expect/targets.ts";
import type { IdentityVerification } from "../found.ts";
import type { Answers } from "../questions/question.ts";
import type { ProxyKind } from "../values/proxy.ts";
import { because, type Reason } from "../values/reason.ts";
import type { TokenJudgement } from "./judge-token.ts";

/** The known part of the code behind an address. */
export type KnownCode =
  | {
      readonly kind: "release";
      readonly release: Release;
      /** How it runs the code where that is not its own. */
      readonly proxy?: ProxyKind | undefined;
    }
  | {
      readonly kind: "none-released";
      /** True if it runs no code but its own. */
      readonly isAlone?: boolean;
    }
  | { readonly kind: "unread"; readonly reason: Reason };

/** The known codes of contracts, by their addresses. */
export type KnownCodes = ReadonlyMap<Address, KnownCode>;

/** What contracts are judged by, besides what is expected of them. */
export interface JudgedBy {
  readonly answers: Answers;
  readonly codes: KnownCodes;
  /** The reason why what is missing or different now proves nothing. */
  readonly doubt: string | undefined;
}

export const UNREAD: KnownCode = {
  kind: "unread",
  reason: { code: "not-read" },
};

/**
 * Tells whether code is a release of a contract, and runs by itself or as a
 * clone: the storage of an upgradable proxy is what the code that it runs makes
 * of it.
 */
export function isReleaseOf(contract: string, code: KnownCode): boolean {
  return (
    code.kind === "release" &&
    code.release.contract === contract &&
    (code.proxy === undefined || isClone(code.proxy))
  );
}

/** Tells whether an address carries the contract that its key says. */
export function judgeIdentity(
  expected: ExpectedContract,
  code: KnownCode,
  token: TokenJudgement,
): IdentityVerification {
  if (code.kind === "release") {
    const { contract, set, versions } = code.release;
    const found = { contract, releases: describeReleases(versions) };
    const isWanted =
      expected.kind === "token"
        ? expected.contracts.includes(contract) ||
          (code.proxy !== undefined && expected.clonesOf.includes(contract))
        : expected.set === set && expected.contracts.includes(contract);
    if (!isWanted) {
      const isOtherSet = expected.kind === "release" && expected.set !== set;
      const facts: Reason["facts"] = {
        contract,
        ...(isOtherSet && { set }),
      };
      const reason: Reason = { code: "other-contract", facts };
      return { verdict: "wrong", ...found, reason };
    }
    if (code.proxy !== undefined && !isClone(code.proxy)) {
      // A slot that any code can set, and nothing of what that code does.
      if (expected.kind === "token") {
        return judgeAsToken(token);
      }
      const reason = { code: "proxy-of-release", facts: found } as const;
      return { verdict: "unrecognised", reason };
    }
    if (expected.kind === "release") {
      const judged = {
        verdict: "recognised",
        basis: "release",
        ...found,
      } as const;
      if (contract === expected.usual) {
        return judged;
      }
      const reason: Reason = { code: "other-contract", facts: { contract } };
      return { ...judged, reason };
    }
    const judged = judgeAsToken(token);
    if (judged.verdict === "recognised") {
      return { verdict: "recognised", basis: "release", ...found };
    }
    return { ...judged, ...found };
  }
  if (expected.kind === "token") {
    return judgeAsToken(token);
  }
  if (code.kind === "unread") {
    const reason = because("code-unread", code.reason);
    return { verdict: "unknown", reason };
  }
  const contracts = expected.usual ?? expected.contracts.join(" or ");
  const reason = { code: "unreleased", facts: { contracts } } as const;
  return { verdict: "unrecognised", reason };
}

function judgeAsToken(token: TokenJudgement): IdentityVerification {
  if (token.verdict !== "recognised") {
    return token;
  }
  return {
    verdict: "recognised",
    basis: "behaviour",
    contract: "ERC-20",
    reason: { code: "behaviour" },
  };
}

/** The contract that an address must carry. */
export type ExpectedContract =
  | {
      readonly kind: "release";
      readonly set: ContractSetVersion;
      readonly contracts: readonly string[];
      /** The one that its key is named after; not there if there is none. */
      readonly usual?: string;
    }
  | {
      readonly kind: "token";
      readonly contracts: readonly string[];
      /** The contracts whose clones are tokens, too. */
      readonly clonesOf: readonly string[];
    };

/** Every contract of a type, at whatever place of a list it is. */
export function anyOfType(type: ContractType): ExpectedContract {
  const contracts = contractsOfType(type);
  if (type.behaviour === undefined) {
    return { kind: "release", set: "v4", contracts };
  }
  return { kind: "token", contracts, clonesOf: type.clonesOf ?? [] };
}

/**
 * The contract that a target's key says it is; `undefined` where nothing is
 * known of it, as of a user's own list.
 */
export function expectedContract(
  target: Pick<VerificationTarget, "kind" | "role" | "index" | "v3Contract">,
): ExpectedContract | undefined {
  const { index = 0, v3Contract } = target;
  if (v3Contract !== undefined) {
    const contracts = [v3Contract];
    return { kind: "release", set: "v3", contracts, usual: v3Contract };
  }
  const type = target.kind === "own" ? undefined : typeOfTarget(target);
  const any = type && anyOfType(type);
  const usual = [type?.contracts].flat()[index];
  if (any?.kind !== "release" || usual === undefined) {
    return any;
  }
  // Of a list, each place has its own contract.
  const isList = typeof type?.contracts === "object";
  return { ...any, contracts: isList ? [usual] : any.contracts, usual };
}
