/**
 * The members of a chain's metadata, and whether wallets need them.
 *
 * @see https://github.com/ethereum-lists/chains and EIP-3085
 */
export const METADATA_FIELDS: ReadonlyMap<string, "required" | "optional"> =
  new Map([
    ["chainId", "required"],
    ["name", "required"],
    ["rpc", "required"],
    ["nativeCurrency", "required"],
    ["networkId", "optional"],
    ["chain", "optional"],
    ["faucets", "optional"],
    ["infoURL", "optional"],
    ["shortName", "optional"],
    ["explorers", "optional"],
    ["title", "optional"],
    ["icon", "optional"],
    ["features", "optional"],
    ["slip44", "optional"],
    ["ens", "optional"],
    ["parent", "optional"],
    ["status", "optional"],
    ["redFlags", "optional"],
    ["network", "optional"],
    ["isDefault", "optional"],
    ["isCustom", "optional"],
  ]);

/** Whether the metadata of chains has a member of this name. */
export function isMetadataField(name: string): boolean {
  return METADATA_FIELDS.has(name);
}
