/**
 * How the portal config's fields are called: by the reference, or by the portals
 * and clients of the Ocean stack that are deployed.
 */
export const DIALECTS = ["reference", "ocean"] as const;

export type Dialect = (typeof DIALECTS)[number];

/**
 * The fields that a dialect calls differently, by the reference's name. The Ocean
 * stack's own word stands where the reference says Alpha (`Config` of
 * `@oceanprotocol/lib`, a portal's `chains.config.js`); all other names, their
 * types and their order are the same.
 */
const RENAMED: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  reference: new Map(),
  ocean: new Map([
    ["alphaTokenAddress", "oceanTokenAddress"],
    ["alphaTokenSymbol", "oceanTokenSymbol"],
    ["alphaCommunityFeeCollector", "opfCommunityFeeCollector"],
  ]),
};

/** What a dialect calls a field of the reference. */
export function fieldIn(dialect: Dialect, field: string): string {
  return RENAMED[dialect].get(field) ?? field;
}

/**
 * The reference's field that a dialect calls `name`; a name that no dialect
 * changes is itself. `undefined` where the dialect has another name for the field
 * of that name, so that no two names of one dialect mean the same field.
 */
export function fieldFrom(dialect: Dialect, name: string): string | undefined {
  for (const [field, renamed] of RENAMED[dialect]) {
    if (renamed === name) {
      return field;
    }
  }
  return RENAMED[dialect].has(name) ? undefined : name;
}

/** Whether a text is one of {@link DIALECTS}. */
export function isDialect(name: string): name is Dialect {
  return DIALECTS.some((dialect) => dialect === name);
}
