import type { Address } from "../base/address.ts";
import type { ContractRole, NetworkDefinition } from "./definition.ts";

type Addresses = Address | readonly Address[];

/** A definition with the published addresses of all contracts. */
type Published = Pick<NetworkDefinition, "registry"> & {
  readonly preset: {
    readonly registry: Readonly<Record<string, Addresses>>;
    readonly tokens: { readonly euro: { readonly address: Address } };
  };
};

type ByRole<D extends Published> = {
  readonly [K in keyof D["registry"] &
    string as D["registry"][K]["role"]]: D["preset"]["registry"][K];
};

/**
 * The published addresses of a network of the reference, as literal types: by its own
 * registry key, by role, and of its payment tokens.
 */
export function publishedAddresses<D extends Published>({
  registry,
  preset,
}: D) {
  const contracts = Object.fromEntries(
    Object.entries(registry).map(([key, { role }]) => [
      role,
      preset.registry[key],
    ]),
    // The types are computed from the same definition as the keys, but TypeScript
    // cannot infer that from Object.entries.
  ) as unknown as ByRole<D>;
  const euro: D["preset"]["tokens"]["euro"]["address"] =
    preset.tokens.euro.address;
  const alpha = contracts["token" as "token" & keyof ByRole<D>];
  return {
    registry: preset.registry as D["preset"]["registry"],
    contracts,
    tokens: { euro, alpha },
  };
}

/** The addresses of a network that a viem chain has. */
interface ChainAddresses {
  readonly contracts: Readonly<Partial<Record<ContractRole, Addresses>>>;
  readonly tokens: { readonly euro?: Address | undefined };
}

type ChainContracts<A> = {
  readonly [K in keyof A]: A[K] extends readonly Address[]
    ? ChainContractList<A[K]>
    : { readonly address: A[K] };
};

type ChainContractList<L extends readonly Address[]> = {
  readonly [I in keyof L]: { readonly address: L[I] };
};

/**
 * Creates the `contracts` of a viem chain: those of the registry by role, and the euro
 * token. Lists of templates are lists of contracts.
 */
export function chainContracts<A extends ChainAddresses>({
  contracts,
  tokens: { euro },
}: A): ChainContracts<A["contracts"] & Pick<A["tokens"], "euro">> {
  const entries = Object.entries({ ...contracts, ...(euro && { euro }) });
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      typeof value === "string"
        ? { address: value }
        : value.map((address) => ({ address })),
    ]),
  ) as ReturnType<typeof chainContracts<A>>;
}
