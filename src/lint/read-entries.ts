import { DIALECTS, fieldFrom, fieldIn } from "../portal/dialects.ts";
import type { ReadChain, ReadMember } from "../sources/read/types.ts";
import { numberIn, textIn } from "../sources/value-in.ts";
import { identifyEntry } from "./identify-entry.ts";
import { isMetadataField } from "./metadata-fields.ts";
import { mostUsedDialect } from "./most-used-dialect.ts";
import { ANY_PORTAL_SHAPE, portalShapeOf } from "./portal-shapes.ts";
import { suggestName } from "./suggest-name.ts";
import type { LintEntry, LintField, LintKnowledge } from "./types.ts";

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
