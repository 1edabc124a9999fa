import { alphaError } from "../../../src/base/errors.ts";
import { hasInvisible } from "../../../src/base/untrusted-text.ts";
import { enabledNetwork } from "../../../src/config/configured-networks.ts";
import { contractOfRole } from "../../../src/config/contracts.ts";
import { variableName } from "../../../src/config/layered-url.ts";
import { OCEAN_NODE_FIELD } from "../../../src/config/network-values.ts";
import type { AlphaConfig } from "../../../src/config/types.ts";
import type {
  ShownPortalConfig,
  ShownPortalField,
} from "../../../src/connect/portal-configs.ts";
import { generatedBy } from "../../../src/files/generated-by.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import type { Dialect } from "../../../src/networks/dialects.ts";

const COMMAND = "alpha config --format env";

/** `market`: the variables of today's Ocean Market. */
type EnvDialect = Dialect | "market";

/**
 * Portal configs as a `.env` file with the variables of the dialect. An unset
 * value becomes a comment, since an empty one would be a value.
 *
 * @throws HardhatPluginError on several networks in the dialects of portals, whose
 * variables do not contain the network, and on a value that a `.env` file cannot
 * represent.
 */
export function configEnv(
  configs: readonly ShownPortalConfig[],
  dialect: EnvDialect,
): string {
  if (dialect !== "reference" && configs.length > 1) {
    throw alphaError(
      `The variables that portals read do not contain a network name, so a .env file can hold one network only. Choose one of ${configs.map(({ network }) => network).join(", ")}, or use --dialect reference.`,
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
  shown: ShownPortalField,
  dialect: EnvDialect,
): string[] {
  const { field, value, isHidden } = shown;
  const variables =
    dialect === "market"
      ? (MARKET_VARIABLES.get(field) ?? [])
      : [environmentVariable(dialect, network, shown) ?? []].flat();
  if (variables.length === 0 || value === null) {
    return variables.map((variable) => `# ${variable} is unset`);
  }
  const text = String(value);
  // Portals load .env files with variable expansion, inside quotes too.
  const problem =
    dialect !== "reference" && text.includes("$")
      ? "contains a $, which portals expand as a variable"
      : dotenvProblem(text);
  if (problem !== undefined) {
    throw alphaError(
      `${field} of ${network} cannot be written to a .env file: the value ${problem}. Change it, or choose another format.`,
    );
  }
  const lines: string[] = [];
  for (const variable of variables) {
    if (isHidden) {
      lines.push(`# ${variable} is hidden`);
    }
    lines.push(`${variable}=${dotenvValue(text)}`);
  }
  return lines;
}

const PLAIN = /^[\w.:/@%+,=-]+$/;
const RGI_EMOJI = "\\p{RGI_Emoji}";
/** Some contain invisible characters, which show as the emoji. */
const EMOJI = new RegExp(RGI_EMOJI, "gv");

/** The reason why a value has no syntax in `.env` files, if it has none. */
export function dotenvProblem(value: string): string | undefined {
  if (!value.isWellFormed()) {
    return "contains a lone surrogate";
  }
  // It has no escape for them, and not every reader keeps a line break in quotes.
  if (hasInvisible(value.replace(EMOJI, ""))) {
    return "contains a control character, or one that is not seen";
  }
  if (/##[a-z]*\[|^\s*::/i.test(value)) {
    return "contains a command of CI systems";
  }
  if (!/["\\$`]/.test(value) || /^[^']*[^'\\]$/.test(value)) {
    return undefined;
  }
  if (value.includes("'")) {
    return 'contains an apostrophe and one of " $ ` \\';
  }
  return "ends with a backslash";
}

/**
 * A value in the syntax that all readers of `.env` files agree on: the `dotenv`
 * package, Node's `--env-file`, and a shell that sources the file, which must not
 * execute any of it. Backticks and backslash escapes are not used, since these
 * readers treat them differently.
 */
export function dotenvValue(value: string): string {
  const quote = value.includes("'") ? '"' : "'";
  return PLAIN.test(value) ? value : `${quote}${value}${quote}`;
}

/**
 * The variables that portals of the Ocean stack read, by the reference's field
 * (`sanitizeDevelopmentConfig`, `app.config.js` and `.env.example` of a portal).
 * `COLECTOR` is the portals' own spelling.
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

/** Word boundaries in a camel-case field name, such as `B|Factory`. */
const WORD_START = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g;

/**
 * The environment variable of a portal field. In the dialect `ocean` it is the one
 * that portals read: it does not contain the network, and not every field has one.
 * In the dialect `reference` it is `ALPHA_DEVNET_NODE_URI` or similar, which for
 * URLs is the variable that this plugin reads.
 */
export function environmentVariable(
  dialect: Dialect,
  network: AlphaNetworkName,
  { field, variable }: Pick<ShownPortalField, "field" | "variable">,
): string | undefined {
  if (dialect === "ocean") {
    return PORTAL_VARIABLES.get(field);
  }
  const part = field.replace(WORD_START, "_").toUpperCase();
  return variable ?? variableName(network, part);
}

/** The fields of a portal config that have a variable in a dialect. */
export function fieldsWithVariable(
  { network, fields }: ShownPortalConfig,
  _alpha: AlphaConfig,
  dialect: Dialect,
): readonly ShownPortalField[] {
  return fields.filter(
    (shown) => environmentVariable(dialect, network, shown) !== undefined,
  );
}

/**
 * The variables that Ocean Market reads, by the portal field. It has the Ocean Node as its
 * metadata cache and as its provider.
 *
 * @see https://github.com/oceanprotocol/market/blob/fae6430/src/@utils/ocean/index.ts
 * @see https://github.com/oceanprotocol/market/blob/fae6430/app.config.cjs
 */
const MARKET_VARIABLES: ReadonlyMap<string, readonly string[]> = new Map([
  ["nodeUri", ["NEXT_PUBLIC_NODE_URI"]],
  [OCEAN_NODE_FIELD, ["NEXT_PUBLIC_NODE_URL", "NEXT_PUBLIC_PROVIDER_URL"]],
  ["alphaTokenAddress", ["NEXT_PUBLIC_OCEAN_TOKEN_ADDRESS"]],
  ["alphaTokenSymbol", ["NEXT_PUBLIC_OCEAN_TOKEN_SYMBOL"]],
  ["nftFactoryAddress", ["NEXT_PUBLIC_NFT_FACTORY_ADDRESS"]],
  ["routerFactoryAddress", ["NEXT_PUBLIC_ROUTER_FACTORY_ADDRESS"]],
  ["fixedRateExchangeAddress", ["NEXT_PUBLIC_FIXED_RATE_EXCHANGE_ADDRESS"]],
  ["dispenserAddress", ["NEXT_PUBLIC_DISPENSER_ADDRESS"]],
]);

/**
 * The fields of a portal config that Ocean Market reads, and the registry's router, which
 * portal configs do not have.
 *
 * @throws HardhatPluginError if the portal config has the contracts of another version.
 */
export function marketFields(
  { network: name, versions, fields }: ShownPortalConfig,
  alpha: AlphaConfig,
): readonly ShownPortalField[] {
  if (!fields.some(({ field }) => field === "nftFactoryAddress")) {
    throw alphaError(
      `The portal config of ${name} is of version ${versions.portal}, and Ocean Market needs the contracts of v4. Set alpha.networks.${name}.versions.portal: "v4" in the Hardhat config.`,
    );
  }
  const network = enabledNetwork(alpha, name);
  const router = network && contractOfRole(network, "router")?.address;
  const all = [...fields, fieldWith("routerFactoryAddress", router ?? null)];
  return [...MARKET_VARIABLES.keys()].map(
    (name) => all.find(({ field }) => field === name) ?? fieldWith(name, null),
  );
}

function fieldWith(field: string, value: string | null): ShownPortalField {
  return { field, value, isHidden: false, origin: { kind: "unset" } };
}
