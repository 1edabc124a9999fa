import { z } from "zod";
import { hasValidChecksum, isAddress } from "../../base/address.ts";
import type {
  NetworkDefinition,
  PortalFieldDefinition,
} from "../../networks/definition.ts";
import {
  ALPHA_NETWORK_NAMES,
  NETWORK_DEFINITIONS,
} from "../../networks/definitions.ts";
import { httpUrlProblem } from "../layered-url.ts";
import { isTokenAmount } from "../token-amounts.ts";
import {
  HTTP_NETWORK_FIELDS,
  SANDBOX_NETWORK_FIELDS,
} from "./hardhat-fields.ts";

const MAX_DECIMALS = 36;

const text = z.string().min(1, "Expected a text that is not empty");
const networkName = text.refine(
  // Hardhat looks its networks up in plain objects.
  (name) => !(name in Object.prototype),
  "Expected a name that JavaScript does not use itself",
);
const multiplier = z
  .number()
  .positive("Expected a number above 0")
  .finite("Expected a finite number");
const blockNumber = z
  .number()
  .int("Expected a whole number")
  .nonnegative("Expected a block number, 0 or more")
  .max(Number.MAX_SAFE_INTEGER);
const positiveInteger = z
  .number()
  .int("Expected a whole number")
  .positive("Expected a number above 0")
  .max(Number.MAX_SAFE_INTEGER);
const decimals = z
  .number()
  .int("Expected a whole number")
  .min(0)
  .max(MAX_DECIMALS);

const address = z.string().superRefine(async (value, context) => {
  if (!isAddress(value)) {
    context.addIssue({
      code: "custom",
      message: "Expected an address: 0x and 40 hexadecimal digits",
    });
  } else if (!(await hasValidChecksum(value))) {
    context.addIssue({
      code: "custom",
      message:
        "The address has a bad checksum (EIP-55): a digit may be wrong. Copy it again, or write it in lower case if you are sure of it",
    });
  }
});

const configurationVariable = z
  .object({
    _type: z.literal("ConfigurationVariable"),
    name: text,
    format: z.string().optional(),
    default: z.string().optional(),
  })
  .strict();

const url = z.unknown().superRefine((value, context) => {
  if (typeof value === "string") {
    const problem = httpUrlProblem(value);
    if (problem !== undefined) {
      context.addIssue({
        code: "custom",
        message: `The value ${problem}. Expected a URL like https://host:port, or configVariable(…)`,
      });
    }
  } else if (
    value !== undefined &&
    !configurationVariable.safeParse(value).success
  ) {
    context.addIssue({
      code: "custom",
      message: "Expected a URL like https://host:port, or configVariable(…)",
    });
  }
});

const requiredUrl = url.refine(
  (value) => value !== undefined,
  "Expected a URL like https://host:port, or configVariable(…)",
);

const blockHash = z
  .string()
  .regex(
    /^0x[0-9a-fA-F]{64}$/,
    "Expected a block hash: 0x and 64 hexadecimal digits",
  );

const account = address.refine(
  (value) => !/^0x0{40}$/.test(value),
  "Expected an account: this is the zero address",
);
const tokenBalances = z.record(
  account,
  z
    .unknown()
    .refine(
      (value) =>
        ["string", "number", "bigint"].includes(typeof value) &&
        isTokenAmount(String(value)),
      'Expected a number of whole tokens, such as 1000 or "0.5"',
    ),
);

const token = z
  .object({ name: text, address, role: text, symbol: text, decimals })
  .partial()
  .strict();

/**
 * `false` or what the schema describes. Unlike a union it keeps the schema's
 * own issues, each with its path.
 */
function falseOr(schema: z.ZodTypeAny) {
  return z.unknown().superRefine(async (value, context) => {
    if (value === false || value === undefined) {
      return;
    }
    const { error } = await schema.safeParseAsync(value);
    for (const issue of error?.issues ?? []) {
      context.addIssue(issue);
    }
  });
}

/** `true`, `false` or what the schema describes. */
function booleanOr(schema: z.ZodTypeAny) {
  return falseOr(
    z.unknown().superRefine(async (value, context) => {
      if (value === true) {
        return;
      }
      const { error } = await schema.safeParseAsync(value);
      for (const issue of error?.issues ?? []) {
        context.addIssue(issue);
      }
    }),
  );
}

/**
 * The schema of `alpha` in the user's Hardhat config.
 *
 * @param source that of one of `alpha.sources`
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

/** The schema of one network's values, wherever a user writes them. */
export function networkSchema(definition: NetworkDefinition) {
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
      displayName: text,
      versions: z
        .object({ registry: text, portal: text, backend: text })
        .partial()
        .strict(),
      chainId: positiveInteger,
      networkId: positiveInteger,
      isDefault: z.boolean(),
      startBlock: blockNumber,
      transactionBlockTimeout: positiveInteger,
      transactionConfirmationBlocks: blockNumber,
      transactionPollingTimeout: positiveInteger,
      transactionPollingTimeoutUnit: z.enum(["seconds", "milliseconds"]),
      gasFeeMultiplier: multiplier,
      feeToken: z
        .object({ name: text, symbol: text, decimals })
        .partial()
        .strict(),
      tokens: z.object({ euro: token, alpha: token }).partial().strict(),
      registry: z
        .object(
          Object.fromEntries(
            Object.entries(definition.registry).map(([key, { length }]) => [
              key,
              length === undefined
                ? address
                : z
                    .array(address)
                    .length(
                      length,
                      `Expected a list of exactly ${length} address${length === 1 ? "" : "es"}, in the order of the on-chain template index`,
                    ),
            ]),
          ),
        )
        .partial()
        .strict(),
      portal: z
        .object(
          Object.fromEntries(
            Object.entries(definition.portal).map(([field, definition]) => [
              field,
              portalFieldSchema(field, definition),
            ]),
          ),
        )
        .partial()
        .strict(),
      ...(definition.backend === undefined
        ? {}
        : {
            backend: z
              .object(
                Object.fromEntries(
                  Object.keys(definition.backend).map((field) => [field, url]),
                ),
              )
              .partial()
              .strict(),
          }),
    })
    .partial()
    .strict();
}

function portalFieldSchema(
  field: string,
  definition: PortalFieldDefinition,
): z.ZodTypeAny {
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
