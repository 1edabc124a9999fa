import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";

/** What the code of a contract offers, as far as its instructions tell. */
export interface Offer {
  readonly functions: readonly OfferedFunction[];
  readonly variables: readonly Variable[];
  /** Constants that may be addresses, such as immutables. */
  readonly constants: readonly Address[];
  /** Why that is not all. */
  readonly missing?: AnalysisGap | undefined;
}

/** Why code was not analysed, or not all of it. */
export type AnalysisGap = (typeof ANALYSIS_GAPS)[number];
export const ANALYSIS_GAPS = [
  "no-functions",
  "too-many-functions",
  "analysis-too-slow",
] as const;

export interface OfferedFunction {
  readonly selector: Hex;
  /** The types, of which only the number and `address` can be relied on. */
  readonly takes: readonly string[];
  readonly isPayable: boolean;
}

/** A variable at a fixed slot, or a mapping. */
export interface Variable {
  readonly slot: Hex;
  /** Where it begins, in bytes from the right. */
  readonly offset: number;
  readonly type: string;
  readonly readers: readonly Hex[];
  readonly writers: readonly Hex[];
}

/** What `evmole` says of code. */
export interface FoundInCode {
  readonly functions?: readonly {
    readonly selector: string;
    readonly arguments?: string;
    readonly stateMutability?: string;
  }[];
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
  { functions = [], storage = [] }: FoundInCode,
  missing?: AnalysisGap,
): Offer {
  const selectors = (all: readonly string[]) =>
    all.map((one): Hex => `0x${one}`);
  return {
    functions: functions.map((one) => ({
      selector: `0x${one.selector}`,
      takes: typesIn(one.arguments ?? ""),
      isPayable: one.stateMutability === "payable",
    })),
    variables: storage.map(({ slot, offset, type, reads, writes }) => ({
      slot: `0x${BigInt(`0x${slot}`).toString(16)}`,
      offset,
      type,
      readers: selectors(reads),
      writers: selectors(writes),
    })),
    constants: constantsIn(code),
    missing: missing ?? (functions.length === 0 ? "no-functions" : undefined),
  };
}

/** The types of a list, in which tuples have commas of their own. */
function typesIn(list: string): readonly string[] {
  const types: string[] = [];
  let depth = 0;
  let type = "";
  for (const char of list) {
    depth += char === "(" ? 1 : char === ")" ? -1 : 0;
    if (char === "," && depth === 0) {
      types.push(type);
      type = "";
    } else {
      type += char;
    }
  }
  return list === "" ? [] : [...types, type];
}

const PUSH1 = 0x60;
const PUSH20 = 0x73;
const PUSH32 = 0x7f;
const MAX_CONSTANTS = 16;
/** Below are numbers, and at the top masks. */
const FIRST_ADDRESS = 1n << 96n;
const LAST_ADDRESS = (1n << 160n) - (1n << 64n);

/** Constants of 20 bytes, and words that are as large. */
function constantsIn(code: Hex): readonly Address[] {
  const bytes = Buffer.from(code.slice(2), "hex");
  const found = new Set<Address>();
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < PUSH1 || byte > PUSH32) {
      continue;
    }
    const end = at + 1 + byte - PUSH1 + 1;
    if (byte === PUSH20 || byte === PUSH32) {
      const value = BigInt(`0x0${bytes.subarray(at + 1, end).toString("hex")}`);
      if (value >= FIRST_ADDRESS && value < LAST_ADDRESS) {
        found.add(`0x${value.toString(16).padStart(40, "0")}`);
      }
    }
    at = end - 1;
  }
  return [...found].slice(0, MAX_CONSTANTS);
}
