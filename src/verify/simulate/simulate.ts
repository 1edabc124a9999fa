import { toEventSelector } from "viem/utils";
import { hexQuantity } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import { countForkWork } from "../../connect/open-fork.ts";
import type { Reachable } from "../../connect/reachable.ts";
import type { Reply } from "../../http/types.ts";
import { wasExecuted } from "../../rpc/judge-rpc-error.ts";
import { createProviderTransport } from "../../rpc/provider-transport.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { verifyReport } from "../judge-network.ts";
import type { LockedNetwork } from "../lock/lock-file.ts";
import type { NetworkVerification, VerifyReport } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import { verifyNetworks } from "../verify-networks.ts";
import {
  abisAt,
  describeCall,
  describeRevert,
  EXECUTED,
  type KnownContracts,
  type NamedAbi,
} from "./describe-call.ts";
import {
  baselineOf,
  judgeSimulation,
  type SimulationRules,
} from "./judge-simulation.ts";
import type {
  SimulatedTransaction,
  Transaction,
  TransactionList,
} from "./report.ts";
import {
  batchOf,
  executeAsSafe,
  type Send,
  type Sent,
  safeAt,
} from "./safe-transaction.ts";

/** What is simulated, and what is known of the network. */
export interface SimulationOptions extends SimulationRules, TransactionList {
  /** The checks that may change. */
  readonly expected: readonly string[];
  /** The Hardhat network that the report names. */
  readonly hardhatNetwork: string;
  readonly targets: readonly VerificationTarget[];
  /** The ABIs of the project. */
  readonly abis: readonly NamedAbi[];
}

type Connection = Awaited<ReturnType<Reachable["network"]["create"]>>;

const TIMEOUT_MS = 60_000;

/**
 * What transactions would change: the audit of a simulated chain before and after them.
 *
 * @param name the Hardhat network of the chain, which is opened and closed
 */
export async function simulate(
  { config, network }: Reachable,
  name: string,
  options: SimulationOptions,
): Promise<VerifyReport> {
  const { hardhatNetwork, locked, expected, strict } = options;
  let opened: Connection | undefined;
  const create = async (): Promise<Connection> => {
    opened ??= await network.create(name);
    return { provider: opened.provider, close: async () => {} };
  };
  const audit = async (ownPolicy: LockedNetwork["policy"]) => {
    const reachable = { config, network: { create } };
    const selection = {
      names: [name],
      globalNetwork: undefined,
      sandbox: false,
    };
    const { networks } = await verifyNetworks(reachable, selection, {
      level: "wiring",
      ownPolicy,
    });
    return networks.map((one) => ({ ...one, hardhatNetwork }));
  };
  const results: NetworkVerification[] = [];
  try {
    for (const before of await audit(locked?.policy ?? {})) {
      const transactions =
        opened === undefined || before.cause !== undefined
          ? []
          : await sendAll(opened, options);
      const policy = { ...locked?.policy, ...baselineOf(before).policy };
      const [after = before] = await audit(policy);
      const simulation = { transactions, expected };
      results.push(judgeSimulation(before, after, simulation, options));
    }
  } finally {
    await opened?.close();
  }
  return verifyReport({ level: "wiring", strict }, results);
}

/** A simulated chain, and what is known of its contracts. */
interface Chain extends KnownContracts, Pick<RpcTransport, "request"> {}

