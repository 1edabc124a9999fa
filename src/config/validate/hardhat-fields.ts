import { z } from "zod";
import { partialObject } from "./fields.ts";

const nonnegativeInteger = z.number().int().nonnegative();
const gasUnit = anyOf(
  [nonnegativeInteger, z.bigint().nonnegative()],
  "Expected a whole number or a bigint, 0 or more",
);
const gas = anyOf(
  [z.literal("auto"), gasUnit],
  'Expected "auto", a whole number or a bigint',
);
const gasLimit = anyOf(
  [z.literal(false), gasUnit],
  "Expected false, a whole number or a bigint",
);
const configurationVariable = z.object({
  _type: z.literal("ConfigurationVariable"),
  name: z.string(),
});
const sensitiveText = anyOf(
  [z.string(), configurationVariable],
  "Expected a string or configVariable(…)",
);
const privateKey = anyOf(
  [z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/), configurationVariable],
  "Expected a private key (64 hexadecimal digits) or configVariable(…)",
);
const balance = anyOf(
  [z.string(), z.bigint().nonnegative()],
  "Expected a string or a bigint",
);

const derivation = {
  count: nonnegativeInteger.optional(),
  initialIndex: nonnegativeInteger.optional(),
  passphrase: sensitiveText.optional(),
  path: z.string().optional(),
};

const common = {
  chainType: z.enum(["generic", "l1", "op"]),
  from: z.string(),
  gas,
  gasMultiplier: z.number().nonnegative(),
  gasPrice: gas,
  // Fields that other official plugins read.
  ignition: z.unknown(),
  ledgerAccounts: z.unknown(),
  ledgerOptions: z.unknown(),
};

/**
 * The fields of an `http` network that a user may set. Hardhat checks them too, but
 * reports errors at a path that does not exist in the user's config.
 */
export const HTTP_NETWORK_FIELDS = partialObject({
  ...common,
  accounts: chosenBy((value) => {
    if (value === "remote") {
      return z.literal("remote");
    }
    return Array.isArray(value)
      ? z.array(privateKey)
      : z.object({ mnemonic: sensitiveText, ...derivation });
  }),
  httpHeaders: z.record(z.string()),
  timeout: z.number().nonnegative(),
});

/**
 * The fields of an `edr-simulated` network that a user may set for sandboxes.
 * `forking` is not allowed: a forked chain has its own contracts.
 */
export const SANDBOX_NETWORK_FIELDS = partialObject({
  ...common,
  accounts: chosenBy((value) =>
    Array.isArray(value)
      ? z.array(z.object({ balance, privateKey }))
      : z.object({
          mnemonic: sensitiveText.optional(),
          accountsBalance: balance.optional(),
          ...derivation,
        }),
  ),
  allowBlocksWithSameTimestamp: z.boolean(),
  allowUnlimitedContractSize: z.boolean(),
  blockGasLimit: gasLimit,
  coinbase: z.string(),
  gasEstimationMode: z.enum(["topLevelSuccess", "noInternalOutOfGas"]),
  hardfork: z.string(),
  initialBaseFeePerGas: gasUnit,
  initialDate: anyOf(
    [z.string(), z.date()],
    "Expected a string or a Date",
  ).refine(
    (value) =>
      (typeof value !== "string" && !(value instanceof Date)) ||
      !Number.isNaN(new Date(value).getTime()),
    "Expected a date",
  ),
  loggingEnabled: z.boolean(),
  minGasPrice: gasUnit,
  mining: z.object({
    auto: z.boolean().optional(),
    interval: anyOf(
      [nonnegativeInteger, z.tuple([nonnegativeInteger, nonnegativeInteger])],
      "Expected milliseconds, or a pair of them",
    ).optional(),
    mempool: z
      .object({ order: z.enum(["fifo", "priority"]).optional() })
      .optional(),
  }),
  throwOnCallFailures: z.boolean(),
  throwOnTransactionFailures: z.boolean(),
  transactionGasCap: gasLimit,
});

/** Zod's own union reports the issues of whichever member came closest. */
function anyOf(schemas: readonly z.ZodTypeAny[], message: string) {
  return z
    .unknown()
    .refine(
      (value) => schemas.some((schema) => schema.safeParse(value).success),
      message,
    );
}

/** The schema that fits a value's shape, so that its issues keep their paths. */
function chosenBy(choose: (value: unknown) => z.ZodTypeAny) {
  return z.unknown().superRefine((value, context) => {
    const { error } = value === undefined ? {} : choose(value).safeParse(value);
    for (const issue of error?.issues ?? []) {
      context.addIssue(issue);
    }
  });
}
