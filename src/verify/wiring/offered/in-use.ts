import { addressInWord } from "../../../base/address.ts";
import type { Hex } from "../../../base/hex.ts";
import type {
  Offer,
  OfferedFunction,
} from "../../../contracts/analysis/offer.ts";
import {
  isDecidingNumber,
  isUse,
  RENOUNCE_ROLE,
} from "../../../contracts/analysis/signatures.ts";
import type { OfferedSource } from "../../../contracts/contract-type.ts";
import { askView } from "../../follow/offered.ts";
import type { AnalysedContract, Candidate } from "./analysed-contract.ts";

/** The functions that write a slot, whichever of its variables. */
function writersOf(slot: Hex, offer: Offer): readonly OfferedFunction[] {
  const writers = new Set(
    offer.variables
      .filter((one) => one.slot === slot)
      .flatMap((one) => one.writers),
  );
  return offer.functions.filter(({ selector }) => writers.has(selector));
}

/**
 * Tells whether a function looks as if it set a slot, and nobody's use of a
 * token writes it.
 */
export function hasSetter(slot: Hex, offer: Offer): boolean {
  const writers = writersOf(slot, offer);
  return (
    writers.some((one) => mayBeSetter(one, offer)) &&
    !writers.some(({ selector }) => isUse(selector))
  );
}

/** One that writes a mapping as well keeps accounts, such as of what somebody has staked. */
function mayBeSetter(
  { selector, takes: [first, ...others] }: OfferedFunction,
  { variables }: Offer,
): boolean {
  const isNumber = first?.isStatic === true && !first.isAddress;
  const keepsAccounts = variables.some(
    ({ kind, writers }) => kind === "mapping" && writers.includes(selector),
  );
  return isNumber && others.length === 0 && !keepsAccounts;
}

/**
 * Tells whether a value changes while the contract is used, as far as its code
 * tells and a stranger may do, or did so before.
 */
export function changesInUse(
  { source, as, variables }: Candidate,
  contract: AnalysedContract,
): boolean {
  const { offer } = contract;
  const slots = [...new Set(variables.map(({ slot }) => slot))];
  const isDeciding = "selector" in source && isDecidingNumber(source.selector);
  const writers = slots.flatMap((slot) => writersOf(slot, offer));
  const isAlwaysPayable = offer.functions.every(({ isPayable }) => isPayable);
  return (
    writers.some(({ selector }) => isUse(selector)) ||
    (as === "address" &&
      slots.length === 0 &&
      mayTakeTurns(source, contract)) ||
    (as === "address" &&
      writers.length > 0 &&
      !writers.some((one) => mayTakeAddress(one, slots, offer))) ||
    (as === "number" && !isDeciding && isCounted(slots, writers, offer)) ||
    (as === "flag" &&
      !isAlwaysPayable &&
      writers.some(({ isPayable }) => isPayable)) ||
    (contract.isWritten &&
      // Of a number, both are looked up.
      [
        // A guard that returns in silence looks like success.
        !isDeciding && writers.some((one) => isOpenToAll(one, contract)),
        // Anything else may have been set by somebody who has a power.
        as === "number" && !isDeciding && hasMoved(source, contract),
      ].includes(true))
  );
}

/**
 * Tells whether functions without arguments write a number, as those that count. Beside a
 * flag, they may be those that set the flag.
 */
function isCounted(
  slots: readonly Hex[],
  writers: readonly OfferedFunction[],
  { variables }: Offer,
): boolean {
  return (
    writers.some(({ takes }) => takes.length === 0) &&
    !variables.some(({ slot, kind }) => kind === "flag" && slots.includes(slot))
  );
}

/**
 * Tells whether a function may take the address that it writes, or accepts one
 * that another function has taken.
 */
function mayTakeAddress(
  { selector, takes }: OfferedFunction,
  slots: readonly Hex[],
  offer: Offer,
): boolean {
  const isTyped = offer.functions.some((one) =>
    one.takes.some(({ isAddress }) => isAddress),
  );
  const takesAddress = (one: Pick<OfferedFunction, "takes">) =>
    one.takes.some(({ holdsAddress, mayBeAddress }) =>
      isTyped ? holdsAddress : mayBeAddress,
    );
  const accepted = offer.variables.filter(
    (one) =>
      one.kind === "address" &&
      !slots.includes(one.slot) &&
      one.writers.includes(selector),
  );
  return (
    takesAddress({ takes }) ||
    accepted.some(({ slot }) => writersOf(slot, offer).some(takesAddress))
  );
}

/** True for an account that no variable of the contract names: others may, by turns. */
function mayTakeTurns(
  source: OfferedSource,
  contract: AnalysedContract,
): boolean {
  const { of, answers } = contract;
  const answer =
    "selector" in source ? askView(of, source.selector, answers) : undefined;
  const address =
    answer?.kind === "returned" ? addressInWord(answer.data) : undefined;
  return (
    address !== undefined &&
    !isConstant(BigInt(address), contract) &&
    answers.get({ kind: "code", address })?.kind === "none"
  );
}

/** True if the code of a contract has the number, as that of an immutable address. */
export function isConstant(
  number: bigint,
  { codes }: Pick<AnalysedContract, "codes">,
): boolean {
  return codes.some(({ offer }) =>
    offer.constants.some((one) => BigInt(one) === number),
  );
}

const STRANGER = "01".repeat(20).padStart(64, "0");
const ONE = "1".padStart(64, "0");

/** Tells whether anybody may call a function that writes. */
function isOpenToAll(
  { selector, takes }: OfferedFunction,
  { of: address, answers, limits }: AnalysedContract,
): boolean {
  if (selector === RENOUNCE_ROLE || !takes.every((one) => one.isStatic)) {
    return false;
  }
  limits.strangers -= 1;
  if (limits.strangers < 0) {
    return false;
  }
  const words = takes.map((one) => (one.isAddress ? STRANGER : ONE));
  const data: Hex = `${selector}${words.join("")}`;
  const answer = answers.get({ kind: "stranger", address, data });
  return answer?.ok === true && answer.value;
}

/** Tells whether a value was another one at a settled block, which had the contract. */
function hasMoved(
  source: OfferedSource,
  { of: address, answers }: AnalysedContract,
): boolean {
  const code = answers.get({ kind: "before", address });
  const slot = slotOf(source);
  const data = "selector" in source ? source.selector : undefined;
  let now: Hex | undefined;
  if (data !== undefined) {
    const answer = askView(address, data, answers);
    now = answer?.kind === "returned" ? answer.data : undefined;
  } else if (slot !== undefined) {
    const word = answers.known({ kind: "word", address, slot });
    now = word?.ok === true ? word.value : undefined;
  } else {
    return false;
  }
  const before = answers.get({ kind: "before", address, data, slot });
  return (
    code?.ok === true &&
    code.value !== "0x" &&
    now !== undefined &&
    before?.ok === true &&
    before.value !== now
  );
}

function slotOf(source: OfferedSource): Hex | undefined {
  if ("word" in source) {
    return source.word;
  }
  return "items" in source ? source.items : undefined;
}
