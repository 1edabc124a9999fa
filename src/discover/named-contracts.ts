import { type Address, isAddress, isZeroAddress } from "../base/address.ts";
import {
  factValue,
  listValues,
  type Returned,
  valueIn,
} from "../verify/follow/decode-answers.ts";
import type { Answers } from "../verify/questions/answers.ts";
import { told } from "../verify/values/reason.ts";
import { addressValue, type Value } from "../verify/values/value.ts";
import { listItem } from "../verify/wiring/returned-values.ts";
import { NAMINGS, type Naming, namingOf } from "./naming-views.ts";

/** A contract that is named, and the value that names it. */
export interface NamedContract {
  readonly address: Address;
  readonly value: Value;
}

/** The contracts that a view or a list names. */
interface ReadNames {
  /** The last answer: all of them were read, or why not. */
  readonly read: Returned;
  /** None unless all of them were read. */
  readonly items: readonly NamedContract[];
}

/** The contracts of a role that a router or its factory names. */
export interface Named extends ReadNames {
  readonly naming: Naming;
}

/** More items of a list are not read: a contract can name any number. */
const MAX_NAMED = 50;

/** All that a router and its factory name, by the answers so far. */
export function namedContracts(
  router: Address,
  answers: Answers,
): readonly Named[] {
  const factory = namingOf("erc721Factory");
  const [named] = (factory && readNames(router, factory, answers).items) ?? [];
  return NAMINGS.map((naming) => {
    const of = naming.isList ? named?.address : router;
    const names =
      of === undefined ? NO_FACTORY : readNames(of, naming, answers);
    return { naming, ...names };
  });
}

const NO_FACTORY = unread("the factory, which names them, is unknown");

function readNames(
  of: Address,
  { source }: Naming,
  answers: Answers,
): ReadNames {
  const read = factValue({ of, source }, answers);
  if (read.kind !== "read" || isNobody(read.value)) {
    return { read, items: [] };
  }
  const isCounted = "count" in source;
  // One that names a contract twice names it.
  const values = [...new Set([read.value].flat())];
  const length = isCounted ? Number(read.value) : values.length;
  if (length > MAX_NAMED) {
    return unread(
      `it names ${length} contracts, more than the maximum of ${MAX_NAMED}`,
    );
  }
  const returned = isCounted
    ? listValues({ of, source }, length, answers).slice(1)
    : values.map(valueIn);
  const items: NamedContract[] = [];
  for (const one of returned) {
    if (one.kind !== "read") {
      return { read: one, items: [] };
    }
    const [address]: readonly unknown[] = [one.value].flat();
    if (isAddress(address)) {
      const value = isCounted ? listItem(one.value) : addressValue(address);
      items.push({ address, value });
    }
  }
  return { read, items };
}

function unread(reason: string): ReadNames {
  return { read: { kind: "unread", reason: told(reason) }, items: [] };
}

/** Returns whether a getter of one contract names none. */
function isNobody(value: unknown): boolean {
  return typeof value === "string" && isZeroAddress(value);
}
