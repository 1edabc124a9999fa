import type { Address } from "../../../src/base/address.ts";
import { isRecord, recordOf } from "../../../src/base/records.ts";
import type { ResolvedToken } from "../../../src/config/types.ts";
import { parseJson } from "../../../src/files/json.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportedNetwork, ExportFormat } from "../format.ts";
import { sameIdNotes } from "../network-data.ts";

const NAME = "Alpha networks";
const LONGEST_NAME = 60;
const LONGEST_SYMBOL = 20;

/**
 * A token list (https://tokenlists.org) of the networks' payment tokens. One
 * whose symbol or decimals nobody gives is left out, since a list must have both.
 * The version goes on from the file's list.
 */
export const TOKEN_LIST: ExportFormat = {
  isUnmarked: true,
  goesOnFrom: (text) => recordOf(parseJson(text))["name"] === NAME,
  render: ({ networks, previous, timestamp }) => {
    const gaps: string[] = [];
    const tokens = networks.flatMap(({ network }) =>
      Object.entries(network.tokens).flatMap(([kind, token]) => {
        const path = `tokens.${kind}`;
        const problem = problemOf(token);
        if (problem !== undefined) {
          gaps.push(
            `${path} of ${network.name} is left out: ${problem}. Set it in alpha.networks.${network.name}.${path} in the Hardhat config.`,
          );
        }
        const listed = listedToken(network.values.chainId, token);
        return problem === undefined && listed !== undefined ? [listed] : [];
      }),
    );
    const notes = sameIdNotes(
      networks.filter(({ network }) =>
        tokens.some(({ chainId }) => chainId === network.values.chainId),
      ),
      "tokens",
    );
    if (tokens.length === 0) {
      return {
        text: undefined,
        gaps: [...gaps, `No token is left: ${describe(networks)}.`],
        notes,
      };
    }
    const before = parseJson(previous ?? "");
    const list = {
      name: NAME,
      ...continueTokenList(before, tokens, timestamp()),
      tokens,
    };
    return {
      text: printJson(list),
      gaps,
      notes,
    };
  },
};

function problemOf({
  name,
  address,
  symbol,
  decimals,
}: ResolvedToken): string | undefined {
  const unset = Object.entries({ name, address, symbol, decimals })
    .filter(([, value]) => value === undefined)
    .map(([key]) => key);
  if (unset.length > 0) {
    return `${unset.join(" and ")} ${unset.length === 1 ? "is" : "are"} unset, which a token list must have`;
  }
  if (name === undefined || name.length > LONGEST_NAME || /[^\S ]/.test(name)) {
    return `its name is longer than ${LONGEST_NAME} characters or has line breaks, which a token list must not`;
  }
  return symbol === undefined ||
    symbol.length > LONGEST_SYMBOL ||
    /\s/.test(symbol)
    ? `its symbol is longer than ${LONGEST_SYMBOL} characters or has spaces, which a token list must not`
    : undefined;
}

function listedToken(
  chainId: number,
  { name, address, symbol, decimals }: ResolvedToken,
): ListedToken | undefined {
  return name === undefined ||
    address === undefined ||
    symbol === undefined ||
    decimals === undefined
    ? undefined
    : { chainId, address, name, symbol, decimals };
}

function describe(networks: readonly ExportedNetwork[]): string {
  const names = networks.map(({ network }) => network.name).join(", ");
  return `a token list of ${names} would be empty, which none may be, so nothing is written`;
}

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
function continueTokenList(
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
