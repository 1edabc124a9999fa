import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";

/** What the code of a contract offers, as far as its instructions tell. */
export interface Offer {
  readonly functions: readonly OfferedFunction[];
  readonly variables: readonly Variable[];
  /** Constants that may be addresses, such as immutables. */
  readonly constants: readonly Address[];
  /** The reason why that is not all. */
  readonly missing?: AnalysisGap | undefined;
}

/** The reason why code was not analysed, or not all of it. */
export type AnalysisGap = (typeof ANALYSIS_GAPS)[number];
export const ANALYSIS_GAPS = [
  "no-functions",
  "too-many-functions",
  "analysis-too-slow",
  "other-code",
] as const;

export interface OfferedFunction {
  readonly selector: Hex;
  readonly takes: readonly Argument[];
  readonly isPayable: boolean;
}

/** An argument by its type, of which only `address` can be relied on. */
export interface Argument {
  readonly isAddress: boolean;
  /** True if it is one word. */
  readonly isStatic: boolean;
  /** True if its type has an address, or is that of any bytes. */
  readonly holdsAddress: boolean;
  /** True if it could be an address in code that does not check addresses. */
  readonly mayBeAddress: boolean;
}

/** The type of a variable, as far as it matters. */
export type VariableKind =
  | "address"
  | "addresses"
  | "flag"
  | "number"
  | "list"
  | "mapping"
  | "other";

/** A variable at a fixed slot, or a mapping. */
export interface Variable {
  readonly slot: Hex;
  /** Where it begins, in bytes from the right. */
  readonly offset: number;
  readonly kind: VariableKind;
  /** The number of its bytes, if it is an address, a flag or a number. */
  readonly bytes: number;
  readonly readers: readonly Hex[];
  readonly writers: readonly Hex[];
}

interface FoundFunction {
  readonly selector: string;
  readonly arguments?: string;
  readonly stateMutability?: string;
}

/** What `evmole` says of code. */
export interface FoundInCode {
  readonly functions?: readonly FoundFunction[];
  /** The same functions in {@link withZeroConstants}. */
  readonly unguarded?: readonly FoundFunction[];
  readonly storage?: readonly {
    readonly slot: string;
    readonly offset: number;
    readonly type: string;
    readonly reads: readonly string[];
    readonly writes: readonly string[];
  }[];
}

/** The offer of code in which all of this was found. */
export function offerIn(
  code: Hex,
  { functions = [], unguarded = [], storage = [] }: FoundInCode,
  missing?: AnalysisGap,
): Offer {
  const selectors = (all: readonly string[]) =>
    all.map((one): Hex => `0x${one}`);
  return {
    functions: functions.map((one) => ({
      selector: `0x${one.selector}`,
      takes: argumentsOf(
        one,
        unguarded.find(({ selector }) => selector === one.selector),
      ),
      isPayable: one.stateMutability === "payable",
    })),
    variables: storage.map(({ slot, offset, type, reads, writes }) => ({
      slot: `0x${BigInt(`0x${slot}`).toString(16)}`,
      offset,
      ...kindOf(type),
      readers: selectors(reads),
      writers: selectors(writes),
    })),
    constants: constantsIn(code),
    missing: missing ?? (functions.length === 0 ? "no-functions" : undefined),
  };
}

/** The longer list of what a function takes, since a guard in front may hide arguments. */
function argumentsOf(
  one: FoundFunction,
  unguarded: FoundFunction | undefined,
): readonly Argument[] {
  const [types, more] = [one, unguarded].map((found) =>
    typesIn(found?.arguments ?? ""),
  );
  const isMore = (more?.length ?? 0) > (types?.length ?? 0);
  return ((isMore ? more : types) ?? []).map(argumentOf);
}

