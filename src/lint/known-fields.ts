import { suggestName } from "../base/suggest-name.ts";
import { fieldIn } from "../sources/portal/dialects.ts";
import type { ReadMember } from "../sources/script/values.ts";
import type { LintEntry } from "./types.ts";

/**
 * Fields that clients of the Ocean stack read beside the reference's (`Config` of
 * `@oceanprotocol/lib`, all its generations): no mistakes, whatever the network.
 */
export const CLIENT_FIELDS: ReadonlySet<string> = new Set([
  "DFRewards",
  "DFStrategyV1",
  "EnterpriseFeeCollector",
  "accessListFactory",
  "authMessage",
  "authTokenExpiration",
  "confidentialEVM",
  "datatokensABI",
  "dispenserABI",
  "escrow",
  "factoryABI",
  "fixedRateExchangeAddressABI",
  "metadataContractABI",
  "metadataStoreUri",
  "oceanNodeUri",
  "parityUri",
  "poolABI",
  "poolFactoryABI",
  "poolFactoryAddress",
  "poolTemplateAddress",
  "rbacUri",
  "requestTimeout",
  "routerFactoryAddress",
  "sdk",
  "sideStakingAddress",
  "threshold",
  "veAllocate",
  "veDelegation",
  "veDelegationProxy",
  "veFeeDistributor",
  "veFeeEstimate",
  "veOCEAN",
  "verbose",
  "web3Provider",
]);

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

/** What a misspelt member of an entry should be called. */
export interface FieldSuggestion {
  readonly member: ReadMember;
  /** In the entry's dialect. */
  readonly name: string;
  /** What the reference calls it. */
  readonly field: string;
}

const known = new WeakMap<LintEntry, ReadonlyMap<string, FieldSuggestion>>();

/**
 * The field that a member's name is a misspelling of; `undefined` where the name
 * is one itself, or no field that is missing is like it and only it.
 */
export function suggestField(
  { name }: Pick<ReadMember, "name">,
  entry: LintEntry,
): FieldSuggestion | undefined {
  const suggestions = known.get(entry) ?? suggestionsFor(entry);
  known.set(entry, suggestions);
  return suggestions.get(name);
}

function suggestionsFor(
  entry: LintEntry,
): ReadonlyMap<string, FieldSuggestion> {
  const missing = missingNames(entry);
  const found: FieldSuggestion[] = [];
  for (const { member, definition } of entry.fields) {
    const { name } = member;
    const isField =
      definition !== undefined ||
      CLIENT_FIELDS.has(name) ||
      (entry.kind === "metadata" && isMetadataField(name));
    const suggested = isField ? undefined : suggestName(name, missing.keys());
    const field = missing.get(suggested ?? "");
    if (suggested !== undefined && field !== undefined) {
      found.push({ member, name: suggested, field });
    }
  }
  // Two names for one field: neither is sure.
  const byName = Map.groupBy(found, ({ name }) => name);
  const sure = found.filter(({ name }) => byName.get(name)?.length === 1);
  return new Map(
    sure.map((suggestion) => [suggestion.member.name, suggestion]),
  );
}

/** The names of missing fields in the entry's dialect, with the reference's. */
function missingNames(entry: LintEntry): ReadonlyMap<string, string> {
  const { fields, expected, kind, dialect } = entry;
  const has = new Set(fields.map(({ field }) => field));
  if (kind === "metadata") {
    return new Map(
      [...METADATA_FIELDS.keys()]
        .filter((name) => !has.has(name))
        .map((name) => [name, name]),
    );
  }
  return new Map(
    Object.keys(expected)
      .filter((field) => !has.has(field))
      .map((field) => [fieldIn(dialect, field), field]),
  );
}
