import { suggestName } from "../base/suggest-name.ts";
import { fieldIn } from "../networks/dialects.ts";
import type { FieldSuggestion, LintEntry } from "./types.ts";

/**
 * Fields that clients of the Ocean stack read in addition to those of the
 * reference: `Config` in any version of `@oceanprotocol/lib`.
 */
const CLIENT_FIELDS: ReadonlySet<string> = new Set([
  "EnterpriseFeeCollector",
  "accessListFactory",
  "accessListFactoryAddress",
  "confidentialEVM",
  "escrow",
  "escrowAddress",
  "metadataStoreUri",
  "oceanNodeUri",
  "opfCommunityFeeCollectorCompute",
  "parityUri",
  "rbacUri",
  "requestTimeout",
  "routerFactoryAddress",
  "sdk",
  "sideStakingAddress",
  "threshold",
  "verbose",
  "web3Provider",
]);

export function isClientField(name: string): boolean {
  return CLIENT_FIELDS.has(name) || /^(?:ve|DF|auth|pool)[A-Z]|ABI$/.test(name);
}

/**
 * The members of a chain's metadata that wallets require.
 *
 * @see https://github.com/ethereum-lists/chains and EIP-3085
 */
export const REQUIRED_METADATA = ["chainId", "name", "rpc", "nativeCurrency"];

export const METADATA_FIELDS: ReadonlySet<string> = new Set([
  ...REQUIRED_METADATA,
  "networkId",
  "chain",
  "faucets",
  "infoURL",
  "shortName",
  "explorers",
  "title",
  "icon",
  "features",
  "slip44",
  "ens",
  "parent",
  "status",
  "redFlags",
  "network",
  "isDefault",
  "isCustom",
]);

type EntryFields = Pick<LintEntry, "kind" | "dialect" | "expected" | "fields">;

/**
 * The missing fields that names of an entry are misspellings of, by the wrong name: one
 * that is no field, and similar to exactly one of the missing ones.
 */
export function suggestFields(
  entry: EntryFields,
): ReadonlyMap<string, FieldSuggestion> {
  const missing = missingNames(entry);
  const names = entry.fields
    .filter(({ definition }) => definition === undefined)
    .map(({ member }) => member.name)
    .filter(
      (name) =>
        !isClientField(name) &&
        !(entry.kind === "metadata" && METADATA_FIELDS.has(name)),
    );
  const found = Map.groupBy(
    names,
    (name) => suggestName(name, missing.keys()) ?? "",
  );
  const suggestions = new Map<string, FieldSuggestion>();
  for (const [name, [wrong, another]] of found) {
    const field = missing.get(name);
    // If two names are similar to one field, either may be the misspelled one.
    if (field !== undefined && wrong !== undefined && another === undefined) {
      suggestions.set(wrong, { name, field });
    }
  }
  return suggestions;
}

/** The missing fields: their names in the entry's dialect, and in the reference. */
function missingNames(entry: EntryFields): ReadonlyMap<string, string> {
  const { fields, expected, kind, dialect } = entry;
  const has = new Set(fields.map(({ field }) => field));
  const isMetadata = kind === "metadata";
  const names = new Map<string, string>();
  for (const field of isMetadata ? METADATA_FIELDS : Object.keys(expected)) {
    if (!has.has(field)) {
      names.set(isMetadata ? field : fieldIn(dialect, field), field);
    }
  }
  return names;
}
