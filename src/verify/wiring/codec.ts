import type { Abi } from "viem";
import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { View } from "../../contracts/contract-type.ts";

/** The call data of a view. */
export function encodeCall(
  view: View,
  args: readonly (Address | bigint)[] = [],
): Hex {
  return encodeFunctionData<Abi>({
    abi: parseAbi([`function ${view}`]),
    // In lower case, since viem throws on a wrong checksum.
    args: args.map((arg) =>
      typeof arg === "bigint" ? arg : arg.toLowerCase(),
    ),
  });
}

/** What a view returned; `undefined` if that cannot be decoded. */
export function decodeResult(view: View, data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: parseAbi([`function ${view}`]), data });
  } catch {
    return undefined;
  }
}
