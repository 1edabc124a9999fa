import { recordOf } from "../config/narrow.ts";
import type { Address } from "../networks/definition.ts";
import { isRecord } from "../rpc/is-record.ts";

/** A token as token lists have it. */
export interface ListedToken {
  readonly chainId: number;
  readonly address: Address;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** What tells a token list's reader that it changed. */
interface TokenListVersion {
  readonly timestamp: string;
  readonly version: {
    readonly major: number;
    readonly minor: number;
    readonly patch: number;
  };
}

/**
 * The version of a list that follows another one, by the rules of token lists:
 * major where a token was removed, minor where one was added, patch where one
 * changed. The same tokens keep version and timestamp. The first list is 1.0.0.
 */
export function continueTokenList(
  before: unknown,
  tokens: readonly ListedToken[],
  timestamp: string,
): TokenListVersion {
  const old = recordOf(before);
  const { major, minor, patch } = recordOf(old["version"]);
  if (
    !isCount(major) ||
    !isCount(minor) ||
    !isCount(patch) ||
    !Array.isArray(old["tokens"])
  ) {
    return { timestamp, version: { major: 1, minor: 0, patch: 0 } };
  }
  const had = byPlace(old["tokens"]);
  const has = byPlace(tokens);
  if ([...had.keys()].some((place) => !has.has(place))) {
    return { timestamp, version: { major: major + 1, minor: 0, patch: 0 } };
  }
  if (has.size > had.size) {
    return { timestamp, version: { major, minor: minor + 1, patch: 0 } };
  }
  const isSame =
    typeof old["timestamp"] === "string" &&
    !Number.isNaN(Date.parse(old["timestamp"])) &&
    [...has].every(([place, token]) => had.get(place) === token);
  return isSame
    ? {
        timestamp: String(old["timestamp"]),
        version: { major, minor, patch },
      }
    : { timestamp, version: { major, minor, patch: patch + 1 } };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

/** Tokens by chain and address, each as text. */
function byPlace(tokens: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    tokens
      .filter(isRecord)
      .map((token) => [
        `${token["chainId"]} ${String(token["address"]).toLowerCase()}`,
        JSON.stringify(Object.entries(token).toSorted()),
      ]),
  );
}
