import { z } from "zod";
import { type Address, isAddress } from "../../base/address.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import { isRecord, recordOf } from "../../base/records.ts";
import { oneLine } from "../../base/text.ts";
import { integerOf, type Parameter } from "./encode-arguments.ts";
import type { RefusedTransaction, SafeMembers } from "./report.ts";

const ADDRESS = z.custom<Address>(isAddress, "expected an address");
const DATA = z.custom<Hex>(
  (value) => isHex(value) && value.length % 2 === 0,
  "expected data, as hexadecimal digits after 0x",
);
const AMOUNT = z
  .custom(
    (value) => (integerOf(value) ?? -1n) >= 0n,
    "expected an amount, in decimal or hexadecimal, and as a text if it is large",
  )
  .transform((value) => integerOf(value) ?? 0n);

const PARAMETER: z.ZodType<Parameter, z.ZodTypeDef, unknown> = z.preprocess(
  statedMembers,
  z.object({
    name: z.string().optional(),
    type: z.string(),
    components: z.lazy(() => z.array(PARAMETER)).optional(),
  }),
);

/** What a Safe executes and hashes beside the call. */
const SAFE_MEMBERS = {
  safeTxGas: AMOUNT.optional(),
  baseGas: AMOUNT.optional(),
  gasPrice: AMOUNT.optional(),
  gasToken: ADDRESS.optional(),
  refundReceiver: ADDRESS.optional(),
  nonce: AMOUNT.optional(),
};

const MEMBERS = {
  from: ADDRESS.optional(),
  to: ADDRESS,
  data: DATA.optional(),
  input: DATA.optional(),
  value: AMOUNT.optional(),
  chainId: AMOUNT.optional(),
  gas: AMOUNT.optional(),
  // Safe's Transaction Builder may have these in place of data.
  contractMethod: z
    .object({ name: z.string(), inputs: z.array(PARAMETER).nullish() })
    .optional(),
  contractInputsValues: z.record(z.unknown()).optional(),
  // The form of Safe's service.
  safe: ADDRESS.optional(),
  operation: AMOUNT.refine((value) => value < 2n, "expected 0 or 1")
    .transform((value) => (value === 1n ? 1 : 0))
    .optional(),
  ...SAFE_MEMBERS,
};

const FILE_MEMBERS = {
  chainId: AMOUNT.optional(),
  meta: z
    .preprocess(
      statedMembers,
      z.object({ createdFromSafeAddress: ADDRESS.optional() }),
    )
    .optional(),
  transactions: z.array(z.preprocess(statedMembers, z.object(MEMBERS))).min(1),
};

/** Transactions, and what files of Safe's Transaction Builder say of all of them. */
export const TRANSACTION_FILE = z.preprocess(
  statedMembers,
  z.object(FILE_MEMBERS),
);

export type TransactionMembers = z.infer<
  typeof TRANSACTION_FILE
>["transactions"][number];

/** What an object says: empty members say nothing. */
function statedMembers(value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const stated = Object.entries(value).filter(
    ([, one]) =>
      one !== null &&
      one !== undefined &&
      one !== "" &&
      !(Array.isArray(one) && one.length === 0),
  );
  return Object.fromEntries(stated);
}

/** Members that change nothing of what a transaction does, once its sender is given. */
const WITHOUT_EFFECT = new Set(
  [
    "blockHash blockNumber blockTimestamp hash transactionIndex",
    "maxFeePerBlobGas maxFeePerGas maxPriorityFeePerGas",
    "r s signature signatures v yParity",
    // The service of Safe has these.
    "confirmations confirmationsRequired contractTransactionHash creationDate dataDecoded ethGasPrice executionDate executor fee gasUsed isExecuted isSuccessful modified origin proposedByDelegate proposer safeTxHash sender submissionDate transactionHash transfers trusted txType",
    "$schema createdAt description name version",
  ].flatMap((names) => names.split(" ")),
);

/** The first transaction with a member that is neither simulated nor without effect. */
export function refusedTransaction(
  file: Readonly<Record<string, unknown>>,
): RefusedTransaction | undefined {
  const ofFile = unknownMember(file, FILE_MEMBERS);
  if (ofFile !== undefined) {
    return { index: 0, reason: `the file ${ofFile}` };
  }
  for (const [index, one] of [file["transactions"]].flat().entries()) {
    const unknown = unknownMember(one, MEMBERS);
    if (unknown !== undefined) {
      return { index, reason: `transaction ${index + 1} ${unknown}` };
    }
  }
  return undefined;
}

function unknownMember(members: unknown, known: object): string | undefined {
  const stated = Object.entries(recordOf(statedMembers(members)));
  const [name] =
    stated.find(
      ([name, value]) =>
        !Object.hasOwn(known, name) &&
        !WITHOUT_EFFECT.has(name) &&
        !(/^type(?:Hex)?$/.test(name) && isPlainType(value)),
    ) ?? [];
  return name && `has the member \`${oneLine(name)}\`, which is not simulated`;
}

/** Whether transactions of a type differ from others in fees and access lists only. */
function isPlainType(type: unknown): boolean {
  const names: readonly unknown[] = ["legacy", "eip2930", "eip1559"];
  return names.includes(type) || (integerOf(type) ?? 3n) < 3n;
}

const NOBODY = "0x0000000000000000000000000000000000000000";

/** The members that count if the sender is a Safe, of which a file gives any. */
export function safeMembers(one: TransactionMembers): SafeMembers | undefined {
  const names = ["safe", ...Object.keys(SAFE_MEMBERS)];
  if (!names.some((name) => Object.hasOwn(one, name))) {
    return undefined;
  }
  return {
    safeTxGas: String(one.safeTxGas ?? 0n),
    baseGas: String(one.baseGas ?? 0n),
    gasPrice: String(one.gasPrice ?? 0n),
    gasToken: one.gasToken ?? NOBODY,
    refundReceiver: one.refundReceiver ?? NOBODY,
    nonce: one.nonce === undefined ? undefined : String(one.nonce),
  };
}
