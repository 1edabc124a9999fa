import type { AbiFunction } from "viem";
import { encodeFunctionData } from "viem/utils";
import { z } from "zod";
import {
  type Address,
  hasValidChecksum,
  isAddress,
} from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Hex, isHex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { oneLine } from "../../base/text.ts";
import { parseStrictJson } from "../../files/json.ts";
import { readTextFile } from "../../files/read-text.ts";
import type { Transaction, TransactionList } from "./report.ts";

const ADDRESS = z.custom<Address>(isAddress, "expected an address");
const DATA = z.custom<Hex>(
  (value) => isHex(value) && value.length % 2 === 0,
  "expected data, as hexadecimal digits after 0x",
);

const TRANSACTION = z.object({
  from: ADDRESS.optional(),
  to: ADDRESS,
  data: DATA.nullish(),
  value: z.coerce.bigint().nonnegative().nullish(),
  // Safe's Transaction Builder may have these in place of data.
  contractMethod: z
    .object({
      name: z.string(),
      inputs: z.array(
        z.object({ name: z.string(), type: z.string() }).passthrough(),
      ),
    })
    .nullish(),
  contractInputsValues: z.record(z.string()).nullish(),
});

const FILE = z.object({
  // These are in files of Safe's Transaction Builder.
  chainId: z.coerce.bigint().optional(),
  meta: z.object({ createdFromSafeAddress: z.string().nullish() }).nullish(),
  transactions: z.array(TRANSACTION).min(1),
});

/** Where transactions are from: a file, or else one call. */
export interface TransactionSource {
  readonly simulate: string | undefined;
  /** Who sends what has no sender of its own. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly data: string | undefined;
}

/**
 * The transactions to simulate: `{ from, to, data, value }`, a list of these, or a file
 * of Safe's Transaction Builder.
 *
 * @throws HardhatPluginError that names the file, and what is wrong in it.
 */
export async function readTransactions(
  { simulate: file, ...call }: TransactionSource,
  chainId: number,
): Promise<TransactionList> {
  const given = { chainId, from: call.from };
  if (file === undefined) {
    return await parseTransactions(call, "The command line", given);
  }
  const read = await readTextFile(file);
  if (read.kind !== "text") {
    throw alphaError(`The file ${file} could not be read: ${read.reason}.`);
  }
  const json = parseStrictJson(read.text.replace(/^\uFEFF/, ""));
  if (!json.ok) {
    throw alphaError(`The file ${file} ${json.reason}.`);
  }
  return await parseTransactions(json.value, `The file ${file}`, given);
}

/**
 * The same of parsed JSON.
 *
 * @param subject begins the message of an error
 */
export async function parseTransactions(
  json: unknown,
  subject: string,
  { chainId, from }: Pick<TransactionSource, "from"> & { chainId: number },
): Promise<TransactionList> {
  const isFile = isRecord(json) && "transactions" in json;
  const file = isFile ? json : { transactions: [json].flat() };
  const { data: parsed, error } = FILE.safeParse(file);
  if (parsed === undefined) {
    const [issue] = error.issues;
    throw alphaError(
      `${subject} is no transaction: ${issue?.path.join(".")}: ${oneLine(issue?.message ?? "")}. Expected { from, to, data, value }, a list of these, or a file of Safe's Transaction Builder.`,
    );
  }
  if (parsed.chainId !== undefined && parsed.chainId !== BigInt(chainId)) {
    throw alphaError(
      `${subject} is for the chain id ${parsed.chainId}, not ${chainId}.`,
    );
  }
  const sender = parsed.meta?.createdFromSafeAddress || from;
  const transactions = await Promise.all(
    parsed.transactions.map(async (one): Promise<Transaction> => {
      const own = one.from ?? sender;
      if (!isAddress(own)) {
        throw alphaError(
          `${subject} has no sender: set "from", or pass an address with --from.`,
        );
      }
      for (const address of [own, one.to]) {
        if (!(await hasValidChecksum(address))) {
          throw alphaError(
            `${subject} has the address ${address}, whose checksum (EIP-55) is wrong: a digit may be, too.`,
          );
        }
      }
      const data = one.data ?? encodedCall(one, subject);
      return { from: own, to: one.to, data, value: String(one.value ?? 0n) };
    }),
  );
  return { transactions, isBatch: parsed.meta != null };
}

/** The call that a file of the Transaction Builder has as texts. */
function encodedCall(
  { contractMethod, contractInputsValues, value }: z.infer<typeof TRANSACTION>,
  subject: string,
): Hex {
  if (!contractMethod) {
    if (value === undefined || value === null) {
      throw alphaError(`${subject} has a transaction without data and value.`);
    }
    return "0x";
  }
  const { name, inputs } = contractMethod;
  const method = {
    type: "function",
    stateMutability: "payable",
    outputs: [],
    name,
    inputs,
  } as const;
  try {
    const args = inputs.map((input) =>
      argumentOf(input.type, contractInputsValues?.[input.name] ?? ""),
    );
    return encodeFunctionData({ abi: [method as AbiFunction], args });
  } catch {
    throw alphaError(`${subject} has no valid arguments of ${oneLine(name)}.`);
  }
}

function argumentOf(type: string, text: string): unknown {
  if (/\]$|^tuple/.test(type)) {
    // Numbers may be larger than those of JavaScript.
    return JSON.parse(text.replace(/(?<=[[,]\s*)\d+(?=\s*[\],])/g, '"$&"'));
  }
  return type === "bool" ? text === "true" : text;
}
