import { type Hex, hexQuantity } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { countForkWork } from "../../connect/open-fork.ts";
import type { Reachable } from "../../connect/reachable.ts";
import { wasExecuted } from "../../rpc/judge-rpc-error.ts";
import { createProviderTransport } from "../../rpc/provider-transport.ts";
import { verifyReport } from "../judge-network.ts";
import type { LockedNetwork } from "../lock/lock-file.ts";
import type { NetworkVerification, VerifyReport } from "../report.ts";
import type { VerificationTarget } from "../targets.ts";
import { verifyNetworks } from "../verify-networks.ts";
import {
  abisAt,
  describeCall,
  describeRevert,
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

/**
 * Sends transactions up to the first one that does not succeed, which undoes those
 * before it if they are a Safe's batch.
 */
async function sendAll(
  { provider }: Connection,
  { transactions, isBatch, refused, targets, abis }: SimulationOptions,
): Promise<readonly SimulatedTransaction[]> {
  const transport = createProviderTransport(
    { request: async (args) => await countForkWork(provider.request(args)) },
    { deadline: Date.now() + TIMEOUT_MS },
  );
  const results: SimulatedTransaction[] = [];
  const start = isBatch && (await transport.request("evm_snapshot", []));
  for (const [index, transaction] of transactions.entries()) {
    const known = [...(await abisAt(transaction.to, targets)), ...abis];
    const call = describeCall(transaction, known);
    if (refused !== undefined) {
      const { reason } = refused;
      const refusal: Sent = { verdict: "unknown", reason };
      const effect = index === refused.index ? refusal : NOT_SENT;
      results.push({ ...transaction, call, ...effect });
      continue;
    }
    const isNext = results.every(({ verdict }) => verdict === "succeeds");
    const sent = isNext ? await send(transport, transaction, known) : NOT_SENT;
    const isBroken = isNext && sent.verdict !== "succeeds";
    const effect =
      start && isBroken ? await undo(transport, sent, start) : sent;
    results.push({ ...transaction, call, ...effect });
  }
  await transport.close();
  return results;
}

type Transport = ReturnType<typeof createProviderTransport>;
type Sent = Pick<SimulatedTransaction, "verdict" | "reason">;

/** Undoes a Safe's batch, of which one call did not succeed. */
async function undo(
  { request }: Pick<Transport, "request">,
  { verdict, reason }: Sent,
  start: Awaited<ReturnType<Transport["request"]>>,
): Promise<Sent> {
  const undone = start.ok ? await request("evm_revert", [start.result]) : start;
  return verdict === "fails" && undone.ok && undone.result === true
    ? { verdict, reason: `${reason}, so the Safe's batch changes nothing` }
    : {
        verdict: "unknown",
        reason: `${reason}, so what the Safe's batch changes is unknown`,
      };
}

const NOT_SENT: Sent = {
  verdict: "not sent",
  reason: "another transaction of the file does not succeed",
};

const COMMAS = new Intl.NumberFormat("en-US");

/** Gas of a transaction before it runs (EIP-2028). */
function intrinsicGas(data: Hex): number {
  const bytes = data.slice(2).match(/../g) ?? [];
  return bytes.reduce((gas, byte) => gas + (byte === "00" ? 4 : 16), 21_000);
}

/** Refused before it runs: the sender does not have the value. */
const REFUSED = /enough funds/i;

async function send(
  { request }: Pick<Transport, "request">,
  { from, to, data, value, gas }: Transaction,
  abis: readonly NamedAbi[],
): Promise<Sent> {
  const needed = intrinsicGas(data);
  if (gas !== undefined && BigInt(gas) < needed) {
    const [limit, least] = [BigInt(gas), needed].map(COMMAS.format);
    const reason = `it cannot be sent: ${limit} is below its intrinsic gas of ${least}`;
    return { verdict: "fails", reason };
  }
  await request("hardhat_impersonateAccount", [from]);
  // Whether the sender can pay for gas is not the question. Old hardforks have no base fee.
  await request("hardhat_setNextBlockBaseFeePerGas", ["0x0"]);
  const amounts = {
    value: hexQuantity(BigInt(value)),
    gas: gas && hexQuantity(BigInt(gas)),
    gasPrice: "0x0",
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
  return receipt.ok &&
    isRecord(receipt.result) &&
    receipt.result["status"] === "0x1"
    ? { verdict: "succeeds" }
    : {
        verdict: "unknown",
        reason: "its receipt does not say that it succeeds",
      };
}
