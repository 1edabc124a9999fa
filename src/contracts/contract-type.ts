import type { Address } from "../base/address.ts";
import type { Hex } from "../base/hex.ts";
import type { Severity } from "../base/problems.ts";
import type { ContractRole } from "../networks/definition.ts";

/** A view function: its name and types, such as `factory() returns (address)`. */
export type View = `${string}(${string}) returns (${string})`;

/**
 * A type of contract, as data: its code, the contracts that it refers to, and
 * what those who control it can change.
 */
export interface ContractType {
  /** Its role in a registry; `own` of the project's own contracts. */
  readonly role: ContractRole | "own";
  /** The first part of the ids of its facts; by default the id of the contract. */
  readonly prefix?: string;
  /** The contract at its address, or at each place of its list. */
  readonly contracts: string | readonly string[];
  /**
   * Roles that a network may have in place of the contract, or behind those of
   * the list.
   */
  readonly others?: readonly string[];
  /** Set on contracts of which there are many more than are known, such as tokens. */
  readonly behaviour?: "erc20";
  /** The contracts whose clones are of this type, too. */
  readonly clonesOf?: readonly string[];
  /** The folder of each artifact in the package of the contract set, by its contract. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** Each by the last part of the fact's id, as are those below. */
  readonly references?: Readonly<Record<string, Reference>>;
  readonly mentions?: Readonly<Record<string, Mention>>;
  readonly constants?: Readonly<Record<string, Constant>>;
  readonly privileged?: PrivilegedValues;
}

/** A view that returns the address of another contract of the registry. */
export interface Reference {
  readonly view: View;
  /** The role of the other contract. */
  readonly type: ContractRole;
  /** The functions that change it, which the owner may call; by default none does. */
  readonly setters?: readonly string[];
}

/** The view of another registered contract that mentions this one. */
export interface Mention {
  /** The role of the contract that is asked. */
  readonly by: ContractRole;
  readonly view: View;
  /**
   * Tells whether the view returns the address (`address`), returns whether it
   * knows the address (`known`), or returns the address at a place from 1
   * (`item`).
   */
  readonly form: "address" | "known" | "item";
  /** As of a {@link Reference}. */
  readonly setters?: readonly string[];
}

/** A value that every contract of the type has. */
export interface Constant {
  readonly view: View;
  /** The value, by the place of the contract in its list. */
  readonly values: readonly number[];
}

/** How a value is read and shown. */
export type ValueForm =
  /** An address that may act, with what is behind it. */
  | "holder"
  /** The account, wallet or contract behind an address. */
  | "party"
  /** A share of 10^18, in percent. */
  | "percent"
  | "number"
  | "flag"
  | "text"
  /** Whatever a view of the project's own contracts returns. */
  | "any"
  /** A time, in words. */
  | "seconds"
  /** Several values that one function returns. */
  | "fields"
  /** Several who may act: each is shown like a holder. */
  | "holders"
  /** Addresses, whose order does not matter. */
  | "addresses"
  /** Addresses at places from 1, and whether each is active. */
  | "items";

/** A value that only those who control a contract can change. */
export interface PrivilegedValue {
  /** Follows the contract's name: `Router owner`. */
  readonly words: string;
  readonly form: ValueForm;
  readonly source: ValueSource;
  /** The role of the contracts in a list, if they have releases. */
  readonly type?: ContractRole | undefined;
  /** True if it is listed only of contracts that have it. */
  readonly isOptional?: boolean | undefined;
  /** The functions that change it in the code of releases; by default it never changes. */
  readonly setters?: readonly string[] | undefined;
  /** The privileged value that holds who may call them; by default `owner`. */
  readonly by?: string | undefined;
  /** By default that of its form. */
  readonly severity?: Severity | undefined;
  /** The catalogue of the lock file that has it first, by default the first one. */
  readonly since?: number | undefined;
  /** The kind of code that has it: it is read of no other. */
  readonly ofKind?: string | undefined;
  /** True if it changes in use, so that no change of it is an alarm. */
  readonly isInUse?: boolean | undefined;
}

/** Values by the last part of the id of their facts. */
export type PrivilegedValues = Readonly<Record<string, PrivilegedValue>>;

/**
 * A widely used contract that everybody compiles for themselves, so that it has no known
 * code hash. Other code may answer in the same way, and do anything else.
 */
