import { isRecord } from "../../../base/records.ts";
import { parseJson } from "../../../files/json.ts";
import {
  isList,
  membersOfPlain,
  type Plain,
  type PlainList,
} from "../../values.ts";
import { MAX_DECISIONS } from "./decisions.ts";
import { MAX_DEPTH } from "./values.ts";

/** How a script ended: with its exports, or with what it threw. */
export type EngineOutcome = EngineReport | EngineFailure;

export interface EngineReport {
  readonly value: Plain;
  /** The environment variables that it read, by their markers. */
  readonly names: Readonly<Record<string, string>>;
  readonly path: EnginePath;
}

interface EngineFailure {
  readonly error: EngineError;
  /** True if the script itself ends there, so that there are no exports. */
  readonly isEnd: boolean;
  readonly path: EnginePath;
}

/** The ways that a script went where a value that is not in the file decides. */
type EnginePath = readonly boolean[];

export interface EngineError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

/** An object is `{ members: [[name, value], …] }`, which nests three brackets. */
const MAX_NESTING = (MAX_DEPTH + 2) * 3;

export function readsVariables(outcome: EngineOutcome): boolean {
  return "names" in outcome && Object.keys(outcome.names).length > 0;
}

/** The names of the variables that have a marker, in the order of the markers. */
export function markedVariables(outcome: EngineOutcome): readonly string[] {
  const names = Object.entries("names" in outcome ? outcome.names : {});
  return names.filter(([marker]) => marker !== "all").map(([, name]) => name);
}

/**
 * The report of the engine, which ran a script that nobody trusts: a text that is not
 * such a report is an error like one of the script.
 */
export function parseOutcome(text: string): EngineOutcome {
  const report = nestingOf(text) > MAX_NESTING ? undefined : parseJson(text);
  if (isRecord(report)) {
    const { error, names, value, path = [] } = report;
    if (isRecord(error) && isPath(path)) {
      return {
        error: {
          name: String(error["name"]),
          message: String(error["message"]),
          stack: String(error["stack"]),
        },
        isEnd: report["isEnd"] === true,
        path,
      };
    }
    if (isRecord(names) && hasTexts(names) && isPlain(value) && isPath(path)) {
      return { names, value, path };
    }
  }
  return refusal("The exports could not be read");
}

export function refusal(message: string): EngineFailure {
  const error = { name: "Refusal", message, stack: "" };
  return { error, isEnd: false, path: [] };
}

/**
 * True for a part of {@link commonOutcome} that is not known, as it is not the same in both
 * runs.
 */
export function isUnknown(value: Plain): boolean {
  const isOther = typeof value === "object" && value !== null && !isList(value);
  return isOther && value.unknown !== undefined;
}

/** The common part of two runs: a value that differs is unknown. */
export function commonOutcome(
  one: EngineOutcome,
  other: EngineOutcome,
): EngineOutcome {
  if ("error" in one || "error" in other) {
    return "error" in one ? one : other;
  }
  return { ...one, value: commonOf(one.value, other.value, () => DIFFERENT) };
}

/** The common part of two ways of a script. If it ends on one, no file goes that way. */
export function joinWays(
  one: EngineOutcome,
  other: EngineOutcome,
): EngineOutcome {
  if ("error" in one) {
    return one.isEnd ? other : one;
  }
  if ("error" in other) {
    return other.isEnd ? one : other;
  }
  const value = commonOf(one.value, other.value, itemsOfBoth);
  return { ...one, names: { ...one.names, ...other.names }, value };
}

const DIFFERENT = { unknown: "depends on a value that is not in the file" };

/** The common part of two lists of different lengths. */
type CommonItems = (one: PlainList, other: PlainList) => Plain;

/** Members that only one of two values has are unknown, since they may be missing. */
function commonOf(one: Plain, other: Plain, itemsOf: CommonItems): Plain {
  const members = membersOfPlain(one);
  const others = membersOfPlain(other);
  if (members !== undefined && others !== undefined) {
    const values = Map.groupBy([...members, ...others], ([name]) => name);
    return {
      members: [...values].map(([name, [first, second]]) => [
        name,
        first && second ? commonOf(first[1], second[1], itemsOf) : DIFFERENT,
      ]),
    };
  }
  if (isList(one) && isList(other)) {
    if (one.length === other.length) {
      return one.map((item, index) =>
        commonOf(item, other[index] ?? {}, itemsOf),
      );
    }
    return itemsOf(one, other);
  }
  const isSame = JSON.stringify(one) === JSON.stringify(other);
  return isSame ? one : DIFFERENT;
}

/** The items of both lists, and an unknown one for all others. */
function itemsOfBoth(one: PlainList, other: PlainList): PlainList {
  const left = Map.groupBy(other, (item) => JSON.stringify(item));
  const common = one.filter(
    (item) => left.get(JSON.stringify(item))?.pop() !== undefined,
  );
  return [...common, DIFFERENT];
}

/** How deep brackets are nested, measured before parsed lists need memory. */
function nestingOf(text: string): number {
  let deepest = 0;
  let depth = 0;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === "[" || token === "{") {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (!token.startsWith('"')) {
      depth -= 1;
    }
  }
  return deepest;
}

function isPath(path: unknown): path is EnginePath {
  return (
    Array.isArray(path) &&
    path.length <= MAX_DECISIONS &&
    path.every((way) => typeof way === "boolean")
  );
}

function hasTexts(
  names: Record<string, unknown>,
): names is Record<string, string> {
  return Object.values(names).every((name) => typeof name === "string");
}

function isPlain(value: unknown): value is Plain {
  if (Array.isArray(value)) {
    return value.every(isPlain);
  }
  if (!isRecord(value)) {
    return value === null || /^(?:string|number|boolean)$/.test(typeof value);
  }
  const { unknown = "", members = [], ...others } = value;
  return (
    typeof unknown === "string" &&
    Array.isArray(members) &&
    members.every(isMember) &&
    Object.keys(others).length === 0
  );
}

function isMember(member: unknown): boolean {
  return (
    Array.isArray(member) &&
    member.length === 2 &&
    typeof member[0] === "string" &&
    isPlain(member[1])
  );
}
