import type { Address } from "../base/address.ts";
import type { ResolvedAlphaNetwork } from "../config/types.ts";
import type {
  ContractRole,
  NetworkDefinition,
} from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import type { TokenValues } from "./identity/token-behaviour.ts";

/** A contract that a network's data names, so that it must be on chain. */
export interface VerificationTarget {
  readonly kind: "registry" | "token" | "portal" | "list";
  readonly key: string;
  /** The position in the key's list, where it holds one. */
  readonly index?: number;
  readonly role?: ContractRole | "euro" | "alpha";
  /** `undefined` where nobody gives it. */
  readonly address: Address | undefined;
  /** What is configured of a token. */
  readonly token?: TokenValues;
  /** Why a sandbox does not have it; `undefined` of what one has. */
  readonly notInSandbox?: string;
  /** Why it is not looked for. */
  readonly skip?: string;
}

/**
 * Every contract of a network: the registry's entries, the payment tokens, and
 * the portal's contracts that are not in the registry (the third network's v3
 * set). Accounts and native tokens have no code, so they are not listed.
 *
 * @param isSandbox whether the chain is a stand-in, which holds only the
 * registry's set and the tokens
 */
export function verificationTargets(
  network: ResolvedAlphaNetwork,
  isSandbox: boolean,
): readonly VerificationTarget[] {
  const definition: NetworkDefinition = NETWORK_DEFINITIONS[network.name];
  const targets = [
    ...registryTargets(network, definition),
    ...tokenTargets(network),
    ...portalTargets(network, definition),
  ];
  return isSandbox ? targets.map(skippedInSandbox) : targets;
}

/** A target of a chain that is known to be a sandbox. */
export function skippedInSandbox(
  target: VerificationTarget,
): VerificationTarget {
  const { notInSandbox: skip } = target;
  return skip === undefined ? target : { ...target, skip };
}

function registryTargets(
  network: ResolvedAlphaNetwork,
  definition: NetworkDefinition,
): VerificationTarget[] {
  return Object.entries(definition.registry).flatMap(
    ([key, { role, length }]): VerificationTarget[] => {
      const value = network.registry[key];
      if (length === undefined) {
        return [
          {
            kind: "registry",
            key,
            role,
            address: typeof value === "string" ? value : undefined,
            ...(role === "token" ? { token: network.tokens.alpha } : {}),
          },
        ];
      }
      const list =
        typeof value === "string" || value === undefined ? [] : value;
      // One that is too long is looked at whole, one too short misses an address.
      const places = Math.max(length, list.length);
      return Array.from({ length: places }, (_, index) => ({
        kind: "registry",
        key,
        index,
        role,
        address: list[index],
      }));
    },
  );
}

function tokenTargets(network: ResolvedAlphaNetwork): VerificationTarget[] {
  return (["euro", "alpha"] as const).map((kind) => ({
    kind: "token",
    key: kind,
    role: kind,
    address: network.tokens[kind].address,
    token: network.tokens[kind],
  }));
}

function portalTargets(
  network: ResolvedAlphaNetwork,
  definition: NetworkDefinition,
): VerificationTarget[] {
  const label = network.versions.portal;
  return Object.entries(definition.portal).flatMap(
    ([key, rule]): VerificationTarget[] => {
      if (rule.type !== "address" || rule.of !== "contract") {
        return [];
      }
      const address = network.portal[key];
      const repeats =
        rule.registry !== undefined && network.registry[rule.registry];
      if (address !== undefined && address === repeats) {
        return [];
      }
      if (address === undefined && rule.registry !== undefined) {
        return [];
      }
      return [
        {
          kind: "portal",
          key,
          address: isAddressText(address) ? address : undefined,
          notInSandbox: `a sandbox holds the registry's contracts, not the portal's${label === undefined ? "" : ` ${label}`} ones`,
        },
      ];
    },
  );
}

function isAddressText(value: unknown): value is Address {
  return typeof value === "string";
}
