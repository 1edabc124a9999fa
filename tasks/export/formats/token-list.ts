import { ownValue, recordOf } from "../../../src/base/records.ts";
import { tokenKindsOf } from "../../../src/config/network-values.ts";
import { parseJson } from "../../../src/files/json.ts";
import { printJson } from "../../cli/output.ts";
import type { ExportedNetwork, ExportFormat } from "../format.ts";
import { sameIdNotes } from "../network-data.ts";

const LIST_NAME = "Alpha payment tokens";
/** The pattern that the schema demands of each field, as text. */
const FIELDS = {
  address: /^0x/,
  decimals: /^\d+$/,
  name: /^[ \S]{1,60}$/,
  symbol: /^\S{1,20}$/,
};

/**
 * The payment tokens as a token list, for wallets and exchanges. A token is only listed
 * if all its fields are known. Tokens other than those of the existing file are a new
 * major version, which wallets show before they use it.
 *
 * @see https://github.com/Uniswap/token-lists/blob/main/src/tokenlist.schema.json
 */
export const TOKEN_LIST: ExportFormat = {
  content: "json",
  acceptsPrevious: (text) => recordOf(parseJson(text))["name"] === LIST_NAME,
  render: ({ networks, previous = "", timestamp }) => {
    const gaps: string[] = [];
    const tokens = networks.flatMap((one) => tokensOf(one, gaps));
    const list = recordOf(parseJson(previous));
    const { timestamp: time, version } = list;
    const { major } = recordOf(version);
    const isSame = JSON.stringify(list["tokens"]) === JSON.stringify(tokens);
    const next = {
      name: LIST_NAME,
      timestamp: timestamp(Date.now()),
      version: { major: isCount(major) ? major + 1 : 1, minor: 0, patch: 0 },
      tokens,
    };
    const kept = {
      ...list,
      timestamp: isTime(time) ? time : next.timestamp,
      version: isVersion(version) ? version : next.version,
    };
    return {
      text: tokens.length === 0 ? undefined : printJson(isSame ? kept : next),
      gaps,
      notes: sameIdNotes(networks),
    };
  },
};

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isVersion(value: unknown): boolean {
  const { major, minor, patch } = recordOf(value);
  return [major, minor, patch].every(isCount);
}

/** A date and time of RFC 3339, which the schema demands. */
function isTime(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^[\d-]{10}T[\d:.]{8,}(?:Z|[+-]\d\d:\d\d)$/i.test(value) &&
    !Number.isNaN(Date.parse(value))
  );
}

function tokensOf(
  { network }: ExportedNetwork,
  gaps: string[],
): readonly object[] {
  const { name: owner, values, tokens } = network;
  const listed: object[] = [];
  for (const kind of tokenKindsOf(network)) {
    const { address, name, symbol, decimals } = tokens[kind];
    const token = { address, name, symbol, decimals };
    const wrong = Object.entries(token).filter(
      ([field, value = ""]) => !ownValue(FIELDS, field)?.test(String(value)),
    );
    for (const [field] of wrong) {
      gaps.push(
        `tokens.${kind} of ${owner} is left out: its ${field} ${field === "decimals" ? "are" : "is"} not set, or not valid in a token list. Set alpha.networks.${owner}.tokens.${kind}.${field} in the Hardhat config.`,
      );
    }
    if (wrong.length === 0) {
      listed.push({ chainId: values.chainId, ...token });
    }
  }
  return listed;
}
