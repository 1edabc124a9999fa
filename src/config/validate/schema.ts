import { z } from "zod";
import { withoutUndefined } from "../../base/records.ts";
import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../networks/definition.ts";
import type { ConfiguredNetwork } from "../configured-networks.ts";
import { ownFieldsOfOtherPortal } from "../other-portal.ts";
import type { NetworkInput, PortalInput } from "../user-config.ts";
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
  requiredUrl,
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

/** `alpha.forks` as an object. */
export function forksSchema(networks: readonly ConfiguredNetwork[]) {
  return partialObject({
    blockNumbers: partialObject(
      Object.fromEntries(networks.map(({ name }) => [name, blockNumber])),
    ),
    hardhat: SIMULATED_NETWORK,
  });
}

/** `alpha.sandbox` as an object. */
export const SANDBOX_FIELDS = partialObject({
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
  return partialObject({
    preset: z.boolean(),
    sources: z.array(source),
    forks: booleanOr(forksSchema(networks)),
    sandbox: falseOr(SANDBOX_FIELDS),
    networks: partialObject(
      Object.fromEntries(
        networks.map(({ name, definition }) => [
          name,
          falseOr(networkSchema(definition)),
        ]),
      ),
    ),
  });
}

/** The schema of one network's values in the user's config. */
export function networkSchema(definition: NetworkDefinition) {
  return partialObject({
    ...(definition.like && { like: z.literal(definition.like) }),
    name: networkName,
    url,
    endpoints: z.array(requiredUrl),
    genesisHash: blockHash,
    guard: z.boolean(),
    hardhat: LIVE_NETWORK,
    maxBlockAge: falseOr(positiveInteger),
    role: text,
    versions: partialObject({ registry: text, portal: text, backend: text }),
    transactionPollingTimeoutUnit: z.enum(["seconds", "milliseconds"]),
    feeToken: partialObject({ name: text, symbol: text, decimals }),
    tokens: partialObject({ euro: token, alpha: token }),
    ...valueFields(definition),
    ...(definition.backend && { backend: backendSchema(definition) }),
  });
}

/** The values of a network in a file, with the same rules as in the user's config. */
export function sourcedValuesSchema(
  definition: NetworkDefinition,
): z.ZodType<NetworkInput, z.ZodTypeDef, unknown> {
  const values = z.object(valueFields(definition));
  const backend = backendSchema(definition);
  return definition.backend === undefined
    ? values.partial().strict().transform(withoutUndefined)
    : values.extend({ backend }).partial().strict().transform(withoutUndefined);
}

/** The values that can be set in the user's config and in files. */
function valueFields({ registry, portal }: NetworkDefinition) {
  return {
    displayName: text,
    chainId: positiveInteger,
    networkId: positiveInteger,
    isDefault: z.boolean(),
    startBlock: blockNumber,
    transactionBlockTimeout: positiveInteger,
    transactionConfirmationBlocks: blockNumber,
    transactionPollingTimeout: positiveInteger,
    gasFeeMultiplier: multiplier,
    registry: partialObject(
      Object.fromEntries(
        Object.entries(registry).map(([key, { length }]) => [
          key,
          length === undefined ? address : addressList,
        ]),
      ),
    ),
    portal: partialObject(
      Object.fromEntries(
        Object.entries(portal).map(([field, rule]) => [
          field,
          portalFieldSchema(field, rule),
        ]),
      ),
    ),
  };
}

/** Addresses of the other version of the portal config belong to the backend. */
function backendSchema(
  definition: NetworkDefinition,
): z.ZodType<NonNullable<NetworkInput["backend"]>, z.ZodTypeDef, unknown> {
  const fields = [
    ...Object.keys(definition.backend ?? {}).map((field) => [field, url]),
    ...ownFieldsOfOtherPortal(definition).map((field) => [field, address]),
  ];
  return partialObject(Object.fromEntries(fields));
}

/** A network may have more templates than the reference, or fewer. */
const addressList = z
  .array(address)
  .nonempty(
    "Expected a list of at least 1 address, in the order of the on-chain template index",
  );

const FIELD_TYPES = {
  url,
  address,
  string: text,
  boolean: z.boolean(),
  number: multiplier,
  integer: positiveInteger,
} as const;

/** Integers that may be 0. */
const FROM_ZERO = ["startBlock", "transactionConfirmationBlocks"];

function portalFieldSchema(
  field: string,
  { type }: PortalFieldDefinition,
): z.ZodType<PortalInput, z.ZodTypeDef, unknown> {
  return FROM_ZERO.includes(field) ? blockNumber : FIELD_TYPES[type];
}
