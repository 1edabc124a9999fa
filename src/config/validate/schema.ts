import { z } from "zod";
import { withoutUndefined } from "../../base/records.ts";
import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
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
  multiplier,
  networkName,
  positiveInteger,
  requiredUrl,
  text,
  token,
  tokenBalances,
  url,
} from "./fields.ts";
import {
  HTTP_NETWORK_FIELDS,
  SANDBOX_NETWORK_FIELDS,
} from "./hardhat-fields.ts";

/**
 * The schema of `alpha` in the user's Hardhat config.
 *
 * @param source the schema of one of `alpha.sources`
 */
export function alphaConfigSchema(source: z.ZodTypeAny) {
  return z
    .object({
      preset: z.boolean(),
      sources: z.array(source),
      forks: booleanOr(
        z
          .object({
            blockNumbers: z
              .object(
                Object.fromEntries(
                  ALPHA_NETWORK_NAMES.map((name) => [name, blockNumber]),
                ),
              )
              .partial()
              .strict(),
            hardhat: SANDBOX_NETWORK_FIELDS,
          })
          .partial()
          .strict(),
      ),
      sandbox: falseOr(
        z
          .object({
            euroDecimals: decimals,
            owner: account,
            balances: z
              .object({ alpha: tokenBalances, euro: tokenBalances })
              .partial()
              .strict(),
            hardhat: SANDBOX_NETWORK_FIELDS,
          })
          .partial()
          .strict(),
      ),
      networks: z
        .object(
          Object.fromEntries(
            ALPHA_NETWORK_NAMES.map((name) => [
              name,
              falseOr(networkSchema(NETWORK_DEFINITIONS[name])),
            ]),
          ),
        )
        .partial()
        .strict(),
    })
    .partial()
    .strict();
}

/** The schema of one network's values in the user's config. */
function networkSchema(definition: NetworkDefinition) {
  return z
    .object({
      name: networkName,
      url,
      endpoints: z.array(requiredUrl),
      genesisHash: blockHash,
      guard: z.boolean(),
      hardhat: HTTP_NETWORK_FIELDS,
      maxBlockAge: falseOr(positiveInteger),
      role: text,
      versions: z
        .object({ registry: text, portal: text, backend: text })
        .partial()
        .strict(),
      transactionPollingTimeoutUnit: z.enum(["seconds", "milliseconds"]),
      feeToken: z
        .object({ name: text, symbol: text, decimals })
        .partial()
        .strict(),
      tokens: z.object({ euro: token, alpha: token }).partial().strict(),
      ...valueFields(definition),
      ...(definition.backend === undefined
        ? {}
        : { backend: backendSchema(definition) }),
    })
    .partial()
    .strict();
}

/** The values of a network in a file, with the same rules as in the user's config. */
export function sourcedValuesSchema(
  definition: NetworkDefinition,
): z.ZodType<NetworkInput, z.ZodTypeDef, unknown> {
  const values = z.object(valueFields(definition));
  return definition.backend === undefined
    ? values.partial().strict().transform(withoutUndefined)
    : values
        .extend({ backend: backendSchema(definition) })
        .partial()
        .strict()
        .transform(withoutUndefined);
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
    registry: z
      .object(
        Object.fromEntries(
          Object.entries(registry).map(([key, { length }]) => [
            key,
            length === undefined ? address : addressList(length),
          ]),
        ),
      )
      .partial()
      .strict(),
    portal: z
      .object(
        Object.fromEntries(
          Object.entries(portal).map(([field, rule]) => [
            field,
            portalFieldSchema(field, rule),
          ]),
        ),
      )
      .partial()
      .strict(),
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
  return z.object(Object.fromEntries(fields)).partial().strict();
}

function addressList(length: number) {
  return z
    .array(address)
    .length(
      length,
      `Expected a list of exactly ${length} address${length === 1 ? "" : "es"}, in the order of the on-chain template index`,
    );
}

function portalFieldSchema(
  field: string,
  definition: PortalFieldDefinition,
): z.ZodType<PortalInput, z.ZodTypeDef, unknown> {
  switch (definition.type) {
    case "url":
      return url;
    case "address":
      return address;
    case "string":
      return text;
    case "boolean":
      return z.boolean();
    case "number":
      return multiplier;
    case "integer":
      return field === "startBlock" || field === "transactionConfirmationBlocks"
        ? blockNumber
        : positiveInteger;
  }
}
