import { type Address, isAddress, isZeroAddress } from "../base/address.ts";
import type { ContractType, ValueSource } from "../contracts/contract-type.ts";
import { typeOfRole } from "../contracts/contract-types.ts";
import { ERC721_FACTORY } from "../contracts/types/erc721-factory.ts";
import { ROUTER } from "../contracts/types/router.ts";
import type { ContractRole } from "../networks/definition.ts";
import { CONTRACT_NAMES, ROLES } from "../sources/address-book/names.ts";
import {
  factValue,
  listValues,
  type Returned,
  returnedValue,
} from "../verify/follow/decode-answers.ts";
import type { Answers } from "../verify/questions/question.ts";
import { listItem } from "../verify/values/any-value.ts";
import { told } from "../verify/values/reason.ts";
import { addressValue, type Value } from "../verify/values/value.ts";

/** How the router or its factory names the contracts of a role. */
interface Naming {
  readonly role: ContractRole;
  /**
   * Set if the factory names them, each at an index from 1; otherwise the router does.
   */
  readonly isList: boolean;
  /** The id of the fact with the named contracts. */
  readonly fact: string;
  readonly source: ValueSource;
}

/** In the order of the report. */
const NAMED_ROLES: readonly ContractRole[] = [
  "communityFeeCollector",
  "fixedPrice",
  "erc20Templates",
  "erc721Templates",
  "dispenser",
  "erc721Factory",
  "token",
];

/** How each role but the router's is named, by the contract types. */
export const NAMINGS: readonly Naming[] = NAMED_ROLES.flatMap((role) => [
  ...namingsBy(ROUTER, role),
  ...namingsBy(ERC721_FACTORY, role),
]);

/** The values of a contract type that name the contracts of a role. */
function namingsBy(namer: ContractType, role: ContractRole): Naming[] {
  const found: Naming[] = [];
  const add = (name: string, source: ValueSource) =>
    found.push({
      role,
      isList: namer === ERC721_FACTORY,
      fact: `${namer.prefix}.${name}`,
      source,
    });
  for (const [name, reference] of Object.entries(namer.references ?? {})) {
    if (reference.type === role) {
      add(name, { view: reference.view });
    }
  }
  const { mentions = {} } = typeOfRole(role);
  for (const [name, { by, form, view }] of Object.entries(mentions)) {
    if (by === namer.role && form === "address") {
      add(name, { view });
    }
  }
  for (const [name, value] of Object.entries(namer.privileged ?? {})) {
    // Approved tokens have no type, since most of them are of no release.
    const named = name === "approvedTokens" ? "token" : value.type;
    if (named === role) {
      add(name, value.source);
    }
  }
  return found;
}

/** How the contracts of a role are named; `undefined` for the router. */
export function namingOf(role: ContractRole): Naming | undefined {
  return NAMINGS.find((naming) => naming.role === role);
}

/** Returns whether the contracts of a role name their router. */
export function namesRouter(role: ContractRole): boolean {
  const { references = {} } = typeOfRole(role);
  return Object.values(references).some(({ type }) => type === "router");
}

/** The key of tokens, which the address book has no name for. */
const APPROVED_TOKEN = "approvedToken";

/** The key of a contract with a role in the report. */
export function keyOf(role: ContractRole): string {
  return role === "token" ? APPROVED_TOKEN : CONTRACT_NAMES[role];
}

/** The role of a contract with a {@link keyOf}. */
export function roleOf(key: string): ContractRole {
  return ROLES.find((role) => CONTRACT_NAMES[role] === key) ?? "token";
}

/** A contract that is named, and the value that names it. */
interface NamedContract {
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
    : values.map(returnedValue);
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
