import { decodeFunctionResult, encodeFunctionData, parseAbi } from "viem/utils";
import type { Address } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import type { ContractRole } from "../../networks/definition.ts";
import type { CallReading } from "../reading/readings.ts";
import type { FactVerification } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";

/** One fact of the wiring: a call to make and what it must answer. */
export interface WiringFact {
  readonly id: string;
  /** The contract that is asked. */
  readonly of: Address;
  readonly data: Hex;
  readonly expected: string;
  /** What the answer says, in words; `undefined` if it is invalid. */
  readonly read: (data: Hex) => string | undefined;
}

/**
 * Whether a fact holds. It is broken where the contract runs the call and
 * fails, or returns something else; unknown where it could not be called.
 */
export function judgeFact(
  { id, expected, read }: WiringFact,
  reading: CallReading | undefined,
): FactVerification {
  if (reading === undefined || reading.kind === "unknown") {
    return {
      id,
      class: "structural",
      expected,
      verdict: "unknown",
      reason: `it could not be read${reading === undefined ? "" : `: ${reading.reason}`}`,
    };
  }
  const actual =
    reading.kind === "reverted"
      ? "the call fails"
      : (read(reading.data) ?? "an invalid answer");
  return actual.toLowerCase() === expected.toLowerCase()
    ? { id, class: "structural", expected, actual, verdict: "holds" }
    : {
        id,
        class: "structural",
        expected,
        actual,
        verdict: "broken",
        reason:
          reading.kind === "reverted"
            ? `expected ${expected}, but the call fails`
            : `expected ${expected}, got ${actual}`,
      };
}

/** A fact that a view function of a contract tells. */
export interface ViewFact {
  readonly id: string;
  /** The contract that is asked. */
  readonly of: Address | undefined;
  readonly call: WiringFunction;
  readonly args?: readonly (Address | bigint | undefined)[];
  readonly expected: string | undefined;
  /** What the decoded answer says, in words. Default: {@link describeResult}. */
  readonly describe?: (value: unknown) => string | undefined;
}

/**
 * The facts as calls. One of which some address is not set is left out: that
 * address is reported.
 */
export function wiringFacts(facts: readonly ViewFact[]): readonly WiringFact[] {
  return facts.flatMap(
    ({ id, of, call, args = [], expected, describe = describeResult }) => {
      const given = args.filter((arg) => arg !== undefined);
      return of === undefined ||
        expected === undefined ||
        given.length < args.length
        ? []
        : [
            {
              id,
              of,
              data: encodeCall(call, given),
              expected,
              read: (data) => describe(decodeResult(call, data)),
            },
          ];
    },
  );
}

/** The contracts of a registry by role, in the order of their lists. */
export type WiringSubjects = ReadonlyMap<ContractRole, readonly Address[]>;

/** The registry's contracts among the targets; unset ones are left out. */
export function wiringSubjects(
  targets: readonly VerificationTarget[],
): WiringSubjects {
  const subjects = new Map<ContractRole, Address[]>();
  for (const { kind, role, address } of targets) {
    if (
      kind !== "registry" ||
      role === undefined ||
      role === "euro" ||
      role === "alpha" ||
      address === undefined
    ) {
      continue;
    }
    subjects.set(role, [...(subjects.get(role) ?? []), address]);
  }
  return subjects;
}

/** The view functions that tell how the contracts are wired, and who controls them. */
const WIRING_ABI = parseAbi([
  "function factory() view returns (address)",
  "function router() view returns (address)",
  "function opcCollector() view returns (address)",
  "function routerOwner() view returns (address)",
  "function owner() view returns (address)",
  "function isFixedRateContract(address) view returns (bool)",
  "function isDispenserContract(address) view returns (bool)",
  "function getApprovedTokens() view returns (address[])",
  "function getFixedRatesContracts() view returns (address[])",
  "function getDispensersContracts() view returns (address[])",
  "function getSSContracts() view returns (address[])",
  "function getPoolTemplates() view returns (address[])",
  "function getMinVestingPeriod() view returns (uint256)",
  "function swapOceanFee() view returns (uint256)",
  "function swapNonOceanFee() view returns (uint256)",
  "function consumeFee() view returns (uint256)",
  "function providerFee() view returns (uint256)",
  "function getCurrentTemplateCount() view returns (uint256)",
  "function getCurrentNFTTemplateCount() view returns (uint256)",
  "function getTokenTemplate(uint256) view returns ((address templateAddress, bool isActive))",
  "function getNFTTemplate(uint256) view returns ((address templateAddress, bool isActive))",
  "function getId() pure returns (uint8)",
  "function isInitialized() view returns (bool)",
  "function minter() view returns (address)",
  "function cap() view returns (uint256)",
  "function decimals() view returns (uint8)",
]);

export type WiringFunction = (typeof WIRING_ABI)[number]["name"];

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

/** What a wiring function returned; `undefined` if that cannot be decoded. */
export function decodeResult(functionName: WiringFunction, data: Hex): unknown {
  try {
    return decodeFunctionResult({ abi: WIRING_ABI, functionName, data });
  } catch {
    return undefined;
  }
}

/** A contract may return any number of items. */
const MAX_ITEMS = 20;

/**
 * What a call returned, in words: numbers in decimal, lists with commas.
 * `undefined` for any other value.
 */
function describeResult(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.slice(0, MAX_ITEMS).map(describeResult);
    if (items.includes(undefined)) {
      return undefined;
    }
    const more = value.length - items.length;
    return items.length === 0
      ? "none"
      : `${items.join(", ")}${more === 0 ? "" : ` and ${more} more`}`;
  }
  return typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "number" ||
    typeof value === "bigint"
    ? String(value)
    : undefined;
}
