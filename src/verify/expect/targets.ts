import { type Address, uniqueAddresses } from "../../base/address.ts";
import { type Decoded, given } from "../../base/records.ts";
import {
  ALPHA_TOKEN_DECIMALS,
  ALPHA_TOKEN_SYMBOL,
} from "../../base/token-amounts.ts";
import { describeOrigin } from "../../config/layers.ts";
import type {
  OwnContract,
  ResolvedAlphaNetwork,
  ResolvedContract,
  TokenKind,
} from "../../config/types.ts";
import type { ContractType } from "../../contracts/contract-type.ts";
import { typeOfRole } from "../../contracts/contract-types.ts";
import type { OwnArtifact } from "../../contracts/own/read-artifact.ts";
import type { ContractRole } from "../../networks/definition.ts";

/** The expected code of a contract of the project's own. */
export interface ExpectedOwn {
  readonly artifact: Decoded<OwnArtifact>;
  /** With the values to watch; not there without the artifact. */
  readonly type: ContractType | undefined;
}

/** The expected own contracts of one network, by name. */
export type ExpectedOwnContracts = ReadonlyMap<string, ExpectedOwn>;

/** The configured values of a token, to be compared with its contract. */
export interface TokenValues {
  readonly symbol?: string | undefined;
  readonly decimals?: number | undefined;
}

/** A contract that a network's data names, so that it must be on chain. */
export interface VerificationTarget {
  readonly kind: "registry" | "token" | "portal" | "own" | "list";
  readonly key: string;
  /** The position in the key's list, where it holds one. */
  readonly index?: number | undefined;
  readonly role?: ContractRole | TokenKind | undefined;
  /** `undefined` where it is not set. */
  readonly address: Address | undefined;
  /** The contract of the v3 set that it must be. */
  readonly v3Contract?: string | undefined;
  /** Where the address comes from, in words. */
  readonly source?: string | undefined;
  /** The configured values of a token. */
  readonly token?: TokenValues | undefined;
  /** The compiled code of an own contract; missing without an artifact. */
  readonly own?: ExpectedOwn | undefined;
  /** The reason why a sandbox does not have it; `undefined` of what one has. */
  readonly notInSandbox?: string;
  /** The reason why it is not looked for. */
  readonly skip?: string;
}

/**
 * Every contract of a network: the registry's entries, the payment tokens, and
 * the portal's contracts that are not in the registry (the third network's v3
 * set). Accounts and native tokens have no code, so they are not listed.
 *
 * @param isSandbox whether the chain is a sandbox, which holds only the
 * registry's set and the tokens
 * @param own what the project compiled its own contracts to
 */
export function verificationTargets(
  network: ResolvedAlphaNetwork,
  isSandbox: boolean,
  own: ExpectedOwnContracts = new Map(),
): readonly VerificationTarget[] {
  return network.contracts.flatMap((contract) => {
    // A script may have deployed the project's own contracts.
    if (contract.kind === "own") {
      const { kind, key, address } = contract;
      const source = sourceOf(contract);
      const notInSandbox = "it is not deployed on this sandbox";
      return { kind, key, address, source, own: own.get(key), notInSandbox };
    }
    const targets = targetsOf(contract, network);
    return isSandbox
      ? targets.map((one) => skippedInSandbox(withSandboxToken(one)))
      : targets;
  });
}

/** The type of contract that a target must be; `undefined` if it is not known. */
export function typeOfTarget(
  target: Pick<VerificationTarget, "kind" | "role" | "own">,
): ContractType | undefined {
  const { kind, role, own } = target;
  const contractRole =
    kind === "token" || role === "euro" || role === "alpha" ? "token" : role;
  if (kind === "list" || contractRole === undefined) {
    return own?.type;
  }
  return typeOfRole(contractRole);
}

/**
 * Tells whether what is to be there is a payment token, recognised by how it
 * behaves.
 */
export function isToken(target: VerificationTarget): boolean {
  return typeOfTarget(target)?.behaviour === "erc20";
}

/** The name of a target without its kind: `ERC20Template[1]`. */
export function targetLabel({
  key,
  index,
}: Pick<VerificationTarget, "key" | "index">): string {
  return index === undefined ? key : `${key}[${index}]`;
}

/** A target of a chain that is known to be a sandbox. */
export function skippedInSandbox(
  target: VerificationTarget,
): VerificationTarget {
  const { notInSandbox: skip } = target;
  return skip === undefined ? target : { ...target, skip };
}

/** Tells whether the configured values are not those of a sandbox's Alpha token. */
export function isOtherInSandbox({ role, token = {} }: VerificationTarget) {
  const { symbol = ALPHA_TOKEN_SYMBOL, decimals = ALPHA_TOKEN_DECIMALS } =
    token;
  const isSame =
    symbol === ALPHA_TOKEN_SYMBOL && decimals === ALPHA_TOKEN_DECIMALS;
  return (role === "alpha" || role === "token") && !isSame;
}

/** A sandbox has one contract for the Alpha token, whatever is configured. */
export function withSandboxToken(
  target: VerificationTarget,
): VerificationTarget {
  return isOtherInSandbox(target) ? { ...target, token: undefined } : target;
}

function targetsOf(
  contract: Exclude<ResolvedContract, OwnContract>,
  { contracts, tokens, versions }: ResolvedAlphaNetwork,
): readonly VerificationTarget[] {
  const tokenOf = (role: ContractRole | undefined) =>
    role === "token" ? tokens.alpha : undefined;
  const source = sourceOf(contract);
  if (contract.kind === "registry") {
    const { origin: _, ...target } = contract;
    return [{ ...target, source, token: tokenOf(target.role) }];
  }
  const { key, address } = contract;
  if (contract.kind === "token") {
    const token = tokens[contract.key];
    return [{ kind: "token", key, role: contract.key, address, source, token }];
  }
  const { of, repeats, v3Contract } = contract;
  const repeated = contracts
    .filter((other) => other.kind === "registry")
    .find((other) => other.key === repeats);
  // The registry's entry is looked for, which the field repeats.
  const isRepeated =
    repeated !== undefined &&
    (address === undefined || address === repeated.address);
  if (of === "account" || isRepeated) {
    return [];
  }
  const label = versions.portal === undefined ? "" : ` ${versions.portal}`;
  return [
    {
      kind: "portal",
      key,
      // Whatever it is set to, it must be the same contract.
      role: repeated?.role,
      token: tokenOf(repeated?.role),
      v3Contract,
      address,
      source,
      notInSandbox: `a sandbox holds the registry's contracts, not the portal's${label} ones`,
    },
  ];
}

/** Where a contract's address comes from; nothing where it is not set. */
function sourceOf({ address, origin }: ResolvedContract): string | undefined {
  return address && describeOrigin(origin);
}

/** The addresses to read: one that several targets have is read once. */
export function distinctAddresses(
  targets: readonly VerificationTarget[],
): readonly Address[] {
  return uniqueAddresses(
    targets.flatMap(({ address, skip }) =>
      given(skip === undefined && address),
    ),
  );
}
