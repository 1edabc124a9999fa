import type { AbiFunction } from "viem";
import {
  bytesRegex,
  encodeAbiParameters,
  encodeFunctionData,
  integerRegex,
} from "viem/utils";
import { isAddress } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Hex, isHex, lowerHex } from "../../base/hex.ts";
import { isRecord, ownValue } from "../../base/records.ts";
import { lineOf, oneLine, quoted } from "../../base/text.ts";
import { exactInteger, parseStrictJson } from "../../files/json.ts";

/** A parameter of a function's ABI. */
export interface Parameter {
  /** Without one, the parameter's value is under its position. */
  readonly name?: string | undefined;
  readonly type: string;
  readonly components?: readonly Parameter[] | undefined;
}

/**
 * The call of a function, whose arguments are spelled as Safe's Transaction Builder
 * accepts them.
 *
 * @param subject begins the message of an error
 *
 * @throws HardhatPluginError that names the argument, and its value.
 */
export function encodeCall(
  name: string,
  inputs: readonly Parameter[],
  values: Readonly<Record<string, unknown>>,
  subject: string,
): Hex {
  const args = inputs.map((input, position) => {
    const key = input.name || String(position);
    const label = `${subject}: ${quoted(key)} (${oneLine(input.type)})`;
    const given = ownValue(values, key) ?? undefined;
    if (given === undefined) {
      throw alphaError(`${label} is missing.`);
    }
    const refuse: Refuse = (value) => {
      throw alphaError(`${label} cannot be ${quoted(lineOf(value))}.`);
    };
    const value = meantBy(input, given, refuse);
    try {
      encodeAbiParameters([input], [value]);
    } catch {
      refuse(given);
    }
    return value;
  });
  const method = { type: "function", name, inputs, outputs: [] };
  const abi = [{ ...method, stateMutability: "payable" } as AbiFunction];
  return encodeFunctionData({ abi, functionName: name, args });
}

type Refuse = (value: unknown) => never;

/**
 * The value that is meant by a spelling.
 *
 * @param isInTuple whether the value is part of a tuple or of a list of texts, which
 * Safe's form reads as JSON
 */
function meantBy(
  parameter: Parameter,
  given: unknown,
  refuse: Refuse,
  isInTuple = false,
): unknown {
  const { type, components = [] } = parameter;
  if (typeof given === "string" && !isInTuple && /^tuple|\]$/.test(type)) {
    const isJson = /^(?:tuple|string)/.test(type);
    const json = parseStrictJson(
      isJson ? given : inQuotes(given),
      exactInteger,
    );
    if (json.ok && typeof json.value === "object") {
      return meantBy(parameter, json.value, refuse, isJson);
    }
    return refuse(given);
  }
  const itemType = /^(.*)\[\d*\]$/.exec(type)?.[1];
  if (itemType !== undefined) {
    const item = { ...parameter, type: itemType };
    if (Array.isArray(given)) {
      return given.map((one) => meantBy(item, one, refuse, isInTuple));
    }
    return refuse(given);
  }
  if (type === "tuple") {
    const parts: unknown = isRecord(given)
      ? components.map(({ name = "" }) => ownValue(given, name))
      : given;
    if (
      !Array.isArray(parts) ||
      parts.includes(undefined) ||
      Object.keys(Object(given)).length !== components.length
    ) {
      return refuse(given);
    }
    return components.map((one, at) => meantBy(one, parts[at], refuse, true));
  }
  return scalarOf(type, given, isInTuple) ?? refuse(given);
}

/** A list such as `[0x01,[0x02]]`, with or without quotes, as JSON. */
function inQuotes(list: string): string {
  return list.replaceAll(
    /(["'])([^[\],"']*)\1|[^[\],\s]+/g,
    (item, quote, inside) => JSON.stringify(quote ? inside : item),
  );
}

/** The value of a type without parts; `undefined` if it has no such value. */
function scalarOf(type: string, given: unknown, isInTuple: boolean): unknown {
  if (type === "string") {
    const isText = typeof given === "string" && given.isWellFormed();
    return isText ? given : undefined;
  }
  if (type === "bool") {
    return booleanOf(given, isInTuple);
  }
  if (integerRegex.test(type)) {
    return integerOf(given);
  }
  const text = typeof given === "string" ? given.trim() : given;
  if (type === "address" && isAddress(text)) {
    // In capitals only, it has no checksum.
    return /[a-f]/.test(text.slice(2)) ? text : lowerHex(text);
  }
  const isBytes = bytesRegex.test(type) && isHex(text);
  return isBytes && text.length % 2 === 0 ? lowerHex(text) : undefined;
}

function booleanOf(given: unknown, isInTuple: boolean): boolean | undefined {
  const text = typeof given === "object" ? "" : String(given).trim();
  if (/^(?:true|1)$/i.test(text)) {
    return true;
  }
  // Safe's form takes each text in a tuple for true.
  const isTrueInSafe = isInTuple && typeof given === "string";
  return /^(?:false|0)$/i.test(text) && !isTrueInSafe ? false : undefined;
}

/**
 * An integer that is spelled in decimal or hexadecimal, also in quotes; `undefined` of
 * what is none, or was rounded.
 */
export function integerOf(given: unknown): bigint | undefined {
  const isNumber = typeof given === "bigint" || Number.isSafeInteger(given);
  if (!isNumber && typeof given !== "string") {
    return undefined;
  }
  const [, , text] =
    /^(["']?)\s*(-?\d+|0x[\da-f]+)\s*\1$/i.exec(String(given).trim()) ?? [];
  return text === undefined ? undefined : BigInt(text);
}
