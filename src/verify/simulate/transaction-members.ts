import { keccak256, toHex } from "viem/utils";
import { z } from "zod";
import { type Address, isAddress } from "../../base/address.ts";
import { type Hex, isHash, isHex, lowerHex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { lineOf, oneLine, quoted } from "../../base/text.ts";
import type {
  RefusedTransaction,
  SafeMembers,
  Transaction,
} from "../simulation-report.ts";
import { integerOf, type Parameter } from "./encode-arguments.ts";
import { NOBODY } from "./safe-calls.ts";

const ADDRESS = z.custom<Address>(isAddress, "expected an address");
const DATA = z.custom<Hex>(
  (value) => isHex(value) && value.length % 2 === 0,
  "expected data, as hexadecimal digits after 0x",
);
const NAME = z.string().regex(/^[\w$]+$/, "expected a function's name");
/** An amount in any spelling, which becomes decimal. */
const AMOUNT = z
  .custom(
    (value) => (integerOf(value) ?? -1n) >= 0n,
    (value) => ({
      message: `expected an amount, as a text if it is large, not ${quoted(lineOf(value))}`,
    }),
  )
  .transform((value) => String(integerOf(value)));

const PARAMETER: z.ZodType<Parameter, z.ZodTypeDef, unknown> = z.preprocess(
  statedMembers,
  z
    .object({
      name: z.string().optional(),
      type: z.string(),
      components: z.lazy(() => z.array(PARAMETER)).optional(),
    })
    .passthrough(),
);
const METHOD = z.object({ name: NAME, inputs: z.array(PARAMETER).optional() });

/** The members that a Safe executes and hashes beside the call. */
const SAFE = z.object({
  safeTxGas: AMOUNT.default("0"),
  baseGas: AMOUNT.default("0"),
  gasPrice: AMOUNT.default("0"),
  gasToken: ADDRESS.default(NOBODY),
  refundReceiver: ADDRESS.default(NOBODY),
  nonce: AMOUNT.optional(),
  safeTxHash: z
    .custom<Hex>(isHash, "expected a hash")
    .transform(lowerHex)
    .optional(),
});

const TRANSACTION = z.object({
  from: ADDRESS.optional(),
  to: ADDRESS,
  data: DATA.optional(),
  input: DATA.optional(),
  value: AMOUNT.optional(),
  chainId: AMOUNT.optional(),
  gas: AMOUNT.optional(),
  // Safe's Transaction Builder may have these in place of data.
  contractMethod: z.preprocess(statedMembers, METHOD.passthrough()).optional(),
  contractInputsValues: z.record(z.unknown()).optional(),
  // Safe's service has these.
  safe: ADDRESS.optional(),
  sender: ADDRESS.optional(),
  dataDecoded: z.unknown(),
  operation: AMOUNT.refine((value) => /^[01]$/.test(value), "expected 0 or 1")
    .transform((value) => (value === "1" ? 1 : 0))
    .optional(),
  ...SAFE.partial().shape,
});

const META = z.object({ createdFromSafeAddress: ADDRESS.optional() });

const FILE = z.object({
  chainId: AMOUNT.optional(),
  meta: z.preprocess(statedMembers, META.passthrough()).optional(),
  transactions: z.array(
    z.preprocess(statedMembers, TRANSACTION.passthrough()),
    { required_error: "expected at least one" },
  ),
});

/** Transactions, and what files of Safe's Transaction Builder say of all of them. */
export const TRANSACTION_FILE = z.preprocess(statedMembers, FILE.passthrough());

type TransactionFile = z.infer<typeof TRANSACTION_FILE>;

export type TransactionMembers = TransactionFile["transactions"][number];

/** Members that change nothing of what a transaction does, once its sender is given. */
const WITHOUT_EFFECT = new Set(
  [
    "blockHash blockNumber blockTimestamp hash transactionIndex",
    "maxFeePerBlobGas maxFeePerGas maxPriorityFeePerGas",
    "r s signature signatures v yParity",
    // The service of Safe has these.
    "confirmations confirmationsRequired contractTransactionHash creationDate ethGasPrice executionDate executor fee gasUsed isExecuted isSuccessful modified origin proposedByDelegate proposer submissionDate transactionHash transfers trusted txType",
    "$schema createdAt description name version",
  ].flatMap((names) => names.split(" ")),
);

/** Types of transactions that differ in fees and access lists only. */
const PLAIN_TYPES = new Set<unknown>(["legacy", "eip2930", "eip1559"]);

/** The members that the Transaction Builder writes to its meta. */
const META_NAMES =
  /^(?:checksum|createdFrom(?:Owner|Safe)Address|description|name|txBuilderVersion)$/;

/** The members that a function and its parameters have in an ABI. */
const ABI_NAMES =
  /^(?:components|constant|indexed|inputs|internalType|name|outputs|payable|stateMutability|type)$/;

function hasNoEffect([name, value]: readonly [string, unknown]): boolean {
  const isType = name === "type" || name === "typeHex";
  const isPlain = PLAIN_TYPES.has(value) || (integerOf(value) ?? 3n) < 3n;
  return WITHOUT_EFFECT.has(name) || (isType && isPlain);
}

/** The members that say something: empty ones do not. */
function statedMembers(value: unknown): unknown {
  if (!isRecord(value)) {
    return value;
  }
  const isStated = (one: unknown) =>
    Array.isArray(one) ? one.length > 0 : (one ?? "") !== "";
  const members = Object.entries(value).filter(([, one]) => isStated(one));
  return Object.fromEntries(members);
}

/** The first transaction with a member that is neither simulated nor without effect. */
export function refusedTransaction(
  file: TransactionFile,
): RefusedTransaction | undefined {
  for (const [at, members] of [file, ...file.transactions].entries()) {
    const { shape } = at === 0 ? FILE : TRANSACTION;
    const unknown = Object.entries(members).find(
      (member) => !Object.hasOwn(shape, member[0]) && !hasNoEffect(member),
    );
    const member =
      unknown?.[0] ??
      unknownWithin("meta", META_NAMES, members.meta) ??
      unknownWithin("contractMethod", ABI_NAMES, members.contractMethod);
    if (member !== undefined) {
      const subject = at === 0 ? "the file" : `transaction ${at}`;
      const reason = `${subject} has the member \`${oneLine(member)}\`, which is not simulated`;
      return { index: Math.max(at - 1, 0), reason };
    }
  }
  return undefined;
}

/** The path of the first member within a part of a file that has none of these names. */
function unknownWithin(
  path: string,
  names: RegExp,
  part: unknown,
): string | undefined {
  for (const [name, value] of Object.entries(Object(part))) {
    const inner = `${path}.${name}`;
    if (!names.test(name)) {
      return inner;
    }
    const isNested = name === "inputs" || name === "components";
    for (const one of isNested ? [value].flat() : []) {
      const unknown = unknownWithin(inner, names, one);
      if (unknown !== undefined) {
        return unknown;
      }
    }
  }
  return undefined;
}

/** The file with the checksum by which the Builder notices that it was edited. */
export function withChecksum<
  T extends { readonly meta: Readonly<Record<string, unknown>> },
>(file: T): T & { readonly meta: { readonly checksum: Hex } } {
  // The name and an earlier checksum are not part of it.
  const { checksum: _checksum, ...meta } = file.meta;
  const counted = { ...file, meta: { ...meta, name: null } };
  const checksum = keccak256(toHex(serialized(counted)));
  return { ...file, meta: { ...file.meta, checksum } };
}

/** JSON with the sorted keys of an object in front of its values. */
function serialized(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(serialized).join(",")}]`;
  }
  if (!isRecord(value)) {
    // The Builder reads large integers as JavaScript's numbers, too.
    return JSON.stringify(typeof value === "bigint" ? Number(value) : value);
  }
  const keys = Object.keys(value).sort();
  const values = keys.map((key) => `${serialized(value[key])},`);
  return `{${JSON.stringify(keys)}${values.join("")}}`;
}

/** A note if the Transaction Builder's checksum is that of another file, as it warns, too. */
export function otherChecksum(json: unknown): readonly string[] | undefined {
  if (!isRecord(json) || !isRecord(json.meta) || !json.meta.checksum) {
    return undefined;
  }
  const { checksum } = withChecksum({ ...json, meta: json.meta }).meta;
  const stated = oneLine(lineOf(json.meta.checksum));
  const note = `The file has the checksum ${stated}, and what is in it has ${checksum}: it was changed after Safe's Transaction Builder had written it.`;
  return stated === checksum ? undefined : [note];
}

/** The members that count if the sender is a Safe, of which a file gives any. */
export function safeMembers(one: TransactionMembers): SafeMembers | undefined {
  const names = ["safe", ...Object.keys(SAFE.shape)];
  const isGiven = names.some((name) => Object.hasOwn(one, name));
  return isGiven ? SAFE.parse(one) : undefined;
}

/**
 * Tells whether members say what only a Safe does, beside the call: limits and
 * refunds.
 */
export function needsSafe({ safe }: Transaction): boolean {
  return (
    safe !== undefined &&
    [safe.safeTxGas, safe.baseGas, safe.gasToken, safe.refundReceiver].some(
      (value) => BigInt(value) !== 0n,
    )
  );
}
