import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../networks/definition.ts";
import { PORTAL_V4 } from "../../networks/portal-v4.ts";

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

type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/**
 * The first field which shows that an entry has the version of the network's
 * registry instead of that of its portal configuration: portals may have been
 * updated. `undefined` if there is none, if both versions are the same, or if the
 * entry has a contract that only the portal configuration's version has.
 *
 * @param fields names in the reference
 */
export function fieldOfOtherVersion(
  { portal, versions }: NetworkDefinition,
  fields: readonly string[],
): string | undefined {
  const isOwn = fields.some(
    (field) => isContract(portal, field) && !Object.hasOwn(PORTAL_V4, field),
  );
  return versions.portal === versions.registry || isOwn
    ? undefined
    : fields.find(
        (field) =>
          isContract(PORTAL_V4, field) && !Object.hasOwn(portal, field),
      );
}

function isContract(shape: PortalShape, field: string): boolean {
  return Object.hasOwn(shape, field) && shape[field]?.type === "address";
}
