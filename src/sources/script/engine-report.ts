import { isRecord } from "../../base/records.ts";
import { parseJson } from "../../files/json.ts";
import { isList, membersOfPlain, type Plain } from "../values.ts";
import { MAX_DEPTH } from "./prelude.ts";

/** How a script ended: with its exports, or with what it threw. */
export type EngineOutcome = EngineReport | { readonly error: EngineError };

export interface EngineReport {
  readonly value: Plain;
  /** The environment variables that it read, by their markers. */
  readonly names: Readonly<Record<string, string>>;
}

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

/**
 * The report of the engine, which ran a script that nobody trusts: a text that is not
 * such a report is an error like one of the script.
 */
export function parseOutcome(text: string): EngineOutcome {
  const report = nestingOf(text) > MAX_NESTING ? undefined : parseJson(text);
  if (isRecord(report)) {
    const { error, names, value } = report;
    if (isRecord(error)) {
      return {
        error: {
          name: String(error["name"]),
          message: String(error["message"]),
          stack: String(error["stack"]),
        },
      };
    }
    if (isRecord(names) && hasTexts(names) && isPlain(value)) {
      return { names, value };
    }
  }
  const message = "The exports could not be read";
  return { error: { name: "Refusal", message, stack: "" } };
}

const DIFFERENT = "differs";

/** Whether a part of {@link commonOutcome} is not the same in both runs. */
export function isDifferent(value: Plain): boolean {
  const isOther = typeof value === "object" && value !== null && !isList(value);
  return isOther && value.unknown === DIFFERENT;
}

/** What two runs have in common: a value that differs is unknown. */
export function commonOutcome(
  one: EngineOutcome,
  other: EngineOutcome,
): EngineOutcome {
  if ("error" in one || "error" in other) {
    return "error" in one ? one : other;
  }
  return { names: one.names, value: commonOf(one.value, other.value) };
}

function commonOf(one: Plain, other: Plain): Plain {
  const members = membersOfPlain(one);
  const others = new Map(membersOfPlain(other));
  if (members !== undefined && members.length === others.size) {
    return {
      members: members.map(([name, value]) => [
        name,
        commonOf(value, others.get(name) ?? {}),
      ]),
    };
  }
  if (isList(one) && isList(other) && one.length === other.length) {
    return one.map((item, index) => commonOf(item, other[index] ?? {}));
  }
  const isSame = JSON.stringify(one) === JSON.stringify(other);
  return isSame ? one : { unknown: DIFFERENT };
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
