import type { Abi, AbiParameter } from "viem";
import {
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
  stringToHex,
  toFunctionSelector,
} from "viem/utils";
import type { Hex } from "../../base/hex.ts";
import type { View, ViewArgument } from "../../contracts/contract-type.ts";

/** A view for viem, with its selector, so that its signature is not hashed each time. */
interface PreparedView {
  readonly abi: Abi;
  readonly functionName: Hex;
}

/** There are as many as types of contracts have views. */
const prepared = new Map<View, PreparedView>();

function preparedView(view: View): PreparedView {
  const signature = `function ${view}`;
  const known = prepared.get(view) ?? {
    abi: parseAbi([signature]),
    functionName: toFunctionSelector(signature),
  };
  prepared.set(view, known);
  return known;
}

/** The call data of a view. */
export function encodeCall(
  view: View,
  args: readonly ViewArgument[] = [],
): Hex {
  const { abi, functionName } = preparedView(view);
  // A view without arguments is called by its selector alone.
  if (args.length === 0) {
    return functionName;
  }
  return encodeFunctionData<Abi>({
    abi,
    functionName,
    // In lower case, since viem throws on a wrong checksum.
    args: args.map((arg) =>
      typeof arg === "bigint" ? arg : arg.toLowerCase(),
    ),
  });
}

/** What a view takes, and what it returns. */
export function parametersOf(
  view: View,
): Readonly<Record<"inputs" | "outputs", readonly AbiParameter[]>> {
  const [item] = preparedView(view).abi;
  return item?.type === "function" ? item : { inputs: [], outputs: [] };
}

/** The selector of call data as code has it: compilers leave out leading zeros. */
export function selectorIn(data: Hex): string {
  return data.slice(2, 10).replace(/^(00)+/, "");
}

/** Tells whether a view returns bytes. */
export function returnsBytes(view: View): boolean {
  return view.endsWith("returns (bytes)");
}

/** Tells whether a view returns a list, or more with one. */
export function returnsList(view: View): boolean {
  const [, results = ""] = view.split(" returns ");
  return results.includes("[]");
}

/** The decoded result of a view; `undefined` if that cannot be decoded. */
export function decodeResult(view: View, data: Hex): unknown {
  // Accounts and fallbacks return nothing, and an error takes longer than all the rest.
  if (data === "0x") {
    return undefined;
  }
  const decode = (types: string) =>
    decodeFunctionResult({ abi: preparedView(types as View).abi, data });
  try {
    const value = decode(view);
    const asBytes = view.replace(/\bstring\b/g, "bytes");
    return asBytes === view ? value : exactTexts(value, decode(asBytes));
  } catch {
    return undefined;
  }
}

/** Values in which a text that is no UTF-8 is its bytes: viem replaces or drops some. */
function exactTexts(value: unknown, bytes: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((one, index) => exactTexts(one, Object(bytes)[index]));
  }
  if (
    typeof value === "string" &&
    value !== bytes &&
    stringToHex(value) !== bytes
  ) {
    return { bytes };
  }
  return value;
}
