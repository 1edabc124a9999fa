import { suggestName } from "../base/suggest-name.ts";
import { fieldIn } from "../networks/dialects.ts";
import type { ReadMember } from "../sources/values.ts";
import type { LintEntry } from "./types.ts";

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
 * The members of a chain's metadata, and whether wallets require them.
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

export function isMetadataField(name: string): boolean {
  return METADATA_FIELDS.has(name);
}

/** The right name of a misspelled field. */
export interface FieldSuggestion {
  readonly member: ReadMember;
  /** In the entry's dialect. */
  readonly name: string;
  /** In the reference. */
  readonly field: string;
}

const cache = new WeakMap<LintEntry, ReadonlyMap<string, FieldSuggestion>>();

/**
 * The missing field that a member's name is a misspelling of. `undefined` if the
 * name is that of a field, or is similar to none or several of the missing ones.
 */
export function suggestField(
  { name }: Pick<ReadMember, "name">,
  entry: LintEntry,
): FieldSuggestion | undefined {
  const suggestions = cache.get(entry) ?? suggestionsFor(entry);
  cache.set(entry, suggestions);
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
      isClientField(name) ||
      (entry.kind === "metadata" && isMetadataField(name));
    const suggested = isField ? undefined : suggestName(name, missing.keys());
    const field = missing.get(suggested ?? "");
    if (suggested !== undefined && field !== undefined) {
      found.push({ member, name: suggested, field });
    }
  }
  // If two names are similar to one field, either may be the misspelled one.
  const byName = Map.groupBy(found, ({ name }) => name);
  const unambiguous = found.filter(
    ({ name }) => byName.get(name)?.length === 1,
  );
  return new Map(
    unambiguous.map((suggestion) => [suggestion.member.name, suggestion]),
  );
}

/** The missing fields: their names in the entry's dialect, and in the reference. */
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
