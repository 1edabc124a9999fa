import type { ContractRole } from "../networks/definition.ts";

/** A view function: its name and types, such as `factory() returns (address)`. */
export type View = `${string}(${string}) returns (${string})`;

/**
 * What is known of a type of contract, as data: which code it has, which contracts it
 * refers to, and what those who control it can change.
 */
export interface ContractType {
  /** Its role in a registry. */
  readonly role: ContractRole;
  /** The first part of the ids of its facts; by default the id of the contract. */
  readonly prefix?: string;
  /** The contract at its address, or at each place of its list. */
  readonly contracts: string | readonly string[];
  /** What a network may have in place of the contract, or behind those of the list. */
  readonly others?: readonly string[];
  /** Set on contracts of which there are many more than are known, such as tokens. */
  readonly behaviour?: "erc20";
  /** The contracts whose clones are of this type, too. */
  readonly clonesOf?: readonly string[];
  /** The path of each artifact in the package of the contract set. */
  readonly artifacts: Readonly<Record<string, string>>;
  /** Each by the last part of the fact's id, as are those below. */
  readonly references?: Readonly<Record<string, Reference>>;
  readonly mentions?: Readonly<Record<string, Mention>>;
  readonly constants?: Readonly<Record<string, Constant>>;
  readonly privileged?: Readonly<Record<string, PrivilegedValue>>;
}

/** A view that returns the address of another contract of the registry. */
export interface Reference {
  readonly view: View;
  /** The role of the other contract. */
  readonly type: ContractRole;
}

/** What another contract of the registry says of a contract. */
export interface Mention {
  /** The role of the contract that is asked. */
  readonly by: ContractRole;
  readonly view: View;
  /**
   * Whether the view returns the address (`address`), returns whether it knows the
   * address (`known`), or returns the address at a place from 1 (`item`).
   */
  readonly form: "address" | "known" | "item";
}

/** A value that every contract of the type has. */
export interface Constant {
  readonly view: View;
  /** The value, by the place of the contract in its list. */
  readonly values: readonly string[];
}

/** How a value is read and shown. */
export type ValueForm =
  /** Who may act: an address, with what is behind it. */
  | "holder"
  /** A share of 10^18, in percent. */
  | "percent"
  | "number"
  | "flag"
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
  /** Of a list: the role of the contracts in it, if they have releases. */
  readonly type?: ContractRole | undefined;
}

/** A form of values, each of which a view without parameters returns. */
function formOf(form: ValueForm, returned: string) {
  return (words: string, view: string, type?: ContractRole) => {
    const source: { readonly view: View } = {
      view: `${view}() returns (${returned})`,
    };
    return { words, form, source, type };
  };
}

/** A value of each form, by its words and the name of the view. */
export const holder = formOf("holder", "address");
export const percent = formOf("percent", "uint256");
export const number = formOf("number", "uint256");
export const flag = formOf("flag", "bool");
export const addresses = formOf("addresses", "address[]");

export type ValueSource =
  | { readonly view: View }
  /** A word of storage, which means this in the code of known releases only. */
  | { readonly slot: `0x${string}`; readonly contract: string }
  /** A list that is read item by item, from 1. */
  | { readonly count: View; readonly item: View };
