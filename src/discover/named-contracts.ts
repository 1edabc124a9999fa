import { type Address, isAddress, isZeroAddress } from "../base/address.ts";
import {
  type Asked,
  factValue,
  listValues,
  type Returned,
  valueIn,
} from "../verify/follow/decode-answers.ts";
import type { Answers } from "../verify/questions/answers.ts";
import { told } from "../verify/values/reason.ts";
import { addressValue, type Value } from "../verify/values/value.ts";
import { listItem } from "../verify/wiring/returned-values.ts";
import { FACTORY, isList, NAMING, type NamingRule } from "./naming.ts";

/** A contract that is named, and the value that names it. */
export interface NamedContract {
  readonly address: Address;
  readonly value: Value;
}

/** The contracts of a role that a router or its factory names. */
export interface Named {
  readonly rule: NamingRule;
  /** Whether all of them were read, or why not. */
  readonly read: Returned;
  /** None unless all of them were read. */
  readonly items: readonly NamedContract[];
}

/** More items of a list are not read: a contract can name any number. */
const MAX_NAMED = 50;

/** All that a router and its factory name, by the answers so far. */
export function namedContracts(
  router: Address,
  answers: Answers,
): readonly Named[] {
  const [factory] = readNamed({ of: router, source: FACTORY }, answers).items;
  return NAMING.map((rule) => {
    const of = isList(rule) ? factory?.address : router;
    return of === undefined
      ? { rule, read: NO_FACTORY, items: [] }
      : { rule, ...readNamed({ of, source: rule.source }, answers) };
  });
}

const NO_FACTORY: Returned = {
  kind: "unread",
  reason: told("the factory, which names them, is unknown"),
};

function readNamed(asked: Asked, answers: Answers): Omit<Named, "rule"> {
  const first = factValue(asked, answers);
  const { value } = { value: undefined, ...first };
  const isNone = first.kind !== "read" || isNobody(value);
  // One that names a contract twice names it.
  const values = isNone ? [] : [...new Set([value].flat())];
  const isCounted = "count" in asked.source;
  const length = isCounted ? Number(value ?? 0) : values.length;
  if (length > MAX_NAMED) {
    const reason = told(
      `it names ${length} contracts, more than the maximum of ${MAX_NAMED}`,
    );
    return { read: { kind: "unread", reason }, items: [] };
  }
  const all = isCounted
    ? listValues(asked, length, answers).slice(1)
    : values.map(valueIn);
  const unread = all.find(({ kind }) => kind !== "read");
  return {
    read: unread ?? first,
    items: unread === undefined ? all.flatMap(contractIn) : [],
  };
}

/** Whether a getter of one contract names none. */
function isNobody(value: unknown): boolean {
  return typeof value === "string" && isZeroAddress(value);
}

/** An address, or an address with whether it is active. */
function contractIn(read: Returned): readonly NamedContract[] {
  const { value } = { value: undefined, ...read };
  const [address]: readonly unknown[] = [value].flat();
  return isAddress(address)
    ? [
        {
          address,
          value: value === address ? addressValue(address) : listItem(value),
        },
      ]
    : [];
}
