import { z } from "zod";
import { SEVERITIES } from "../../base/problems.ts";
import { withoutUndefined } from "../../base/records.ts";
import {
  type NetworkDefinition,
  type NetworkValues,
  registryKeyOf,
} from "../../networks/definition.ts";
import { NETWORK_DEFINITIONS } from "../../networks/definitions.ts";
import { HARDFORKS } from "../../networks/hardforks.ts";
import type { ConfiguredNetwork } from "../configured-networks.ts";
import { OCEAN_NODE_FIELD } from "../network-values.ts";
import { ownFieldsOfOtherPortal } from "../other-portal.ts";
import { TOKEN_KINDS } from "../types.ts";
import type { NetworkInput } from "../user-config.ts";
import { expectationsSchema } from "./expectations-schema.ts";
import {
  account,
  address,
  blockHash,
  blockNumber,
  booleanOr,
  decimals,
  falseOr,
  hardhatFields,
  multiplier,
  networkName,
  partialObject,
  positiveInteger,
  strictObject,
  text,
  token,
  tokenBalances,
  url,
} from "./fields.ts";

/** The fields of Hardhat for which users ask most, to suggest where they belong. */
const HARDHAT_FIELDS = ["accounts", "gas", "gasPrice"];
const LIVE_NETWORK = hardhatFields(
  [...HARDHAT_FIELDS, "httpHeaders", "timeout"],
  ["type", "chainId", "url", "alphaNetwork"],
);
const SIMULATED_NETWORK = hardhatFields(
  [...HARDHAT_FIELDS, "hardfork", "mining"],
  ["type", "chainId", "networkId", "forking", "alphaNetwork", "alphaSandbox"],
);

/** `alpha.sandbox` as an object. */
const SANDBOX_FIELDS = partialObject({
  euroDecimals: decimals,
  owner: account,
  balances: partialObject({ alpha: tokenBalances, euro: tokenBalances }),
  hardhat: SIMULATED_NETWORK,
});

/**
 * The schema of `alpha` in the user's Hardhat config.
 *
 * @param networks all that it may configure
 * @param source the schema of one of `alpha.sources`
 */
export function alphaConfigSchema(
  networks: readonly ConfiguredNetwork[],
  source: z.ZodTypeAny,
) {
  const forks = partialObject({
    blockNumbers: fieldsOf(networks, ({ name }) => [name, blockNumber]),
    hardhat: SIMULATED_NETWORK,
  });
  return partialObject({
    preset: z.boolean(),
    sources: z.array(source),
    forks: booleanOr(forks),
    sandbox: falseOr(SANDBOX_FIELDS),
    networks: fieldsOf(networks, ({ name, definition }) => [
      name,
      falseOr(networkSchema(definition)),
    ]),
  });
}

/** An object with optional fields, one for each item. */
function fieldsOf<T>(
  items: readonly T[],
  fieldOf: (item: T) => readonly [name: string, schema: z.ZodTypeAny],
) {
  return partialObject(Object.fromEntries(items.map(fieldOf)));
}

/** The schema of one network's values in the user's config. */
function networkSchema(definition: NetworkDefinition) {
  return partialObject({
    ...(definition.like && {
      like: z.literal(definition.like),
      book: z.unknown(),
    }),
    name: networkName,
    url,
    endpoints: z.array(url),
    genesisHash: blockHash,
    expect: expectationsSchema(definition),
    guard: z.boolean(),
    hardfork: z.enum(HARDFORKS),
    hardhat: LIVE_NETWORK,
    maxBlockAge: falseOr(positiveInteger),
    role: text,
    versions: partialObject({
      registry: text,
      portal: portalVersion(definition),
      backend: text,
    }),
    transactionPollingTimeoutUnit: z.enum(["seconds", "milliseconds"]),
    feeToken: partialObject({ name: text, symbol: text, decimals }),
    tokens: partialObject({ euro: token, alpha: token }),
    ...sharedFields(definition),
  });
}

/** A label, or the choice between two versions if there is one. */
function portalVersion({ versions, otherPortal }: NetworkDefinition) {
  const { portal } = versions;
  if (portal === undefined || otherPortal === undefined) {
    return text;
  }
  const { version } = otherPortal;
  const message = `Expected a version of its portal config: ${portal} or ${version}`;
  return z.enum([portal, version], { errorMap: () => ({ message }) });
}

/** The values of a network in a file, with the same rules as in the user's config. */
export function sourcedValuesSchema(
  definition: NetworkDefinition,
): z.ZodType<NetworkInput, z.ZodTypeDef, unknown> {
  return partialObject(sharedFields(definition)).transform(withoutUndefined);
}

