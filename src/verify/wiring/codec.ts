import type { Abi } from "viem";
import {
  decodeFunctionResult,
  encodeFunctionData,
  parseAbi,
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
  return args.length === 0
    ? functionName
    : encodeFunctionData<Abi>({
        abi,
        functionName,
        // In lower case, since viem throws on a wrong checksum.
        args: args.map((arg) =>
          typeof arg === "bigint" ? arg : arg.toLowerCase(),
        ),
      });
}

/** What a view returned; `undefined` if that cannot be decoded. */
export function decodeResult(view: View, data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: preparedView(view).abi, data });
  } catch {
    return undefined;
  }
}
