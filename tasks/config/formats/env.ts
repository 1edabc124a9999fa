import { alphaError } from "../../../src/base/errors.ts";
import { variableName } from "../../../src/config/layered-url.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import type { Dialect } from "../../../src/sources/portal/dialects.ts";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../../src/sources/portal/portal-configs.ts";

const COMMAND = "alpha config --format env";

/**
 * Portal configs as a `.env` file, of the variables that the dialect has. An
 * unset one is only mentioned: an empty one would be a value.
 *
 * @throws HardhatPluginError on several networks in the dialect `ocean`, whose
 * variables name none, and on a value that such a file cannot carry.
 */
export function configEnv(
  configs: readonly ShownPortalConfig[],
  dialect: Dialect,
): string {
  if (dialect === "ocean" && configs.length > 1) {
    throw alphaError(
      `The variables that portals read name no network, so a .env file has those of one only. Choose one of ${configs.map(({ network }) => network).join(", ")}, or --dialect reference, whose variables name it.`,
    );
  }
  return [
    `# ${generatedBy(COMMAND)}`,
    ...configs.map(({ network, fields }) =>
      [
        `# ${network}`,
        ...fields.flatMap((field) => lines(network, field, dialect)),
      ].join("\n"),
    ),
  ].join("\n\n");
}

function lines(
  network: AlphaNetworkName,
  { field, value, isHidden }: ShownPortalField,
  dialect: Dialect,
): string[] {
  const variable = environmentVariable(dialect, network, field);
  if (variable === undefined) {
    return [];
  }
  if (value === null) {
    return [`# ${variable} is unset`];
  }
  const text = String(value);
  const written = dotenvValue(text);
  if ("problem" in written) {
    throw unwritable(network, field, written.problem);
  }
  // What loads a portal's .env file expands variables, in quotes too.
  if (dialect === "ocean" && text.includes("$")) {
    throw unwritable(
      network,
      field,
      "holds a $, which portals take for the start of a variable's name",
    );
  }
  const line = `${variable}=${written.text}`;
  return isHidden ? [`# ${variable} is hidden`, line] : [line];
}

function unwritable(
  network: AlphaNetworkName,
  field: string,
  problem: string,
): Error {
  return alphaError(
    `${field} of ${network} cannot be written to a .env file as it is: the value ${problem}. Change it, or choose another format.`,
  );
}

const PLAIN = /^[\w.:/@%+,=-]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is for
const CONTROL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/;

/** A value as a `.env` file writes it, or why no such file can carry it. */
export type DotenvValue =
  | { readonly text: string }
  | { readonly problem: string };

/**
 * A value in the spelling that the readers of `.env` files agree on: the `dotenv`
 * package, Node's `--env-file`, and a shell that sources the file, which runs
 * nothing of it. So nothing is quoted by backticks or escaped by backslashes,
 * which they read differently, and line breaks stand as they are, in quotes.
 */
export function dotenvValue(value: string): DotenvValue {
  if (!value.isWellFormed()) {
    return { problem: "holds half of a surrogate pair, which is no text" };
  }
  if (CONTROL.test(value)) {
    return { problem: "holds a control character" };
  }
  if (PLAIN.test(value)) {
    return { text: value };
  }
  if (!value.includes("'") && !value.endsWith("\\")) {
    return { text: `'${value}'` };
  }
  if (!/["\\$`]/.test(value)) {
    return { text: `"${value}"` };
  }
  return {
    problem: value.includes("'")
      ? 'holds an apostrophe and one of " $ ` \\'
      : "ends with a backslash",
  };
}

/**
 * The variables that portals of the Ocean stack read, by the reference's field
 * (`sanitizeDevelopmentConfig` and `app.config.js` of a portal, its
 * `.env.example`). The collector's is misspelt there, and so here.
 */
const PORTAL_VARIABLES: ReadonlyMap<string, string> = new Map([
  ["metadataCacheUri", "NEXT_PUBLIC_METADATACACHE_URI"],
  ["nodeUri", "NEXT_PUBLIC_RPC_URL"],
  ["providerUri", "NEXT_PUBLIC_PROVIDER_URL"],
  ["subgraphUri", "NEXT_PUBLIC_SUBGRAPH_URI"],
  ["alphaTokenAddress", "NEXT_PUBLIC_OCEAN_TOKEN_ADDRESS"],
  ["fixedRateExchangeAddress", "NEXT_PUBLIC_FIXED_RATE_EXCHANGE_ADDRESS"],
  ["dispenserAddress", "NEXT_PUBLIC_DISPENSER_ADDRESS"],
  ["nftFactoryAddress", "NEXT_PUBLIC_NFT_FACTORY_ADDRESS"],
  ["alphaCommunityFeeCollector", "NEXT_PUBLIC_OPF_COMMUNITY_FEE_COLECTOR"],
]);

/** Between a word and the next one of a field's name, as in `B|Factory`. */
const WORD_START = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/**
 * The environment variable of a portal field: in the dialect `ocean` the one that
 * portals read, which names no network and does not exist for every field; in the
 * dialect `reference` `ALPHA_DEVNET_NODE_URI` and the like, which for URLs are
 * those that this plugin reads itself.
 */
export function environmentVariable(
  dialect: Dialect,
  network: AlphaNetworkName,
  field: string,
): string | undefined {
  return dialect === "ocean"
    ? PORTAL_VARIABLES.get(field)
    : variableName(network, field.replace(WORD_START, "_").toUpperCase());
}
