import type { Address } from "../../base/address.ts";
import { hexQuantity } from "../../base/hex.ts";
import { isSameText } from "../../base/text.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import type { Reply } from "../../http/types.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type {
  SimulatedTransaction,
  Transaction,
  TransactionList,
} from "../simulation-report.ts";
import {
  describeCall,
  describeRevert,
  EXECUTED,
  type KnownContracts,
  type NamedAbi,
} from "./describe-call.ts";
import {
  batchOf,
  executeAsSafe,
  type Send,
  type Sent,
  safeAt,
} from "./safe-transaction.ts";
import { needsSafe } from "./transaction-members.ts";

/** A simulated chain, and what is known of its contracts. */
export interface Chain
  extends Pick<RpcTransport, "request">,
    Pick<KnownContracts, "abisAt"> {
  /** Sends a transaction from an account, for errors of these contracts. */
  readonly send: (
    transaction: Transaction,
    abis: readonly NamedAbi[],
    gasPrice?: bigint,
  ) => Promise<Sent>;
}

/** Sends transactions up to the first one that does not succeed; none if one is refused. */
export async function sendAll(
  chain: Chain,
  { transactions, isBatch, refused }: TransactionList,
): Promise<readonly SimulatedTransaction[]> {
  const { request, abisAt } = chain;
  const isSafe = async (address: Address) =>
    (await safeAt(request, address).catch(() => undefined)) !== undefined;
  const isOne = isBatch && transactions.length > 1;
  const batch = isOne ? batchOf(request, transactions) : undefined;
  // Without MultiSendCallOnly, a batch is not executed by its Safe.
  const mayExecute = !isOne || (await batch?.catch(() => undefined));
  const calls: string[] = [];
  for (const transaction of transactions) {
    const call = await describeCall(transaction, { abisAt, isSafe });
    const isExecuted = (await isSafe(transaction.from)) && mayExecute;
    calls.push(isExecuted ? `${EXECUTED} → ${call}` : call);
  }
  let sent: readonly Sent[];
  if (refused !== undefined) {
    const refusal = unknownResult(refused.reason);
    sent = transactions.map((_, at) =>
      at === refused.index ? refusal : NOT_SENT,
    );
  } else if (batch !== undefined) {
    sent = await sendBatch(chain, transactions, batch);
  } else {
    const send = (one: Transaction) => orUnknown(sendOne(chain, one));
    sent = await sendEach(transactions, send);
  }
  return transactions.map((transaction, index) => ({
    ...transaction,
    call: calls[index] ?? "",
    ...(sent[index] ?? NOT_SENT),
  }));
}

async function sendEach(
  transactions: readonly Transaction[],
  send: Send,
): Promise<readonly Sent[]> {
  const results: Sent[] = [];
  for (const transaction of transactions) {
    const sent = await send(transaction);
    results.push(sent);
    if (sent.verdict !== "succeeds") {
      break;
    }
  }
  return results;
}

/**
 * Sends a transaction; that of a Safe as the Safe executes it.
 *
 * @throws if a Safe cannot be read, or an owner cannot approve
 */
async function sendOne(chain: Chain, transaction: Transaction): Promise<Sent> {
  const { request } = chain;
  const { from, to, data, value, operation } = transaction;
  const errors = await chain.abisAt(to);
  const safe = await safeAt(request, from);
  if (safe === undefined) {
    if (operation === 1) {
      return DELEGATED;
    }
    if (needsSafe(transaction)) {
      return OF_UNKNOWN_SAFE;
    }
    return await chain.send(transaction, errors);
  }
  const sent = await executeAsSafe(request, safe, transaction, (one, price) =>
    chain.send(one, errors, price),
  );
  const { verdict, reason = "" } = sent;
  if (verdict !== "fails" || operation === 1) {
    return sent;
  }
  // Most releases do not pass on why the call failed.
  const call = { from, to, data, value: hexQuantity(BigInt(value)) };
  const reply = await request("eth_call", [call, "latest"]);
  const why = reply.ok ? "" : (describeRevert(reply.data, errors) ?? "");
  return reason.includes(why) ? sent : { ...sent, reason: `${reason}: ${why}` };
}

