import type { Address } from "../../../base/address.ts";
import {
  FIRST_ADDRESS,
  type Offer,
  type Variable,
  type VariableKind,
} from "../../../contracts/analysis/offer.ts";
import { isUse } from "../../../contracts/analysis/signatures.ts";
import { CODE_KINDS } from "../../../contracts/code-kinds.ts";
import type {
  OfferedForm,
  OfferedSource,
} from "../../../contracts/contract-type.ts";
import { askView, bytesOf, valueAs } from "../../follow/offered.ts";
import type { Answers } from "../../questions/answers.ts";
import { LAST_BYTE, listName, slotName } from "../../values/path.ts";
import {
  type AnalysedContract,
  type Candidate,
  isSame,
  returnedVariables,
} from "./analysed-contract.ts";
import { hasSetter } from "./in-use.ts";

/** The forms of the variables that are read. */
const FORMS: Readonly<Record<VariableKind, OfferedForm>> = {
  address: "address",
  addresses: "list",
  flag: "flag",
  list: "number",
  mapping: "number",
  number: "number",
  other: "number",
};

/** Slots of items of lists are no variables of their own. */
const MAX_SLOT = 1n << 64n;
/**
 * The hashed slots of known kinds of proxies, which have values of their own. A number is a
 * slot of any contract.
 */
const KNOWN_SLOTS = new Set(
  CODE_KINDS.flatMap(({ slot, admin, mark, values = {} }) => [
    slot,
    admin?.slot,
    mark,
    ...Object.values(values).map(({ source }) =>
      "slot" in source ? source.slot : undefined,
    ),
  ])
    .map((slot) => BigInt(slot ?? 0))
    .filter((at) => at >= MAX_SLOT),
);

/** ERC-7201 keeps the variables of a library from a slot that ends with a zero byte. */
const NAMESPACE = 256n;
const IN_NAMESPACE = 16n;

/**
 * Tells whether a variable says who may act, whether something may be done, or
 * how much.
 */
export function saysWhoMayAct(one: Variable, offer: Offer): boolean {
  const { slot, kind } = one;
  const at = BigInt(slot);
  const isFixed = at < MAX_SLOT || at % NAMESPACE < IN_NAMESPACE;
  return (
    isFixed &&
    !KNOWN_SLOTS.has(at) &&
    (["address", "flag", "addresses"].includes(kind) ||
      (kind === "number" && hasSetter(slot, offer)))
  );
}

/** True if a view that is asked by its name returns the variable, and no other one. */
export function isReadByName(
  variable: Variable,
  named: ReadonlySet<string>,
  { variables }: Offer,
): boolean {
  return variable.readers.some((view) => {
    const [first, ...others] = returnedVariables(view, variables);
    return (
      named.has(view) &&
      first !== undefined &&
      others.length === 0 &&
      isSame(first, variable)
    );
  });
}

/** Tells whether a view that reads the variable alone returns it. */
export function isReturned(
  variable: Variable,
  found: readonly Candidate[],
  answers: Answers,
  of: Address,
): boolean {
  const { kind } = variable;
  return found.some(({ variables: [first, ...others], as, source }) => {
    const isAlone = first !== undefined && others.length === 0;
    if (!isAlone || !isSame(first, variable) || !("selector" in source)) {
      return false;
    }
    const answer = askView(of, source.selector, answers);
    // A smaller number may be another variable of the word.
    const isAddress =
      answer?.kind === "returned" && BigInt(answer.data) >= FIRST_ADDRESS;
    if (kind === "address") {
      return as === "address" && isAddress;
    }
    return as === FORMS[kind];
  });
}

/** A variable that no view returns, once its word says something that fits its type. */
export function storedValue(
  variable: Variable,
  { of: address, answers }: AnalysedContract,
  { variables }: Offer,
): Candidate | undefined {
  const { slot, offset, kind, bytes } = variable;
  const kept = [variable];
  const word = answers.get({ kind: "word", address, slot });
  // The analysis takes any word that is compared with zero for a flag.
  const mayBeNumber =
    kind === "flag" && offset === 0 && isAloneInWord(variable, variables);
  const as = mayBeNumber ? "number" : FORMS[kind];
  if (as === "list") {
    const source = { items: slot };
    return { name: listName(slot), source, as, variables: kept };
  }
  const isWhole =
    as === "number" && offset === 0 && isAloneInWord(variable, variables);
  const last = isWhole ? LAST_BYTE : offset + bytes - 1;
  const source = { word: slot, bytes: [offset, last], as } as const;
  const end = as === "number" && !isWhole ? last : undefined;
  const name = slotName(slot, offset, end);
  if (word?.ok !== true) {
    return { name, source, as, variables: kept };
  }
  const value = valueAs(as, `0x${bytesOf(word.value, [offset, last])}`);
  return value?.kind === as ? { name, source, as, variables: kept } : undefined;
}

function isAloneInWord(
  { slot, offset }: Variable,
  variables: readonly Variable[],
): boolean {
  return variables.every((one) => one.slot !== slot || one.offset === offset);
}

/** A value in a word of storage. */
interface WordCandidate extends Candidate {
  readonly source: Extract<OfferedSource, { readonly word: unknown }>;
}

/**
 * The ends of words that have variables: the analysis takes some for shorter than they are,
 * and misses some that stand behind others.
 */
export function endsOfWords(offer: Offer): readonly WordCandidate[] {
  const found: WordCandidate[] = [];
  const words = Map.groupBy(offer.variables, ({ slot }) => slot);
  for (const [slot, variables] of words) {
    const end = Math.max(...variables.map((one) => one.offset + one.bytes));
    const isPlain = variables.every(({ kind }) =>
      ["address", "flag", "number"].includes(kind),
    );
    const writers = variables.flatMap((one) => one.writers);
    const isSet = writers.some((one) => !isUse(one));
    if (BigInt(slot) < MAX_SLOT && isPlain && isSet && end <= LAST_BYTE) {
      const source = { word: slot, bytes: [end, LAST_BYTE] } as const;
      found.push({
        name: slotName(slot, end, LAST_BYTE),
        source: { ...source, as: "number" },
        as: "number",
        variables,
      });
    }
  }
  return found;
}
