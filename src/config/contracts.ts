import { type Address, addressOf } from "../base/address.ts";
import { alphaError } from "../base/errors.ts";
import { ownValue } from "../base/records.ts";
import { didYouMean } from "../base/suggest-name.ts";
import { describeValue } from "../base/untrusted-text.ts";
import { type ContractRole, registryKeyOf } from "../networks/definition.ts";
import { keyOfSameRole } from "../networks/definitions.ts";
import type { ValueOrigin } from "./layers.ts";
import { type LayeredNetwork, UNSET_ORIGIN } from "./layers.ts";
import { tokenKindsOf, unsetMessage } from "./network-values.ts";
import type {
  OwnContract,
  PortalContract,
  RegistryContract,
  ResolvedAlphaNetwork,
  ResolvedContract,
} from "./types.ts";

/** A network's registry by key: an address, or a list of them. */
export type RegistryAddresses = Readonly<
  Record<string, Address | readonly Address[] | undefined>
>;

/** The values of a network that contain addresses. */
export type AddressValues = Pick<
  ResolvedAlphaNetwork,
  "definition" | "tokens" | "portal" | "origins"
> & { readonly registry: RegistryAddresses };

/**
 * Every address in a network's values: {@link ResolvedAlphaNetwork.contracts}. A network
 * of the project's own has the registry of the one that it is like, but not necessarily
 * the other contracts of its portal.
 */
export function resolveContracts(
  values: AddressValues,
): readonly ResolvedContract[] {
  return [
    ...registryContracts(values),
    ...tokenKindsOf(values).map((key) => ({
      kind: "token" as const,
      key,
      address: values.tokens[key].address,
      origin: originOf(values, `tokens.${key}.address`),
    })),
    ...portalContracts(values).filter(
      ({ address }) =>
        values.definition.like === undefined || address !== undefined,
    ),
  ];
}

function registryContracts(values: AddressValues): RegistryContract[] {
  const contracts: RegistryContract[] = [];
  for (const [key, rule] of Object.entries(values.definition.registry)) {
    const { role, length } = rule;
    const value = values.registry[key];
    const origin = originOf(values, `registry.${key}`);
    const contract = { kind: "registry", key, role, origin } as const;
    if (length === undefined) {
      contracts.push({ ...contract, address: addressOf(value) });
      continue;
    }
    const list = typeof value === "object" ? value : undefined;
    // A list that is set may be longer or shorter than in the reference.
    for (let index = 0; index < (list?.length || length); index++) {
      contracts.push({ ...contract, index, address: list?.[index] });
    }
  }
  return contracts;
}

function portalContracts(values: AddressValues): PortalContract[] {
  const { definition, portal } = values;
  const contracts: PortalContract[] = [];
  for (const [key, rule] of Object.entries(definition.portal)) {
    if (rule.type === "address") {
      const { role, v3Contract } = rule;
      contracts.push({
        kind: "portal",
        key,
        of: role || v3Contract ? "contract" : "account",
        repeats: role && registryKeyOf(definition, role),
        v3Contract,
        address: addressOf(portal[key]),
        origin: originOf(values, `portal.${key}`),
      });
    }
  }
  return contracts;
}

function originOf({ origins }: AddressValues, path: string): ValueOrigin {
  return origins.get(path) ?? { kind: "unset" };
}

/** The project's own contracts on a network, each field by the highest layer with it. */
export function resolveOwnContracts({
  layers,
}: LayeredNetwork): readonly OwnContract[] {
  const names = layers.flatMap(({ values }) =>
    Object.keys(values.contracts ?? {}),
  );
  return [...new Set(names)].map((key): OwnContract => {
    const given = layers.map(({ values, originOf }) => {
      const one = values.contracts?.[key];
      const fields = typeof one === "string" ? { address: one } : one;
      return { ...fields, origin: originOf(`contracts.${key}`) };
    });
    const first = (field: "address" | "artifact" | "watch") =>
      given.find((one) => one[field] !== undefined);
    const { address, origin = UNSET_ORIGIN } = first("address") ?? {};
    const { artifact } = first("artifact") ?? {};
    const watch = first("watch")?.watch?.map((one) =>
      typeof one === "string" ? { view: one } : one,
    );
    const own = { kind: "own", key, artifact, watch, origin } as const;
    return { ...own, address: addressOf(address) };
  });
}

