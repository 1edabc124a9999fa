import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { Address } from "../../networks/definition.ts";
import type { Hex } from "../../rpc/types.ts";

/** The view functions that tell how the marketplace's contracts are wired. */
const WIRING_ABI = parseAbi([
  "function factory() view returns (address)",
  "function router() view returns (address)",
  "function opcCollector() view returns (address)",
  "function routerOwner() view returns (address)",
  "function owner() view returns (address)",
  "function isFixedRateContract(address) view returns (bool)",
  "function isDispenserContract(address) view returns (bool)",
  "function isApprovedToken(address) view returns (bool)",
  "function getFixedRatesContracts() view returns (address[])",
  "function getDispensersContracts() view returns (address[])",
  "function getOPCFees() view returns (uint256, uint256)",
  "function getOPCConsumeFee() view returns (uint256)",
  "function getOPCProviderFee() view returns (uint256)",
  "function getCurrentTemplateCount() view returns (uint256)",
  "function getCurrentNFTTemplateCount() view returns (uint256)",
  "function getTokenTemplate(uint256) view returns ((address templateAddress, bool isActive))",
  "function getNFTTemplate(uint256) view returns ((address templateAddress, bool isActive))",
  "function getId() pure returns (uint8)",
]);

type WiringFunction = (typeof WIRING_ABI)[number]["name"];

/** The call data of one of the wiring functions. */
export function encodeCall(
  functionName: WiringFunction,
  args: readonly (Address | bigint)[] = [],
): Hex {
  // The function and its arguments go together in the callers' literals.
  return encodeFunctionData({
    abi: WIRING_ABI,
    functionName,
    // In lower case, since viem throws on a wrong checksum.
    args: args.map((arg) =>
      typeof arg === "bigint" ? arg : arg.toLowerCase(),
    ),
  } as Parameters<typeof encodeFunctionData>[0]);
}

/** What a wiring function returned; `undefined` if it is no such value. */
export function decodeResult(functionName: WiringFunction, data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: WIRING_ABI, functionName, data });
  } catch {
    return undefined;
  }
}
