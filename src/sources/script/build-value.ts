import type { AnyNode } from "acorn";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { MemberOrigin, OriginRecord, Origins } from "./origins.ts";
import type { LineMap } from "./syntax.ts";
import type { ReadList, ReadMember, ReadObject, ReadValue } from "./values.ts";

/** What the engine reports of a script that has run. */
export interface ScriptReport {
  /** The environment variables that it read. */
  readonly names: readonly string[];
  readonly value: Reported;
  readonly records: readonly OriginRecord[];
}

/** A value; an empty object is `undefined`. */
type Reported = string | number | boolean | null | ReportedObject;

interface ReportedObject {
  /** Why the value is unknown. */
  readonly unknown?: string;
  readonly record?: number;
  readonly items?: readonly Reported[];
  /** Each name, followed by its value. */
  readonly members?: readonly Reported[];
}

export interface ValueContext {
  readonly plain: ScriptReport;
  /** Of the run with a number as each environment variable. */
  readonly marked: ScriptReport | undefined;
  readonly firstMarker: number;
  readonly origins: Origins;
  readonly placeOf: LineMap;
  /** The expressions of the exports of an ES module. */
  readonly exports: ReadonlyMap<string, AnyNode>;
  /** Where the exports are, if they are no literal. */
  readonly root: AnyNode;
}

/** The exports of a script at their places in its text. */
export function buildValue(context: ValueContext): ReadValue {
  const { plain, marked, firstMarker, origins, placeOf, exports, root } =
    context;
  const placeAt = ({ start, end }: AnyNode) => placeOf(start, end);
  const markers = (marked?.names ?? []).map((name, index) => ({
    name: untrustedText(name, { maxLength: MAX_NAME }),
    number: String(firstMarker + index),
  }));

  function build(
    value: Reported,
    also: Reported | undefined,
    node: AnyNode,
  ): ReadValue {
    const isOther = typeof value === "object" && value !== null;
    if (isOther && value.items !== undefined) {
      return listOf(value, value.items, also, node);
    }
    if (isOther && value.members !== undefined) {
      return objectOf(value, also, node);
    }
    const scalar = isOther ? undefined : value;
    const reason = isOther ? value.unknown : undefined;
    const used = markers.filter(
      ({ number }) =>
        (typeof also === "string" || typeof also === "number") &&
        String(also).includes(number),
    );
    const variables = used.map(({ name }) => name);
    if (used.length > 0 && isUnset(scalar, String(also), used)) {
      const shown = variables.slice(0, MAX_SHOWN).join(", ");
      return {
        kind: "unknown",
        reason: `reads the environment (${shown})`,
        place: placeAt(node),
      };
    }
    if (reason !== undefined) {
      return { kind: "unknown", reason, place: placeAt(node) };
    }
    const place = placeAt(
      origins.literalWith(node, scalar) ?? origins.declarationOf(node),
    );
    return variables.length === 0
      ? { kind: "scalar", value: scalar, place }
      : { kind: "scalar", value: scalar, place, variables };
  }

  function listOf(
    { record = -1 }: ReportedObject,
    items: readonly Reported[],
    also: Reported | undefined,
    node: AnyNode,
  ): ReadList {
    const literal = origins.literalOf(record) ?? origins.declarationOf(node);
    const nodes = origins.itemsOf(record);
    const counterpart = counterparts(items, also);
    return {
      kind: "list",
      items: items.map((item, index) =>
        build(item, counterpart(item, index), nodes.next().value ?? literal),
      ),
      place: placeAt(literal),
    };
  }

  /** Finds the items of a list in the second run, which may have more of them. */
  function counterparts(
    items: readonly Reported[],
    also: Reported | undefined,
  ): (item: Reported, index: number) => Reported | undefined {
    const others =
      typeof also === "object" && also !== null ? (also.items ?? []) : [];
    const byLiteral = Map.groupBy(others, (other) => literalIn(other, marked));
    const next = new Map<number, number>();
    return (item, index) => {
      const literal = literalIn(item, plain);
      if (literal === -1) {
        return others.length === items.length ? others[index] : undefined;
      }
      const position = next.get(literal) ?? 0;
      next.set(literal, position + 1);
      return byLiteral.get(literal)?.[position];
    };
  }

  function objectOf(
    { record = -1, members = [] }: ReportedObject,
    also: Reported | undefined,
    node: AnyNode,
  ): ReadObject {
    const literal = origins.literalOf(record) ?? origins.declarationOf(node);
    const known = origins.membersOf(record);
    const others = new Map(
      pairs(
        typeof also === "object" && also !== null ? (also.members ?? []) : [],
      ),
    );
    const read = pairs(members).map(([name, value]) => {
      const origin = originOf(name, value, known.get(name));
      const at = origin?.value ?? literal;
      const member: ReadMember = {
        name,
        key: placeAt(origin?.key ?? literal),
        at: placeAt(at),
        value: build(value, others.get(name), at),
      };
      return { member, replaced: origin?.replaced ?? [] };
    });
    return {
      kind: "object",
      members: new Map(read.map(({ member }) => [member.name, member])),
      duplicates: read.flatMap(({ member: { name }, replaced }) =>
        replaced.map((key) => ({ name, key: placeAt(key) })),
      ),
      place: placeAt(literal),
    };
  }

  /** A member that was assigned later comes from the assignment. */
  function originOf(
    name: string,
    value: Reported,
    declared: MemberOrigin | undefined,
  ): MemberOrigin | undefined {
    const hasValue = (origin: MemberOrigin) =>
      origins.literalWith(origin.value, value) !== undefined;
    if (declared !== undefined && hasValue(declared)) {
      return declared;
    }
    const exported = exports.get(name);
    const assigned = origins.assignmentsTo(name);
    return (
      assigned.find(hasValue) ??
      declared ??
      assigned[0] ??
      (exported && { key: exported, value: exported, replaced: [] })
    );
  }

  return build(plain.value, marked?.value, root);
}

/** Of an environment variable in a message. */
const MAX_NAME = 60;
const MAX_SHOWN = 5;

/** Whether a value comes from variables without a default. */
function isUnset(
  value: string | number | boolean | null | undefined,
  marked: string,
  used: readonly { readonly number: string }[],
): boolean {
  const text = used.reduce(
    (given, { number }) => given.replaceAll(number, "undefined"),
    marked,
  );
  return value === undefined || value === text;
}

/** The number of the literal that a value comes from, or -1. */
function literalIn(value: Reported, report: ScriptReport | undefined): number {
  const record =
    typeof value === "object" && value !== null ? value.record : undefined;
  return report?.records[record ?? -1]?.literal ?? -1;
}

function pairs(
  members: readonly Reported[],
): readonly (readonly [string, Reported])[] {
  return members.flatMap((name, index) => {
    const value = members[index + 1];
    return index % 2 === 0 && value !== undefined
      ? [[String(name), value] as const]
      : [];
  });
}
