import { addressInWord } from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import {
  END_OF_ADDRESSES,
  FIRST_ADDRESS,
  type Offer,
  type Variable,
  type VariableKind,
} from "../../../contracts/analysis/offer.ts";
import {
  functionName,
  isDecidingNumber,
  isUse,
  TOTAL_SUPPLY,
} from "../../../contracts/analysis/signatures.ts";
import { CODE_KINDS } from "../../../contracts/code-kinds.ts";
import type { OfferedForm } from "../../../contracts/contract-type.ts";
import {
  askView,
  bytesOf,
  firstItemOf,
  valueAs,
} from "../../follow/offered.ts";
import type { Answers } from "../../questions/question.ts";
import { LAST_BYTE, listName, slotName } from "../../values/path.ts";
import {
  type AnalysedContract,
  type Candidate,
  isSame,
  returnedVariables,
} from "./analysed-contract.ts";
import { hasSetter, isConstant } from "./in-use.ts";

/** What a view returns, if that is a value to pin; `undefined` while it is asked. */
export function returnedBy(
  selector: Hex,
  contract: AnalysedContract,
): Candidate | undefined {
  const answer = askView(contract.of, selector, contract.answers);
  if (answer?.kind !== "returned") {
    return undefined;
  }
  const variables = returnedVariables(selector, contract.offer.variables);
  const as = formOf(selector, answer.data, variables, contract);
  const name = `${functionName(selector)}()`;
  return as && { name, source: { selector, as }, as, variables };
}

function formOf(
  selector: Hex,
  data: Hex,
  last: readonly Variable[],
  contract: AnalysedContract,
): OfferedForm | undefined {
  const hasKind = (...kinds: readonly VariableKind[]) =>
    last.some(({ kind }) => kinds.includes(kind));
  const words = (data.length - 2) / 64;
  if (words === 1) {
    const number = BigInt(data);
    if (hasKind("flag") && number <= 1n) {
      return "flag";
    }
    const isAddress =
      number < END_OF_ADDRESSES &&
      (number === 0n ||
        number >= FIRST_ADDRESS ||
        isOnlyReturned(data, last, contract));
    if (
      (isAddress && hasKind("address")) ||
      (last.length === 0 && isAccount(number, contract)) ||
      hasCode(data, contract.answers)
    ) {
      return "address";
    }
    const [first, ...others] = last;
    const isSet =
      selector !== TOTAL_SUPPLY &&
      first !== undefined &&
      others.length === 0 &&
      hasSetter(first.slot, contract.offer);
    return isSet || isDecidingNumber(selector) ? "number" : undefined;
  }
  const list = valueAs("list", data);
  if (list?.kind === "set") {
    if (list.items.length > 0 || hasKind("addresses", "list")) {
      return "list";
    }
    return undefined;
  }
  const tuple = valueAs("tuple", data);
  if (
    tuple?.kind === "sequence" &&
    tuple.items.some(({ kind }) => kind === "address") &&
    BigInt(data.slice(0, 66)) !== 32n
  ) {
    return "tuple";
  }
  return undefined;
}

/**
 * Tells whether all views of a variable return the same: compilers put several
 * variables into a word, of which the analysis may only find the first.
 */
function isOnlyReturned(
  data: Hex,
  [variable, ...others]: readonly Variable[],
  { of, answers, offer }: AnalysedContract,
): boolean {
  const views = offer.functions.filter(
    ({ selector, takes }) =>
      takes.length === 0 &&
      variable?.readers.includes(selector) &&
      !variable.writers.includes(selector),
  );
  return (
    others.length === 0 &&
    views.every(({ selector }) => {
      const answer = askView(of, selector, answers);
      return answer?.kind !== "returned" || answer.data === data;
    })
  );
}

/** Hardly any number is as large as nearly all addresses are. */
const LARGEST_NUMBER = 1n << 152n;

/** Tells whether what no variable returns is an address: a constant, or of another contract. */
function isAccount(number: bigint, contract: AnalysedContract): boolean {
  const isLarge = LARGEST_NUMBER <= number && number < END_OF_ADDRESSES;
  return isLarge || isConstant(number, contract);
}

/** The chain's own contracts are below. */
const MAX_RESERVED = 0xffffn;

/** Tells whether a word is the address of a contract. */
function hasCode(word: Hex, answers: Answers): boolean {
  const address = addressInWord(word);
  return (
    address !== undefined &&
    BigInt(address) > MAX_RESERVED &&
    answers.get({ kind: "code", address })?.kind === "code"
  );
}

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

function isItemOfList(at: bigint, { variables }: Offer): boolean {
  return variables.some(({ slot }) => {
    const start = firstItemOf(slot);
    return start <= at && at < start + MAX_SLOT;
  });
}

/**
 * Tells whether a variable says who may act, whether something may be done, or
 * how much.
 */
export function saysWhoMayAct(one: Variable, offer: Offer): boolean {
  const { slot, kind } = one;
  const at = BigInt(slot);
  const isFixed =
    at < MAX_SLOT ||
    at % NAMESPACE < IN_NAMESPACE ||
    (kind === "address" && !isItemOfList(at, offer));
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
  { of, answers }: AnalysedContract,
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
  { of: address, answers, offer }: AnalysedContract,
): Candidate | undefined {
  const { slot, offset, kind, bytes } = variable;
  const word = answers.get({ kind: "word", address, slot });
  const inWord = offer.variables.filter((one) => one.slot === slot);
  const isAlone = offset === 0 && inWord.every((one) => one.offset === 0);
  // The analysis takes any word that is compared with zero for a flag.
  const as = kind === "flag" && isAlone ? "number" : FORMS[kind];
  const kept = { as, variables: [variable] };
  if (as === "list") {
    return { name: listName(slot), source: { items: slot }, ...kept };
  }
  const isWhole = as === "number" && isAlone;
  const last = isWhole ? LAST_BYTE : offset + bytes - 1;
  const source = { word: slot, bytes: [offset, last], as } as const;
  const end = as === "number" && !isWhole ? last : undefined;
  const found = { name: slotName(slot, offset, end), source, ...kept };
  if (word?.ok !== true) {
    return found;
  }
  const value = valueAs(as, `0x${bytesOf(word.value, source.bytes)}`);
  return value?.kind === as ? found : undefined;
}

/**
 * The ends of words that have variables: the analysis takes some for shorter than they are,
 * and misses some that stand behind others.
 */
export function endsOfWords(offer: Offer): readonly Candidate[] {
  const found: Candidate[] = [];
  const words = Map.groupBy(offer.variables, ({ slot }) => slot);
  for (const [slot, variables] of words) {
    const end = Math.max(...variables.map((one) => one.offset + one.bytes));
    const isPlain = variables.every(({ kind }) =>
      ["address", "flag", "number"].includes(kind),
    );
    const writers = variables.flatMap((one) => one.writers);
    const isSet = writers.some((one) => !isUse(one));
    if (BigInt(slot) < MAX_SLOT && isPlain && isSet && end <= LAST_BYTE) {
      const as = "number";
      const source = { word: slot, bytes: [end, LAST_BYTE], as } as const;
      const name = slotName(slot, end, LAST_BYTE);
      found.push({ name, source, as, variables });
    }
  }
  return found;
}