/** Sends transactions up to the first one that does not succeed. */
async function sendAll(
  { provider }: Connection,
  { transactions, isBatch, targets, abis }: SimulationOptions,
): Promise<readonly SimulatedTransaction[]> {
  const { request, close } = createProviderTransport(
    { request: async (args) => await countForkWork(provider.request(args)) },
    { deadline: Date.now() + TIMEOUT_MS },
  );
  const chain: Chain = {
    request,
    abisAt: async (to) => [...(await abisAt(to, targets)), ...abis],
    isSafe: async (address) => {
      const safe = await safeAt(request, address);
      return safe.ok && safe.value !== undefined;
    },
  };
  const calls: string[] = [];
  for (const transaction of transactions) {
    const call = await describeCall(transaction, chain);
    const isSafe = await chain.isSafe(transaction.from);
    calls.push(isSafe ? `${EXECUTED} → ${call}` : call);
  }
  const sent =
    isBatch && transactions.length > 1
      ? await sendBatch(chain, transactions)
      : await sendEach(transactions, (one) => sendOne(chain, one));
  await close();
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

/** Sends a transaction; that of a Safe as the Safe executes it. */
async function sendOne(chain: Chain, transaction: Transaction): Promise<Sent> {
  const { request } = chain;
  const safe = await safeAt(request, transaction.from);
  if (!safe.ok) {
    return { verdict: "unknown", reason: safe.reason };
  }
  const errors = await chain.abisAt(transaction.to);
  const sendPlain: Send = async (one, gasPrice) =>
    await send(chain, one, errors, gasPrice);
  if (safe.value !== undefined) {
    return await executeAsSafe(request, safe.value, transaction, sendPlain);
  }
  return transaction.operation === 1 ? DELEGATED : await sendPlain(transaction);
}

/**
 * Sends what a Safe sends as one transaction: by its MultiSendCallOnly, or else each
 * call by itself, all undone if one of them does not succeed.
 */
async function sendBatch(
  chain: Chain,
  transactions: readonly Transaction[],
): Promise<readonly Sent[]> {
  if (transactions.some(({ operation }) => operation === 1)) {
    return [DELEGATED_IN_BATCH];
  }
  const { request } = chain;
  const batch = await batchOf(request, transactions);
  const whole = batch && (await sendOne(chain, batch));
  if (whole?.verdict === "succeeds") {
    const others = transactions.slice(1).map(() => SUCCEEDED);
    return [whole, ...others];
  }
  if (whole?.verdict === "unknown") {
    return [whole];
  }
  const start = await request("evm_snapshot", []);
  const each = await sendEach(transactions, async (one) =>
    send(chain, one, await chain.abisAt(one.to)),
  );
  const last = each.at(-1);
  if (last === undefined || (last === SUCCEEDED && whole === undefined)) {
    return each;
  }
  // Each by itself shows which of them fails; else it is the Safe that refuses.
  const isRefused = last === SUCCEEDED && whole !== undefined;
  const undone = await undo(chain, isRefused ? whole : last, start);
  const [first = undone, ...others] = isRefused
    ? [undone]
    : [...each.slice(0, -1), undone];
  return [{ ...first, signed: whole?.signed }, ...others];
}

/** Undoes a Safe's batch, of which one call did not succeed. */
async function undo(
  { request }: Chain,
  { verdict, reason }: Sent,
  start: Reply,
): Promise<Sent> {
  const undone = start.ok ? await request("evm_revert", [start.result]) : start;
  return verdict === "fails" && undone.ok && undone.result === true
    ? { verdict, reason: `${reason}, so the Safe's batch changes nothing` }
    : {
        verdict: "unknown",
        reason: `${reason}, so what the Safe's batch changes is unknown`,
      };
}

const SUCCEEDED: Sent = { verdict: "succeeds" };

const DELEGATED: Sent = {
  verdict: "unknown",
  reason:
    "it is a delegatecall, and its sender is no Safe whose code is known, so what it changes is unknown",
};

const DELEGATED_IN_BATCH: Sent = {
  verdict: "unknown",
  reason:
    "one of the Safe's calls is a delegatecall, which a batch of the Transaction Builder cannot make, so what it changes is unknown",
};

const NOT_SENT: Sent = {
  verdict: "not sent",
  reason: "a transaction before it does not succeed",
};

/** What an account has that pays for gas. */
const RICH = hexQuantity(2n ** 200n);

/** The events of Safes whose call failed: since release 1.1.1, and before. */
const FAILURES: ReadonlySet<unknown> = new Set([
  toEventSelector("ExecutionFailure(bytes32,uint256)"),
  toEventSelector("ExecutionFailed(bytes32)"),
]);

/** Refused before it runs: the sender does not have the value. */
const REFUSED = /enough funds/i;

async function send(
  { request }: Chain,
  { from, to, data, value, gas }: Transaction,
  abis: readonly NamedAbi[],
  gasPrice = 0n,
): Promise<Sent> {
  await request("hardhat_impersonateAccount", [from]);
  if (gasPrice > 0n) {
    await request("hardhat_setBalance", [from, RICH]);
  }
  // Whether the sender can pay for gas is not the question. Old hardforks have no base fee.
  await request("hardhat_setNextBlockBaseFeePerGas", ["0x0"]);
  const amounts = {
    value: hexQuantity(BigInt(value)),
    gasPrice: hexQuantity(gasPrice),
    gas: gas && hexQuantity(BigInt(gas)),
  };
  const reply = await request("eth_sendTransaction", [
    { from, to, data, ...amounts },
  ]);
  if (!reply.ok) {
    const reason = describeRevert(reply.data, abis) ?? reply.reason;
    return wasExecuted(reply) || REFUSED.test(reason)
      ? { verdict: "fails", reason: `it fails: ${reason}` }
      : { verdict: "unknown", reason: `it could not be sent: ${reason}` };
  }
  const receipt = await request("eth_getTransactionReceipt", [reply.result]);
  const { status, logs } = recordOf(receipt.ok && receipt.result);
  if (status !== "0x1" || !Array.isArray(logs)) {
    const reason = "its receipt does not say that it succeeds";
    return { verdict: "unknown", reason };
  }
  const failure = logs.find(({ topics: [event] }) => FAILURES.has(event));
  return failure === undefined
    ? SUCCEEDED
    : {
        verdict: "fails",
        reason: `it fails: the Safe ${failure.address} reports ExecutionFailure`,
      };
}
