import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../networks/definition.ts";
import { PORTAL_V4 } from "../../networks/portal-v4.ts";

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

type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/**
 * The first of an entry's fields that tells it to be of the version that the
 * network's registry is of, where that is another than its portal config's:
 * portals may have moved on to it. `undefined` where none does, or where the entry
 * has a contract that only the network's own portal config has.
 *
 * @param fields as the reference calls them
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
