import { toEventSelector, toFunctionSelector } from "viem/utils";
import type { Hex } from "../../../base/hex.ts";
import type {
  Argument,
  Offer,
  Variable,
} from "../../../contracts/analysis/offer.ts";
import {
  functionName,
  isHolding,
  isTransfer,
  isUse,
  TOTAL_SUPPLY,
} from "../../../contracts/analysis/signatures.ts";
import type { PermissionKind } from "../../../contracts/permission-kinds.ts";
import { encodeCall } from "../../follow/codec.ts";
import {
  type AnalysedCode,
  type AnalysedContract,
  type Candidate,
  isSame,
  returnedVariables,
} from "./analysed-contract.ts";
import { isReadByName } from "./found-values.ts";

const topicOf = (event: string) => toEventSelector(`event ${event}`).slice(2);
/** `grantRole(bytes32,address)`, `hasRole(bytes32,address)`, `revokeRole(bytes32,address)`. */
const GRANT_ROLE = "0x2f2ff15d";
const HAS_ROLE = "0x91d14854";
const REVOKE_ROLE = "0xd547741f";
/** `setRoleAdmin(bytes32,bytes32)`, of which the analysis may see no arguments. */
const SET_ROLE_ADMIN = "0x1e4e0091";

/** The events by which the members of a mapping are read, by the function that adds one. */
const EVENTS: ReadonlyMap<Hex, readonly string[]> = new Map<
  Hex,
  readonly string[]
>([
  [GRANT_ROLE, [topicOf("RoleGranted(bytes32,address,address)")]],
  // configureMinter(address,uint256)
  ["0x4e44d956", [topicOf("MinterConfigured(address,uint256)")]],
  // rely(address), whose selector DAI notes in place of an event.
  ["0x65fae35e", [topicOf("Rely(address)"), `65fae35e${"00".repeat(28)}`]],
]);
const MAX_NAMED = 16;
const MAX_WRITERS = 4;

/**
 * The storage that is written and not read, in words: `isMinter (written by addMinter)`;
 * empty if there is none. Mappings count that others than transfers, approvals and
 * permits write, and that nothing lists, and further variables that others than the use
 * of a token write.
 *
 * @param found the values that are read
 * @param named the selectors of views that are asked by name
 * @param kinds what the contract keeps in mappings that are read
 */
export function unreadStorage(
  { offer, codes }: Pick<AnalysedContract, "offer" | "codes">,
  found: readonly Candidate[],
  named: ReadonlySet<string>,
  kinds: readonly PermissionKind[],
): string {
  const { variables, functions } = offer;
  const listing = new Set(
    kinds
      .filter(({ hasMore }) => hasMore !== true)
      .flatMap(({ views, lists = [] }) => [...views, ...lists])
      .map((view) => encodeCall(view)),
  );
  const told = new Set(
    kinds.flatMap(({ said }) => said?.writers.map(toFunctionSelector) ?? []),
  );
  const changing = new Set(variables.flatMap((one) => one.writers));
  const getters = functions
    .map(({ selector }) => selector)
    .filter((one) => !changing.has(one));
  const isListed = (all: readonly Variable[]) =>
    all.some(({ readers }) => readers.some((one) => listing.has(one)));
  const groups = Map.groupBy(
    variables,
    ({ slot, offset, kind }) => `${kind === "mapping"} ${slot} ${offset}`,
  );
  const unread: string[] = [];
  for (const all of groups.values()) {
    const writers = writersOf(all, offer);
    const isTold = writers.length > 0 && writers.every((one) => told.has(one));
    const isRead = all.some(({ kind }) => kind === "mapping")
      ? isMappingRead(all, writers, offer, codes)
      : isVariableRead(all, writers, offer, found, named);
    if (!isRead && !isTold && !isListed(all)) {
      unread.push(describe(all, writers, getters));
    }
  }
  const more = unread.length - MAX_NAMED;
  const text = unread.slice(0, MAX_NAMED).join(", ");
  return more > 0 ? `${text} and ${more} more` : text;
}

/**
 * The functions that write variables in one place. Of a word that is written at once, only
 * one variable has its writers; of a text none has, which a function with a text reads.
 */
function writersOf(
  all: readonly Variable[],
  { variables, functions }: Offer,
): readonly Hex[] {
  const own = all.flatMap(({ writers }) => writers);
  const [first] = all;
  if (own.length > 0 || first === undefined || first.kind === "mapping") {
    return [...new Set(own)];
  }
  const inWord = variables
    .filter(({ slot, kind }) => slot === first.slot && kind !== "mapping")
    .flatMap(({ writers }) => writers);
  const texts = functions
    .filter(({ takes }) => takes.some(({ isStatic }) => !isStatic))
    .map(({ selector }) => selector);
  const reading = first.readers.filter((one) => texts.includes(one));
  return [...new Set([...inWord, ...(first.kind === "other" ? reading : [])])];
}

