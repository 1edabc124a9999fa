import { given, isRecord } from "../base/records.ts";
import type { TYPES_BY_ROLE } from "../contracts/contract-types.ts";

type Types = typeof TYPES_BY_ROLE;

/** The names of the values of a type of contract. */
type ValueNames<T> =
  | (T extends { privileged: infer Values } ? keyof Values : never)
  | (T extends { references: infer Values } ? keyof Values : never);

/** The ids of values that every network has. */
export type KnownValueId = {
  [R in keyof Types]: Types[R] extends { prefix: infer P extends string }
    ? `${P}.${ValueNames<Types[R]> & string}`
    : never;
}[keyof Types];

/**
 * What values of the audit must be, by their ids: `{ "router.owner": "0x…" }`. Ids of
 * tokens, own contracts and addresses are known once they are read.
 */
export type Expectations = {
  readonly [Id in KnownValueId]?: Expectation | undefined;
} & { readonly [id: string]: Expectation | undefined };

/**
 * A value, a number's bounds, or `"any"` for a value that may change. Numbers with a unit
 * are written with it: `"0.1 %"`, `"2 days"`.
 */
export type Expectation = ExpectedValue | ExpectedBounds;

/** A value as reports show it; a list of addresses has no order. */
export type ExpectedValue =
  | string
  | number
  | bigint
  | boolean
  | readonly ExpectedValue[]
  | { readonly [name: string]: ExpectedValue };

/** The bounds of a number. */
export interface ExpectedBounds {
  readonly min?: ExpectedBound | undefined;
  readonly max?: ExpectedBound | undefined;
}

type ExpectedBound = string | number | bigint;

/**
 * What a reading means for what people expect of it: a value that they did not write for
 * its kind or unit is `malformed`, and one that is not known, or not whole, `unread`.
 */
export type ExpectationVerdict =
  | "holds"
  | "broken"
  | "unread"
  | "malformed"
  | "any";

/** What is written in place of a value that may be any. */
const ANY = "any";

/**
 * Returns whether an expectation is of bounds, rather than of a value with such names.
 */
export function isBounds(value: unknown): value is ExpectedBounds {
  const names = isRecord(value) ? Object.keys(value) : [];
  return names.length > 0 && names.every((one) => /^(?:min|max)$/.test(one));
}

/** An expectation, and its id as it is written. */
export interface FoundExpectation {
  readonly id: string;
  readonly expectation: Expectation;
}

/** The expectations that are set. */
export function expectationsIn(
  expect: Expectations | undefined,
): readonly FoundExpectation[] {
  return [...byKey(expect).values()];
}

/** The expectation of a value; addresses in ids may have any spelling. */
export function expectationOf(
  expect: Expectations | undefined,
  id: string,
): FoundExpectation | undefined {
  return byKey(expect).get(idKey(id));
}

const NONE: Expectations = {};
const known = new WeakMap<Expectations, Map<string, FoundExpectation>>();

/** The expectations by the keys of their ids, which are looked up often. */
function byKey(
  expect: Expectations = NONE,
): ReadonlyMap<string, FoundExpectation> {
  const found = known.get(expect) ?? new Map<string, FoundExpectation>();
  if (!known.has(expect)) {
    known.set(expect, found);
    for (const [id, expectation] of Object.entries(expect)) {
      if (expectation !== undefined) {
        found.set(idKey(id), { id, expectation });
      }
    }
  }
  return found;
}

/**
 * Returns whether a value may be any, so that no change of it since the lock is an
 * alarm.
 */
export function isExpectedAny(
  expect: Expectations | undefined,
  id: string,
): boolean {
  return expectationOf(expect, id)?.expectation === ANY;
}

/** Equal for the spellings of one id. */
export function idKey(id: string): string {
  return id.replace(/0x[\da-f]{40}/gi, (address) => address.toLowerCase());
}

/** Where an expectation is in the config: `alpha.networks.devnet.expect["router.owner"]`. */
export function expectationPath(network: string, id: string): string {
  return `alpha.networks.${network}.expect[${JSON.stringify(id)}]`;
}

/** An expectation as it is written: `0.1 %`, `at least 2`. */
export function expectationText(expectation: Expectation): string {
  if (isBounds(expectation)) {
    const { min, max } = expectation;
    return given(
      min !== undefined && `at least ${min}`,
      max !== undefined && `at most ${max}`,
    ).join(" and ");
  }
  if (Array.isArray(expectation)) {
    return `[${expectation.map(expectationText).join(", ")}]`;
  }
  if (typeof expectation === "object") {
    const fields = Object.entries(expectation).map(
      ([name, one]) => `${name}: ${expectationText(one)}`,
    );
    return `{ ${fields.join(", ")} }`;
  }
  return expectation === "" ? "empty" : String(expectation);
}

/** The level at which all that is configured is compared. */
export function defaultLevel(
  networks: readonly { readonly expect: Expectations }[],
): "presence" | "wiring" {
  if (networks.some(({ expect }) => expectationsIn(expect).length > 0)) {
    return "wiring";
  }
  return "presence";
}

/** The note on a level that reads no values, where some are expected. */
export function uncomparedNote(
  network: string,
  expect: Expectations = NONE,
): readonly string[] {
  return given(
    expectationsIn(expect).length > 0 &&
      `alpha.networks.${network}.expect is compared at --level wiring only.`,
  );
}
