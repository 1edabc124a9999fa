/** The field names of the reference, or those of deployed portals and clients. */
export const DIALECTS = ["reference", "ocean"] as const;

export type Dialect = (typeof DIALECTS)[number];

/**
 * The fields with another name in a dialect, by their name in the reference. The
 * names of `ocean` are those in `Config` of `@oceanprotocol/lib` and in the
 * `chains.config.js` of portals.
 */
const RENAMED: Readonly<Record<Dialect, ReadonlyMap<string, string>>> = {
  reference: new Map(),
  ocean: new Map([
    ["alphaTokenAddress", "oceanTokenAddress"],
    ["alphaTokenSymbol", "oceanTokenSymbol"],
    ["alphaCommunityFeeCollector", "opfCommunityFeeCollector"],
  ]),
};

/** The name of a field of the reference in a dialect. */
export function fieldIn(dialect: Dialect, field: string): string {
  return RENAMED[dialect].get(field) ?? field;
}

/**
 * The reference's name of a dialect's field. `undefined` if the dialect has renamed
 * the field with this name.
 */
export function fieldFrom(dialect: Dialect, name: string): string | undefined {
  const renamed = RENAMED[dialect];
  const [field] = [...renamed].find(([, other]) => other === name) ?? [];
  return field ?? (renamed.has(name) ? undefined : name);
}

/** Returns whether a text is one of {@link DIALECTS}. */
export function isDialect(name: string): name is Dialect {
  return DIALECTS.some((dialect) => dialect === name);
}

/** The possible names of a field in the reference, by its name in a file. */
export function fieldsFromAny(name: string): readonly string[] {
  return [
    ...new Set(DIALECTS.flatMap((dialect) => fieldFrom(dialect, name) ?? [])),
  ];
}