/**
 * Tells whether nothing is to say of a mapping: nobody writes it but holders for
 * themselves, or its members are read by their events.
 */
function isMappingRead(
  all: readonly Variable[],
  writers: readonly Hex[],
  offer: Offer,
  codes: readonly AnalysedCode[],
): boolean {
  const others = writers.filter((one) => !isUse(one));
  const isOfHolders =
    writers.some((one) => isTransfer(one)) &&
    all.some(({ readers }) => readers.some((one) => isHolding(one))) &&
    // One that takes an address without an amount may block its holder.
    !others.some((one) => takesNoAmount(takenBy(one, offer)));
  const hasEvent = (topic: string) =>
    codes.some(({ code }) => code.includes(topic));
  const isOfRoles =
    writers.includes(REVOKE_ROLE) ||
    all.some(({ readers }) => readers.includes(HAS_ROLE));
  const isInEvents =
    writers.some(
      (one) =>
        (one !== GRANT_ROLE || isOfRoles) && EVENTS.get(one)?.some(hasEvent),
    ) &&
    !others.some(
      (one) => one === SET_ROLE_ADMIN || takesNobody(takenBy(one, offer)),
    );
  return (
    isOfHolders ||
    isInEvents ||
    writers.every((one) => isTransfer(one)) ||
    !offer.functions.some(({ selector }) => writers.includes(selector))
  );
}

function takenBy(one: Hex, { functions }: Offer): readonly Argument[] {
  return functions.find(({ selector }) => selector === one)?.takes ?? [];
}

function takesNoAmount([first, ...others]: readonly Argument[]): boolean {
  return (
    first?.isAddress === true &&
    !others.some(({ mayBeAddress }) => mayBeAddress)
  );
}

/** True of one that sets what a role is, such as its admin. */
function takesNobody(takes: readonly Argument[]): boolean {
  return takes.length > 0 && !takes.some(({ holdsAddress }) => holdsAddress);
}

/** Tells whether variables in one place are read, or nobody writes them but by use. */
function isVariableRead(
  all: readonly Variable[],
  writers: readonly Hex[],
  offer: Offer,
  found: readonly Candidate[],
  named: ReadonlySet<string>,
): boolean {
  const [supply, ...others] = returnedVariables(TOTAL_SUPPLY, offer.variables);
  const isSupply =
    supply !== undefined &&
    others.length === 0 &&
    all.some((one) => isSame(one, supply));
  const isSet = offer.functions.some(
    ({ selector }) => writers.includes(selector) && !isUse(selector),
  );
  if (isSupply || !isSet) {
    return true;
  }
  // All items of an array look like one variable, of which the first item is read.
  const mayBeArray = writers.some((one) => takesIndexAndValue(one, offer));
  const isFound = (one: Variable) =>
    isReadByName(one, named, offer) ||
    found.some(
      ({ variables, as }) =>
        (as === "tuple" || variables.length === 1) &&
        variables.some((other) => isSame(other, one)),
    );
  return !mayBeArray && all.some(isFound);
}

/** Tells whether a function writes one variable, and takes a number besides its value. */
function takesIndexAndValue(writer: Hex, offer: Offer): boolean {
  const takes = takenBy(writer, offer);
  const written = offer.variables.filter(({ writers }) =>
    writers.includes(writer),
  );
  return (
    written.length === 1 &&
    takes.length === 2 &&
    takes.every(({ isStatic }) => isStatic) &&
    takes[0]?.isAddress === false
  );
}

function describe(
  variables: readonly Variable[],
  writers: readonly Hex[],
  getters: readonly Hex[],
): string {
  const getter = getters.find((one) =>
    variables.some(({ readers }) => readers.includes(one)),
  );
  const sorted = [
    ...writers.filter((one) => !isUse(one)),
    ...writers.filter((one) => isUse(one)),
  ];
  const names = [...new Set(sorted.map(functionName))];
  const by = names.slice(0, MAX_WRITERS).join(", ");
  const [first] = variables;
  const what = first?.kind === "mapping" ? "mapping at" : "slot";
  const name = getter ? functionName(getter) : `${what} ${first?.slot}`;
  return `${name} (written by ${by})`;
}