function argumentOf(type: string): Argument {
  return {
    isAddress: type === "address",
    isStatic: !/\[\]|^string$|^bytes$|^\(/.test(type),
    holdsAddress: /address|^bytes$/.test(type),
    mayBeAddress: /address|^u?int256$|^bytes/.test(type),
  };
}

function kindOf(type: string): Pick<Variable, "kind" | "bytes"> {
  if (type === "address") {
    return { kind: "address", bytes: 20 };
  }
  if (type === "bool") {
    return { kind: "flag", bytes: 1 };
  }
  if (/^u?int\d*$/.test(type)) {
    const bits = Number(/\d+$/.exec(type)?.[0] ?? 256);
    return { kind: "number", bytes: bits / 8 };
  }
  if (type.startsWith("mapping")) {
    return { kind: "mapping", bytes: 32 };
  }
  if (type.endsWith("[]")) {
    const kind = type === "address[]" ? "addresses" : "list";
    return { kind, bytes: 32 };
  }
  return { kind: "other", bytes: 32 };
}

/** The types of a list, in which tuples have commas of their own. */
function typesIn(list: string): readonly string[] {
  const types: string[] = [];
  let depth = 0;
  let type = "";
  for (const char of list) {
    if (char === "(") {
      depth += 1;
    } else if (char === ")") {
      depth -= 1;
    }
    if (char === "," && depth === 0) {
      types.push(type);
      type = "";
    } else {
      type += char;
    }
  }
  if (list === "") {
    return [];
  }
  return [...types, type];
}

const PUSH1 = 0x60;
const PUSH17 = 0x70;
const PUSH20 = 0x73;
const PUSH32 = 0x7f;
/** Smaller ones are numbers, and the largest are masks. */
export const FIRST_ADDRESS = 1n << 96n;
export const END_OF_ADDRESSES = 1n << 160n;
const LAST_ADDRESS = END_OF_ADDRESSES - (1n << 64n);

/**
 * Constants of 17 to 20 bytes, since leading zeros are left out, and of whole words. Those at
 * the end of the code are what Vyper keeps of immutables.
 */
export function constantsIn(code: Hex): readonly Address[] {
  const pushed = constantPlaces(code).map(({ value }) => value);
  return addressesOf([...pushed, ...wordsAtEnd(code.slice(2))]);
}

/** What may be addresses in the arguments of a clone, which are words or packed. */
export function constantsInArguments(digits: string): readonly Address[] {
  const isInWords = digits.length % WORD_DIGITS === 0;
  const words = isInWords ? addressesOf(wordsAtEnd(digits)) : [];
  if (words.length > 0) {
    return words;
  }
  const values: bigint[] = [];
  // Most are packed without anything between them.
  for (let first = 0; first < ADDRESS_DIGITS; first += 2) {
    const last = digits.length - ADDRESS_DIGITS;
    for (let at = first; at <= last; at += ADDRESS_DIGITS) {
      values.push(BigInt(`0x${digits.slice(at, at + ADDRESS_DIGITS)}`));
    }
  }
  return addressesOf(values);
}

const WORD_DIGITS = 64;
const ADDRESS_DIGITS = 40;
const MAX_WORDS_AT_END = 16;

function wordsAtEnd(digits: string): readonly bigint[] {
  const words: bigint[] = [];
  let end = digits.length;
  while (end >= WORD_DIGITS && words.length < MAX_WORDS_AT_END) {
    words.push(BigInt(`0x${digits.slice(end - WORD_DIGITS, end)}`));
    end -= WORD_DIGITS;
  }
  return words;
}

function addressesOf(values: readonly bigint[]): readonly Address[] {
  const found = values
    .filter(mayBeAddress)
    .map((value): Address => `0x${value.toString(16).padStart(40, "0")}`);
  return [...new Set(found)];
}

export function mayBeAddress(value: bigint): boolean {
  const isMask = (value & (value + 1n)) === 0n;
  return value >= FIRST_ADDRESS && value < LAST_ADDRESS && !isMask;
}

/**
 * Code in which the constants that may be addresses are zero. Functions are analysed as the
 * zero address would run them: one that asks first whether its caller is an immutable owner
 * ends before it reads its arguments, unless that owner is zero, too.
 */
export function withZeroConstants(code: Hex): Hex {
  const bytes = bytesIn(code);
  for (const { start, end } of constantPlaces(code)) {
    bytes.fill(0, start, end);
  }
  return `0x${bytes.toString("hex")}`;
}

/** The places of constants that may be addresses, in bytes. */
function constantPlaces(code: Hex) {
  const bytes = bytesIn(code);
  const places: { start: number; end: number; value: bigint }[] = [];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < PUSH1 || byte > PUSH32) {
      continue;
    }
    const start = at + 1;
    // The data after the code may look like a constant that ends beyond it.
    const end = Math.min(start + byte - PUSH1 + 1, bytes.length);
    if ((byte >= PUSH17 && byte <= PUSH20) || byte === PUSH32) {
      const value = BigInt(`0x0${bytes.subarray(start, end).toString("hex")}`);
      if (mayBeAddress(value)) {
        places.push({ start, end, value });
      }
    }
    at = end - 1;
  }
  return places;
}

function bytesIn(code: Hex): Buffer {
  return Buffer.from(code.slice(2), "hex");
}
