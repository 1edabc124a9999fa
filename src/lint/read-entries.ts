import { suggestName } from "../base/suggest-name.ts";
import type { PortalFieldDefinition } from "../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../networks/definitions.ts";
import { PORTAL_V4 } from "../networks/portal-v4.ts";
import {
  DIALECTS,
  type Dialect,
  fieldFrom,
  fieldIn,
  fieldOfOtherVersion,
} from "../sources/portal/dialects.ts";
import type { ReadChain, ReadMember } from "../sources/script/values.ts";
import { numberIn, textIn } from "../sources/source-kind.ts";
import { isMetadataField } from "./known-fields.ts";
import type {
  KnownNetwork,
  LintEntry,
  LintField,
  LintKnowledge,
} from "./types.ts";

type PortalShape = Readonly<Record<string, PortalFieldDefinition>>;

/** The portal fields of all networks. */
const ANY_PORTAL_SHAPE: PortalShape = Object.fromEntries(
  Object.values(NETWORK_DEFINITIONS).flatMap(({ portal }) =>
    Object.entries(portal),
  ),
);

/**
 * The fields that a network's entry should have: those of its portal config, or of
 * the version that its registry is of where the entry's own fields are of that.
 *
 * @param fields as the reference calls them
 */
function portalShapeOf(
  { network }: KnownNetwork,
  fields: readonly string[],
): { readonly expected: PortalShape; readonly isOtherVersion: boolean } {
  const { definition } = network;
  const isOtherVersion = fieldOfOtherVersion(definition, fields) !== undefined;
  return {
    expected: isOtherVersion ? PORTAL_V4 : definition.portal,
    isOtherVersion,
  };
}

/** Fields that all sorts of entries have, so that they tell none. */
const COMMON = new Set([
  "chainId",
  "networkId",
  "name",
  "network",
  "startBlock",
]);

const PORTAL_NAMES = new Set(
  Object.keys(ANY_PORTAL_SHAPE).flatMap((field) =>
    DIALECTS.map((dialect) => fieldIn(dialect, field)),
  ),
);

/** The chains of a file as entries, matched to the networks. */
export function readEntries(
  chains: readonly ReadChain[],
  knowledge: LintKnowledge,
): readonly LintEntry[] {
  const read = chains.map((chain) => ({
    chain,
    fields: [...chain.members.values()].map(readField),
  }));
  const [first] = DIALECTS;
  const dialect =
    mostUsedDialect(read.flatMap(({ fields }) => fields)) ?? first;
  return read.map(({ chain, fields }) => ({
    ...describeEntry(chain, fields, knowledge),
    dialect: mostUsedDialect(fields) ?? dialect,
  }));
}

function describeEntry(
  chain: ReadChain,
  fields: readonly LintField[],
  knowledge: LintKnowledge,
): Omit<LintEntry, "dialect"> {
  const names = ["network", "name"]
    .map((field) => textIn(chain.members.get(field)?.value))
    .concat(chain.label)
    .filter((name) => name !== undefined);
  // Portals of the oldest version know chains by their networkId.
  const id = chain.members.get("chainId") ?? chain.members.get("networkId");
  const chainId = numberIn(id?.value);
  const kind = kindOf(chain, fields);
  const network = identifyEntry({ names, chainId, kind, chain }, knowledge);
  const { expected, isOtherVersion } =
    network === undefined
      ? { expected: ANY_PORTAL_SHAPE, isOtherVersion: false }
      : portalShapeOf(
          network,
          fields.map(({ field }) => field),
        );
  return {
    kind,
    chain,
    names,
    chainId,
    network,
    expected,
    isOtherVersion,
    fields,
  };
}

function readField(member: ReadMember): LintField {
  const { name } = member;
  const field =
    DIALECTS.map((dialect) => fieldFrom(dialect, name)).find(
      (candidate) =>
        candidate !== undefined && Object.hasOwn(ANY_PORTAL_SHAPE, candidate),
    ) ?? name;
  const isKnown = Object.hasOwn(ANY_PORTAL_SHAPE, field);
  const dialects = DIALECTS.filter(
    (dialect) => isKnown && fieldIn(dialect, field) === name,
  );
  return {
    member,
    field,
    dialect: dialects.length === 1 ? dialects[0] : undefined,
    definition: isKnown ? ANY_PORTAL_SHAPE[field] : undefined,
  };
}

function kindOf(
  { members, beyond }: ReadChain,
  fields: readonly LintField[],
): LintEntry["kind"] {
  const telling = fields.filter(({ member }) => !COMMON.has(member.name));
  const portal = telling.filter(({ definition }) => definition !== undefined);
  const metadata = telling.filter(({ member }) => isMetadataField(member.name));
  const isForWallets = members.has("rpc") || members.has("nativeCurrency");
  if (metadata.length > portal.length - (isForWallets ? 1 : 0)) {
    return "metadata";
  }
  const isPortal =
    portal.length > 0 ||
    telling.length === 0 ||
    beyond.length > 0 ||
    (!members.has("Router") && telling.some(isNearlyKnown));
  return isPortal ? "portal" : "other";
}

function isNearlyKnown({ member }: LintField): boolean {
  return suggestName(member.name, PORTAL_NAMES) !== undefined;
}

/**
 * The network that an entry is: by its chain id, and by its name too where other
 * chains have that id. Without a known chain id by a name that is one network's
 * alone. `undefined` where it is none, or that is not certain.
 */
function identifyEntry(
  {
    names,
    chainId,
    kind,
    chain,
  }: Pick<LintEntry, "names" | "chainId" | "kind" | "chain">,
  { networks }: LintKnowledge,
): KnownNetwork | undefined {
  const isNamed = (known: KnownNetwork): boolean =>
    names.some(
      (name) =>
        known.names.has(name) ||
        (kind === "metadata" && name === known.network.values.displayName),
    ) || known.names.has(textIn(chain.members.get("shortName")?.value) ?? "");
  if (chainId === undefined) {
    const named = networks.filter(isNamed);
    return named.length === 1 ? named[0] : undefined;
  }
  return networks.find((known) => {
    const { definition, values } = known.network;
    const isShared = definition.chainsWithSameId.length > 0;
    return values.chainId === chainId && (!isShared || isNamed(known));
  });
}

/** The dialect that most fields are of; `undefined` where none is of any. */
function mostUsedDialect(fields: readonly LintField[]): Dialect | undefined {
  const counts = DIALECTS.map((dialect) => ({
    dialect,
    count: fields.filter((field) => field.dialect === dialect).length,
  }));
  const [most] = counts.toSorted((one, other) => other.count - one.count);
  return most === undefined || most.count === 0 ? undefined : most.dialect;
}
