import { addressInWord } from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import {
  FIRST_ADDRESS,
  type Offer,
  type Variable,
  type VariableKind,
} from "../../../contracts/analysis/offer.ts";
import {
  functionName,
  isDecidingNumber,
  TOTAL_SUPPLY,
} from "../../../contracts/analysis/signatures.ts";
import type { OfferedForm } from "../../../contracts/contract-type.ts";
import { askView, valueAs } from "../../follow/offered.ts";
import type { Answers } from "../../questions/answers.ts";
import {
  type AnalysedContract,
  type Candidate,
  returnedVariables,
} from "./analysed-contract.ts";
import { hasSetter } from "./in-use.ts";

/** What a view returns, if that is a value to pin; `undefined` while it is asked. */
export function returnedBy(
  selector: Hex,
  contract: AnalysedContract,
  offer: Offer,
): Candidate | undefined {
  const { of, answers } = contract;
  const answer = askView(of, selector, answers);
  if (answer?.kind !== "returned") {
    return undefined;
  }
  const last = returnedVariables(selector, offer.variables);
  const as = formOf(selector, answer.data, last, offer, contract);
  const name = `${functionName(selector)}()`;
  return as && { name, source: { selector, as }, as, variables: last };
}

function formOf(
  selector: Hex,
  data: Hex,
  last: readonly Variable[],
  offer: Offer,
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
        isOnlyReturned(data, last, contract, offer));
    if ((isAddress && hasKind("address")) || hasCode(data, contract.answers)) {
      return "address";
    }
    const [first, ...others] = last;
    const isSet =
      selector !== TOTAL_SUPPLY &&
      first !== undefined &&
      others.length === 0 &&
      hasSetter(first.slot, offer);
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
  { of, answers }: AnalysedContract,
  { functions }: Offer,
): boolean {
  const views = functions.filter(
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

const END_OF_ADDRESSES = 1n << 160n;
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