export interface ContractInterface {
  /** `Circle's FiatToken`. */
  readonly words: string;
  /** The values that each of them has. */
  readonly offers: readonly string[];
  /** The functions that can change each value. */
  readonly changers: Readonly<Record<string, Changer>>;
}

/** Whoever another value of the same contract names. */
export interface Changer {
  /** `the pauser`. */
  readonly words: string;
  /** The last part of the id of the value that names them. */
  readonly value: string;
  /** If the value lists the members of roles, the names of those that can. */
  readonly roles?: readonly string[] | undefined;
}

/** Values that a contract need not have: each is listed where it is offered. */
export function whereOffered(values: PrivilegedValues): PrivilegedValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      { ...value, isOptional: true },
    ]),
  );
}

/** An address, a number, or another word. */
export type ViewArgument = `0x${string}` | bigint;

/** The value of {@link PrivilegedValue.by} where everybody may call the functions. */
export const ANYONE = "anyone";

/** How much a change of a value matters, unless it says so itself. */
export const SEVERITY_OF_FORM: Readonly<Record<ValueForm, Severity>> = {
  holder: "control",
  party: "control",
  percent: "fees",
  addresses: "lists",
  items: "lists",
  holders: "control",
  seconds: "control",
  fields: "fees",
  number: "information",
  flag: "information",
  text: "information",
  any: "information",
};

/** The functions that change the owner of a contract that is `Ownable`. */
export const OWNABLE: readonly string[] = [
  "transferOwnership",
  "renounceOwnership",
];

/** A form of values, each of which a view without parameters returns. */
function formOf(form: ValueForm, returned: string) {
  return (
    words: string,
    view: string,
    more: Pick<
      PrivilegedValue,
      "type" | "setters" | "by" | "severity" | "since"
    > = {},
  ) => {
    const source: { readonly view: View } = {
      view: `${view}() returns (${returned})`,
    };
    return { words, form, source, ...more };
  };
}

/** A value of each form, by its words and the name of the view. */
export const holder = formOf("holder", "address");
export const percent = formOf("percent", "uint256");
export const number = formOf("number", "uint256");
export const flag = formOf("flag", "bool");
export const text = formOf("text", "string");
export const seconds = formOf("seconds", "uint256");
export const holders = formOf("holders", "address[]");
export const addresses = formOf("addresses", "address[]");

/** The address or value in a word of storage. */
export function inSlot(
  form: "holder" | "number",
  words: string,
  slot: `0x${string}`,
): PrivilegedValue {
  return { words, form, severity: "control", source: { slot } };
}

/** Anyone may initialise a template once, and has roles on it from then on. */
export const INITIALIZED = {
  initialized: flag("initialised", "isInitialized", {
    setters: ["initialize"],
    by: ANYONE,
    severity: "control",
  }),
} as const satisfies PrivilegedValues;

export type ValueSource =
  | { readonly view: View; readonly args?: readonly ViewArgument[] }
  /** A word of storage; with a contract, it means this in the code of its releases only. */
  | { readonly slot: `0x${string}`; readonly contract?: string }
  /** Values that follow from several reads. */
  | { readonly derived: "party" | "codeHash" | "dependencies" | "roles" }
  /** A list that is read item by item, from 1. */
  | { readonly count: View; readonly item: View }
  /** What only the code of the contract tells. */
  | { readonly offered: OfferedSource };

/** How the words of an offered value are understood. */
export type OfferedForm = "address" | "flag" | "number" | "list" | "tuple";

/** Where a value is that the analysis of code has found. */
export type OfferedSource =
  | { readonly selector: Hex; readonly as: OfferedForm }
  /** Bytes of a word, counted from the right, the last one included. */
  | {
      readonly word: Hex;
      readonly bytes: readonly [first: number, last: number];
      readonly as: OfferedForm;
    }
  /** The slot of a list of addresses. */
  | { readonly items: Hex }
  /** Constants in the code that have code themselves. */
  | { readonly constants: readonly Address[] }
  | PermissionSource
  /** Storage that was not read, and the root that proves whether it has changed. */
  | { readonly unread: string; readonly hasRoot: boolean }
  /** The reason why the code was not analysed, or not all of it, or could not be read. */
  | { readonly missing: string; readonly isUnread?: boolean };

/** What a kind of contract keeps in mappings. */
export interface PermissionSource {
  /** The id of the kind. */
  readonly permissions: string;
  /** The module that keeps it for the contract. */
  readonly module?: Address | undefined;
}