/** The project's own contracts on a network, in the order of the configuration. */
export function ownContracts({
  contracts,
}: Pick<ResolvedAlphaNetwork, "contracts">): readonly OwnContract[] {
  return contracts.filter((contract) => contract.kind === "own");
}

/** The addresses of the project's own contracts by name. */
export function ownAddresses(
  network: Pick<ResolvedAlphaNetwork, "contracts">,
): Readonly<Record<string, Address>> {
  const addresses: Record<string, Address> = {};
  for (const { key, address } of ownContracts(network)) {
    if (address !== undefined) {
      addresses[key] = address;
    }
  }
  return addresses;
}

/** A key of a network's registry, and its value. */
export interface RegistryEntry {
  readonly key: string;
  readonly role: ContractRole;
  /** An address, or a frozen list of them; `undefined` if it is not set. */
  readonly value: Address | readonly Address[] | undefined;
}

/** A network's registry by key, in the reference's order. */
export function registryEntries({
  contracts,
  definition,
}: Pick<
  ResolvedAlphaNetwork,
  "contracts" | "definition"
>): readonly RegistryEntry[] {
  return Object.entries(definition.registry).map(([key, { role, length }]) => {
    const list = contracts.flatMap((one) => {
      if (one.kind === "registry" && one.key === key) {
        return one.address ?? [];
      }
      return [];
    });
    const [first] = list;
    const value = length === undefined ? first : first && Object.freeze(list);
    return { key, role, value };
  });
}

/** The registry's contract of a role: the first if the role has several. */
export function contractOfRole(
  { contracts }: Pick<ResolvedAlphaNetwork, "contracts">,
  role: ContractRole,
): RegistryContract | undefined {
  return contracts
    .filter((contract) => contract.kind === "registry")
    .find((contract) => contract.role === role);
}

/** The error message for a registry key that a network does not have. */
export function unknownKeyMessage(
  network: NamesOfNetwork,
  key: string,
): string {
  const { name, definition } = network;
  // JavaScript callers may pass anything.
  const given = String(key);
  const keys = [definition.registry, ownAddresses(network)].flatMap(
    Object.keys,
  );
  const wanted = keyOfSameRole(definition, given) ?? given;
  return `The registry of ${name} has no key "${given}". ${didYouMean(wanted, keys)}Its keys: ${keys.join(", ")}.`;
}

type NamesOfNetwork = Pick<
  ResolvedAlphaNetwork,
  "name" | "definition" | "contracts"
>;

/** The error message for a role that there is not. */
export function unknownRoleMessage(
  network: NamesOfNetwork,
  role: string,
): string {
  const { name, definition } = network;
  const registry = Object.entries(definition.registry);
  const roles = registry.map(([, rule]) => rule.role);
  const [, rule] = registry.find(([key]) => key === role) ?? [];
  return `${name} has no contract with the role "${role}". ${didYouMean(rule?.role ?? role, roles)}The roles: ${roles.join(", ")}.`;
}

/** An index in a message; untyped callers may pass a text or a bigint. */
export function describeIndex(index: unknown): string {
  return typeof index === "number" ? `${index}` : describeValue(index);
}

/**
 * The address at a registry key, and at an index if the key has a list.
 *
 * @throws HardhatPluginError on an unknown key, a wrong index, an unset value.
 */
export function lookUpAddress(
  network: Pick<ResolvedAlphaNetwork, "name" | "contracts" | "definition">,
  key: string,
  index: number | undefined,
): Address {
  const own = ownValue(ownAddresses(network), String(key));
  const entry =
    own === undefined
      ? registryEntries(network).find((candidate) => candidate.key === key)
      : { value: own };
  if (entry === undefined) {
    throw alphaError(unknownKeyMessage(network, key));
  }
  const { value } = entry;
  if (value === undefined) {
    throw alphaError(unsetMessage(network.name, `registry.${key}`));
  }
  const subject = `${key} of ${network.name}`;
  if (typeof value === "string") {
    if (index !== undefined) {
      throw alphaError(
        `${subject} is one address, not a list: remove the index ${index}.`,
      );
    }
    return value;
  }
  // Untyped callers may pass the name of an array's property.
  const address = typeof index === "number" ? value[index] : undefined;
  if (address === undefined) {
    const given = index === undefined ? "" : `, not ${describeIndex(index)}`;
    throw alphaError(
      `${subject} is a list of ${value.length}: pass an index from 0 to ${value.length - 1}${given}.`,
    );
  }
  return address;
}
