import type { Address } from "../../../src/base/address.ts";
import { isRecord, recordOf } from "../../../src/base/records.ts";
import type { ResolvedToken } from "../../../src/config/types.ts";
import { parseJson } from "../../../src/files/json.ts";
import { printJson } from "../../cli/json.ts";
import type { ExportedNetwork, ExportFormat } from "../format.ts";
import { sameIdNotes } from "../network-data.ts";

const NAME = "Alpha networks";
const MAX_NAME_LENGTH = 60;
const MAX_SYMBOL_LENGTH = 20;

/**
 * A token list (https://tokenlists.org) of the networks' payment tokens. Tokens
 * without symbol or decimals are left out, since both are required. The version
 * follows that of the list in the file.
 */
export const TOKEN_LIST: ExportFormat = {
  isUnmarked: true,
  acceptsPrevious: (text) => recordOf(parseJson(text))["name"] === NAME,
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
        gaps: [...gaps, `Nothing was written: ${describeEmptyList(networks)}.`],
        notes,
      };
    }
    const before = parseJson(previous ?? "");
    const list = {
      name: NAME,
      ...nextVersion(before, tokens, timestamp()),
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
    return `${unset.join(" and ")} ${unset.length === 1 ? "is" : "are"} not set, but required in a token list`;
  }
  if (
    name === undefined ||
    name.length > MAX_NAME_LENGTH ||
    /[^\S ]/.test(name)
  ) {
    return `in a token list, a name must have at most ${MAX_NAME_LENGTH} characters and no line breaks`;
  }
  return symbol === undefined ||
    symbol.length > MAX_SYMBOL_LENGTH ||
    /\s/.test(symbol)
    ? `in a token list, a symbol must have at most ${MAX_SYMBOL_LENGTH} characters and no spaces`
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

function describeEmptyList(networks: readonly ExportedNetwork[]): string {
  const names = networks.map(({ network }) => network.name).join(", ");
  return `the token list of ${names} would be empty, which is invalid`;
}

interface ListedToken {
  readonly chainId: number;
  readonly address: Address;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

interface TokenListVersion {
  readonly timestamp: string;
  readonly version: {
    readonly major: number;
    readonly minor: number;
    readonly patch: number;
  };
}

/**
 * The next version of a list, by the rules of token lists: major if a token was
 * removed, minor if one was added, patch if one has changed. Version and timestamp
 * stay the same if the tokens do. The first version is 1.0.0.
 */
function nextVersion(
  previousList: unknown,
  tokens: readonly ListedToken[],
  timestamp: string,
): TokenListVersion {
  const old = recordOf(previousList);
  const { major, minor, patch } = recordOf(old["version"]);
  if (
    !isCount(major) ||
    !isCount(minor) ||
    !isCount(patch) ||
    !Array.isArray(old["tokens"])
  ) {
    return { timestamp, version: { major: 1, minor: 0, patch: 0 } };
  }
  const oldTokens = byAddress(old["tokens"]);
  const newTokens = byAddress(tokens);
  if ([...oldTokens.keys()].some((key) => !newTokens.has(key))) {
    return { timestamp, version: { major: major + 1, minor: 0, patch: 0 } };
  }
  if (newTokens.size > oldTokens.size) {
    return { timestamp, version: { major, minor: minor + 1, patch: 0 } };
  }
  const isSame =
    typeof old["timestamp"] === "string" &&
    !Number.isNaN(Date.parse(old["timestamp"])) &&
    [...newTokens].every(([key, token]) => oldTokens.get(key) === token);
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

/** Tokens as text, by chain id and address. */
function byAddress(tokens: readonly unknown[]): ReadonlyMap<string, string> {
  return new Map(
    tokens
      .filter(isRecord)
      .map((token) => [
        `${token["chainId"]} ${String(token["address"]).toLowerCase()}`,
        JSON.stringify(Object.entries(token).toSorted()),
      ]),
  );
}
