import { defaultErrorMap } from "zod";
import {
  hasValidChecksum,
  isAddress,
  uniqueAddresses,
} from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Hex, lowerHex } from "../../base/hex.ts";
import { given, isRecord, withoutUndefined } from "../../base/records.ts";
import { oneLine } from "../../base/text.ts";
import { plainIssues } from "../../config/validate/plain-issues.ts";
import { exactInteger, parseStrictJson } from "../../files/json.ts";
import { readTextFile } from "../../files/read-text.ts";
import type { Transaction, TransactionList } from "../simulation-report.ts";
import { encodeCall } from "./encode-arguments.ts";
import {
  otherChecksum,
  refusedTransaction,
  safeMembers,
  TRANSACTION_FILE,
  type TransactionMembers,
} from "./transaction-members.ts";

/** Where transactions are from: a file, or else one call. */
export interface TransactionSource {
  readonly simulate: string | undefined;
  /** The sender of transactions that name none. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly data: string | undefined;
}

/**
 * The transactions to simulate: `{ from, to, data, value }`, a list of these, or a file
 * of Safe's Transaction Builder. Each member counts, or the transaction is refused.
 *
 * @throws HardhatPluginError that names the file, and what is wrong in it.
 */
export async function readTransactions(
  { simulate: file, from, to, data }: TransactionSource,
  chainId: number,
): Promise<TransactionList> {
  const defaults = { chainId, from };
  if (file === undefined) {
    const call = { to, data };
    return await parseTransactions(call, "The command line", defaults);
  }
  const read = await readTextFile(file);
  if (read.kind !== "text") {
    throw alphaError(`The file ${file} could not be read: ${read.reason}.`);
  }
  const text = read.text.replace(/^\uFEFF/, "");
  const json = parseStrictJson(text, exactInteger);
  if (!json.ok) {
    throw alphaError(`The file ${file} ${json.reason}.`);
  }
  return await parseTransactions(json.value, `The file ${file}`, defaults);
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
  const { data: parsed, error } = TRANSACTION_FILE.safeParse(
    file,
    plainIssues(defaultErrorMap),
  );
  if (parsed === undefined) {
    const [issue] = error.issues;
    throw alphaError(
      `${subject} is no transaction: ${oneLine(`${issue?.path.join(".")}: ${issue?.message}`)}. Expected { from, to, data, value }, a list of these, or a file of Safe's Transaction Builder.`,
    );
  }
  const { meta, transactions } = parsed;
  const read = async (one: TransactionMembers, index: number) => {
    for (const id of [parsed.chainId, one.chainId]) {
      if (id !== undefined && id !== String(chainId)) {
        throw alphaError(
          `${subject} is for the chain id ${id}, not ${chainId}.`,
        );
      }
    }
    const [own = from, ...others] = uniqueAddresses(
      given(one.safe, meta?.createdFromSafeAddress, one.from),
    );
    if (!isAddress(own)) {
      throw alphaError(
        `${subject} has no sender: set "from", or pass an address with --from.`,
      );
    }
    // Of a Safe's transaction, it is the account that proposed it.
    const sender = one.safe === undefined && one.sender;
    const [, other] = uniqueAddresses(given(own, ...others, sender));
    if (other !== undefined) {
      throw alphaError(
        `${subject} has two senders of transaction ${index + 1}: ${own} and ${other}.`,
      );
    }
    const { to, gas, operation, value = "0", gasToken, refundReceiver } = one;
    for (const address of given(own, to, gasToken, refundReceiver)) {
      if (!(await hasValidChecksum(address))) {
        throw alphaError(
          `${subject}: the address ${address} has a wrong EIP-55 checksum. Check its digits.`,
        );
      }
    }
    const data = dataOf(one, subject, index);
    const call = { from: own, to, data, value, gas, operation };
    const transaction: Transaction = { ...call, safe: safeMembers(one) };
    return withoutUndefined(transaction);
  };
  const names = [file, ...transactions].flatMap((one) => Object.keys(one));
  const list: TransactionList = {
    transactions: await Promise.all(transactions.map(read)),
    isBatch: isFile && names.some((name) => BUILDER_NAMES.test(name)),
    refused: refusedTransaction(parsed),
    notes: otherChecksum(json),
  };
  return withoutUndefined(list);
}

/** Members that only files of the Transaction Builder have. */
const BUILDER_NAMES =
  /^(?:meta|version|createdAt|contractMethod|contractInputsValues)$/;

/** The data of a call, which a file of the Transaction Builder may have as texts. */
function dataOf(one: TransactionMembers, subject: string, index: number): Hex {
  const { data, input, contractMethod: method, value } = one;
  const where = `transaction ${index + 1}`;
  if (data && input && lowerHex(data) !== lowerHex(input)) {
    throw alphaError(`${subject} has data and another input in ${where}.`);
  }
  const stated = data ?? input;
  if (stated !== undefined) {
    return stated;
  }
  const { contractInputsValues: values = {}, dataDecoded } = one;
  const described = dataDecoded ?? Object.keys(values)[0];
  if (method === undefined && described !== undefined) {
    throw alphaError(
      `${subject} has arguments, but neither data nor a function in ${where}.`,
    );
  }
  if (method === undefined && value === undefined) {
    throw alphaError(`${subject} has a transaction without data and value.`);
  }
  // Safe's names for a transfer without data.
  if (method === undefined || /^(?:receive|fallback)$/.test(method.name)) {
    return "0x";
  }
  const { name, inputs } = method;
  const wrong = `${subject} has no valid arguments of ${name}: ${where}`;
  return encodeCall(name, inputs ?? [], values, wrong);
}