/** The values that can be set in the user's config and in files. */
function sharedFields(definition: NetworkDefinition) {
  const { backend, portal, registry } = definition;
  // Addresses of the other version of the portal config belong to the backend.
  const backendField: object | undefined = backend && {
    backend: fieldsOf(
      [...Object.keys(backend), ...ownFieldsOfOtherPortal(definition)],
      (field) => [field, Object.hasOwn(backend, field) ? url : address],
    ),
  };
  const absent: Readonly<Record<string, z.ZodTypeAny>> =
    registryKeyOf(definition, "token") === undefined
      ? { Alpha: z.null(), AlphaToken: z.null() }
      : {};
  return {
    ...VALUES,
    registry: partialObject({
      ...absent,
      ...fieldsOf(Object.entries(registry), ([key, { length }]) => [
        key,
        length === undefined ? address : addressList,
      ]).shape,
    }),
    portal: partialObject({
      ...fieldsOf(Object.entries(portal), ([field, rule]) => [
        field,
        "from" in rule ? VALUES[rule.from] : FIELD_TYPES[rule.type],
      ]).shape,
      [OCEAN_NODE_FIELD]: url,
    }),
    contracts: ownContractsSchema(definition),
    ...backendField,
  };
}

const VALUES = {
  displayName: text,
  chainId: positiveInteger,
  networkId: positiveInteger,
  isDefault: z.boolean(),
  startBlock: blockNumber,
  transactionBlockTimeout: positiveInteger,
  transactionConfirmationBlocks: blockNumber,
  transactionPollingTimeout: positiveInteger,
  gasFeeMultiplier: multiplier,
} satisfies Readonly<Record<keyof NetworkValues, z.ZodTypeAny>>;

/** A network may have more templates than the reference, or fewer. */
const addressList = z
  .array(address)
  .nonempty(
    "Expected a list of at least 1 address, in the order of the on-chain template index",
  );

/** The schemas of portal fields that repeat no value. */
const FIELD_TYPES = { url, address, string: text, boolean: z.boolean() };

const watchedView = z.preprocess(
  (value) => (typeof value === "string" ? { view: value } : value),
  strictObject({ view: text, severity: z.enum(SEVERITIES).optional() }),
);

const ownContract = z.preprocess(
  (value) => (typeof value === "string" ? { address: value } : value),
  partialObject({
    address,
    artifact: z.union([text, z.literal(false)]),
    watch: z.array(watchedView),
  }).refine(
    ({ artifact, watch }) => artifact !== false || watch === undefined,
    {
      path: ["watch"],
      message:
        "Without an artifact there is no ABI. Remove watch, or set artifact",
    },
  ),
);

/** The schema of the project's own contracts on a network. */
function ownContractsSchema(definition: NetworkDefinition) {
  return z.record(ownContract).superRefine((contracts, context) => {
    for (const name of Object.keys(contracts)) {
      const message = nameProblem(name, definition);
      if (message !== undefined) {
        context.addIssue({ code: "custom", path: [name], message });
      }
    }
  });
}

/** In address books and other exports, these are something else. */
const NAMES_IN_EXPORTS =
  /^(?:Ocean|OceanToken|OPFCommunityFeeCollector|[cC]hainId|startBlock|Token(?:Euro|Alpha)|(?:euro|alpha)Token|ERC(?:20|721)Templates?_\d+)$/;

/** The reason why no contract of the project's own can have a name, if there is one. */
export function nameProblem(
  name: string,
  { registry }: NetworkDefinition,
): string | undefined {
  const keys = [
    registry,
    ...Object.values(NETWORK_DEFINITIONS).map((one) => one.registry),
  ].flatMap(Object.keys);
  const roles = Object.values(registry).map((rule): string => rule.role);
  if (!/^[A-Za-z_]\w{0,63}$/.test(name)) {
    return "Expected a name like Market: a letter or _, then up to 63 letters, digits or _";
  }
  if (name in Object.prototype) {
    return `"${name}" is reserved: every object has it. Use another name`;
  }
  if (keys.includes(name)) {
    return `"${name}" is a registry key. Set registry.${name}, or use another name`;
  }
  const isRole = [...TOKEN_KINDS, ...roles].includes(name);
  if (isRole || NAMES_IN_EXPORTS.test(name)) {
    return `"${name}" is a role, or another value in exports. Use another name`;
  }
  return undefined;
}