async function orUnknown<T>(sending: Promise<T>): Promise<T | Sent> {
  try {
    return await sending;
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return unknownResult(
      `it could not be executed as a Safe's: ${untrustedText(text)}`,
    );
  }
}

/** The one transaction of a batch, if its Safe can make that: see {@link batchOf}. */
type Batch = ReturnType<typeof batchOf>;

/**
 * Sends what a Safe sends as one transaction: by its MultiSendCallOnly, or else each
 * call by itself, all undone if one of them does not succeed.
 */
async function sendBatch(
  chain: Chain,
  transactions: readonly Transaction[],
  batch: Batch,
): Promise<readonly Sent[]> {
  const [first] = transactions;
  const other = transactions.findIndex(
    (one) => !isSameText(one.from, first?.from),
  );
  if (other > 0) {
    const reason = `transaction ${other + 1} has the sender ${transactions[other]?.from}, and a file of the Transaction Builder has one for all`;
    return [...Array(other).fill(NOT_SENT), unknownResult(reason)];
  }
  if (transactions.some(({ operation }) => operation === 1)) {
    return [DELEGATED_IN_BATCH];
  }
  if (transactions.some(({ gas, safe }) => gas || safe)) {
    return [LIMITED_IN_BATCH];
  }
  const { request } = chain;
  const whole = await orUnknown(sendWhole(chain, batch));
  if (whole?.verdict === "unknown") {
    return [whole];
  }
  if (whole?.verdict === "succeeds") {
    return [whole, ...transactions.slice(1).map(() => SUCCEEDED)];
  }
  const start = await request("evm_snapshot", []);
  const each = await sendEach(transactions, async (one) =>
    chain.send(one, await chain.abisAt(one.to)),
  );
  // Each by itself shows which of them fails; else it is the Safe that refuses.
  const isRefused = each.at(-1)?.verdict === "succeeds";
  const sent = whole !== undefined && isRefused ? [whole] : each;
  return await Promise.all(
    sent.map((one) =>
      one.verdict === "succeeds" ? one : undo(chain, one, start),
    ),
  );
}

async function sendWhole(
  chain: Chain,
  batch: Batch,
): Promise<Sent | undefined> {
  const transaction = await batch;
  if (transaction === undefined) {
    return undefined;
  }
  const { signed, ...sent } = await sendOne(chain, transaction);
  const { to: multiSend } = transaction;
  return { ...sent, signed: signed && { ...signed, multiSend } };
}

/** Undoes a Safe's batch, of which one call did not succeed. */
async function undo(
  { request }: Chain,
  { verdict, reason }: Sent,
  start: Reply,
): Promise<Sent> {
  const undone = start.ok ? await request("evm_revert", [start.result]) : start;
  if (verdict !== "fails" || !undone.ok || undone.result !== true) {
    return unknownResult(
      `${reason}, so what the Safe's batch changes is unknown`,
    );
  }
  return { verdict, reason: `${reason}, so the Safe's batch changes nothing` };
}

const SUCCEEDED: Sent = { verdict: "succeeds" };

const NOT_SENT: Sent = {
  verdict: "not sent",
  reason: "another transaction of the file does not succeed",
};

const DELEGATED = unknownResult(
  "it is a delegatecall, and its sender is no Safe whose code is known, so what it changes is unknown",
);

const OF_UNKNOWN_SAFE = unknownResult(
  "it has the gas or the refund of a Safe's transaction, and its sender is no Safe whose code is known, so what it changes is unknown",
);

const LIMITED_IN_BATCH = unknownResult(
  "one of the calls has a gas limit or members of a Safe's own transaction, which a call of the Transaction Builder does not have",
);

const DELEGATED_IN_BATCH = unknownResult(
  "one of the Safe's calls is a delegatecall, which a batch of the Transaction Builder cannot make, so what it changes is unknown",
);

function unknownResult(reason: string): Sent {
  return { verdict: "unknown", reason };
}
