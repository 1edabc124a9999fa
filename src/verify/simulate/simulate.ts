import type { Abi } from "viem";
import { toEventSelector } from "viem/utils";
import { type Hex, hexQuantity, isHex } from "../../base/hex.ts";
import { recordOf } from "../../base/records.ts";
import { countForkWork } from "../../connect/open-fork.ts";
import { withoutLog } from "../../connect/open-transport.ts";
import type { Reachable } from "../../connect/select-networks.ts";
import type { Reply } from "../../http/types.ts";
import { lacksFunds, wasExecuted } from "../../rpc/judge-rpc-error.ts";
import { createProviderTransport } from "../../rpc/provider-transport.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import type { VerificationTarget } from "../expect/targets.ts";
import { mayRunOtherCode } from "../follow/code-at.ts";
import {
  type FactVerification,
  hiddenIn,
  type JudgedNetwork,
  type JudgedReport,
} from "../found.ts";
import { judgedReport } from "../judge-network.ts";
import type { LockedNetwork } from "../lock-file/lock-file.ts";
import type { Transaction, TransactionList } from "../simulation-report.ts";
import { addressInId, contractId } from "../values/path.ts";
import { verifyNetworks } from "../verify-networks.ts";
import { abisAt, describeRevert, type NamedAbi } from "./describe-call.ts";
import type { SimulationRules } from "./judge-simulation.ts";
import { baselineOf, judgeSimulation } from "./judge-simulation.ts";
import type { Sent } from "./safe-transaction.ts";
import { type Chain, sendAll } from "./send-all.ts";

/** The transactions to simulate, and the known state of the network. */
export interface SimulationOptions extends SimulationRules, TransactionList {
  /** The contracts and facts that may change. */
  readonly allowed: readonly string[];
  /** The Hardhat network that the report names. */
  readonly hardhatNetwork: string;
  readonly targets: readonly VerificationTarget[];
  /** The ABIs of the project. */
  readonly abis: readonly Abi[];
}

type Request = RpcTransport["request"];
type Connection = Awaited<ReturnType<Reachable["network"]["create"]>>;

const TIMEOUT_MS = 60_000;

/**
 * Simulates transactions: audits a simulated chain before and after them.
 *
 * @param name the Hardhat network of the chain, which is opened and closed
 */
export async function simulate(
  { config, network }: Reachable,
  name: string,
  options: SimulationOptions,
): Promise<JudgedReport> {
  const { hardhatNetwork, locked, allowed, strict } = options;
  let opened: Connection | undefined;
  const create = async (): Promise<Connection> => {
    opened ??= await network.create(withoutLog(name, config.networks[name]));
    return { provider: opened.provider, close: async () => {} };
  };
  const audit = async (ownPolicy: LockedNetwork["policy"]) => {
    const reachable = { config, network: { create } };
    const names = [name];
    const selection = { names, globalNetwork: undefined, sandbox: false };
    const level = "wiring";
    const rules = { level, ownPolicy } as const;
    const { networks } = await verifyNetworks(reachable, selection, rules);
    return networks.map((one) => ({ ...one, hardhatNetwork }));
  };
  const results: JudgedNetwork[] = [];
  try {
    for (const before of await audit(locked?.policy ?? {})) {
      const { transactions = [], unknown = [] } =
        opened && before.cause === undefined
          ? await sendOver(opened, before, options)
          : {};
      const policy = { ...locked?.policy, ...baselineOf(before).policy };
      const [audited = before] = await audit(policy);
      const facts = audited.facts?.map(
        (fact) => unknown.find(({ id }) => id === fact.id) ?? fact,
      );
      const after = { ...audited, facts };
      const simulation = { transactions, allowed };
      results.push(judgeSimulation(before, after, simulation, options));
    }
  } finally {
    await opened?.close();
  }
  return judgedReport({ level: "wiring", strict }, results);
}

/** Sends the transactions to a chain; `unknown` are the facts that they make unknown. */
async function sendOver(
  { provider }: Connection,
  before: JudgedNetwork,
  { transactions, isBatch, refused, targets, abis }: SimulationOptions,
) {
  const { request, close } = createProviderTransport(
    { request: async (args) => await countForkWork(provider.request(args)) },
    { deadline: Date.now() + TIMEOUT_MS },
  );
  const chain: Chain = {
    request,
    abisAt: async (to) => await abisAt(to, targets, abis),
    send: async (...args) => await send(request, ...args),
  };
  const start = await request("eth_blockNumber", []);
  const sent = await sendAll(chain, { transactions, isBatch, refused });
  const unknown = await unknownSince(start, before, request);
  await close();
  return { transactions: sent, unknown };
}

/** The balance of an account that pays for gas. */
const RICH = hexQuantity(2n ** 200n);

/** The events of Safes whose call failed: since release 1.1.1, and before. */
const FAILURES: ReadonlySet<unknown> = new Set([
  toEventSelector("ExecutionFailure(bytes32,uint256)"),
  toEventSelector("ExecutionFailed(bytes32)"),
]);

const COMMAS = new Intl.NumberFormat("en-US");

/** Gas of a transaction before it runs (EIP-2028). */
function intrinsicGas(data: Hex): number {
  const bytes = data.slice(2).match(/../g) ?? [];
  return bytes.reduce((gas, byte) => gas + (byte === "00" ? 4 : 16), 21_000);
}

async function send(
  request: Request,
  { from, to, data, value, gas }: Transaction,
  abis: readonly NamedAbi[],
  gasPrice = 0n,
): Promise<Sent> {
  const needed = intrinsicGas(data);
  if (gas !== undefined && BigInt(gas) < needed) {
    const [limit, least] = [BigInt(gas), needed].map(COMMAS.format);
    const reason = `it cannot be sent: ${limit} is below its intrinsic gas of ${least}`;
    return { verdict: "fails", reason };
  }
  await request("hardhat_impersonateAccount", [from]);
  if (gasPrice > 0n) {
    await request("hardhat_setBalance", [from, RICH]);
  }
  // Whether the sender can pay for gas is not the question. Old hardforks have no base fee.
  await request("hardhat_setNextBlockBaseFeePerGas", ["0x0"]);
  const call = {
    ...{ from, to, data },
    value: hexQuantity(BigInt(value)),
    gasPrice: hexQuantity(gasPrice),
    gas: gas && hexQuantity(BigInt(gas)),
  };
  const reply = await request("eth_sendTransaction", [call]);
  if (!reply.ok) {
    const reason = describeRevert(reply.data, abis) ?? reply.reason;
    if (wasExecuted(reply) || lacksFunds(reply)) {
      return { verdict: "fails", reason: `it fails: ${reason}` };
    }
    return { verdict: "unknown", reason: `it could not be sent: ${reason}` };
  }
  const receipt = await request("eth_getTransactionReceipt", [reply.result]);
  const { status, logs } = recordOf(receipt.ok && receipt.result);
  if (status !== "0x1" || !Array.isArray(logs)) {
    const reason = "its receipt does not say that it succeeds";
    return { verdict: "unknown", reason };
  }
  const failure = logs.find(({ topics: [event] }) => FAILURES.has(event));
  if (failure === undefined) {
    return { verdict: "succeeds" };
  }
  const reason = `it fails: the Safe ${failure.address} reports ExecutionFailure`;
  return { verdict: "fails", reason };
}

/**
 * The facts on code that contracts run and the audit did not find, as far as transactions
 * have written the storage of these contracts: it may be other code now.
 *
 * @param start the number of the block before the transactions
 */
async function unknownSince(
  start: Reply,
  { facts = [], contracts }: JudgedNetwork,
  request: Request,
): Promise<readonly FactVerification[]> {
  const found: FactVerification[] = [];
  // Tracing runs all transactions again.
  let changes: Promise<Changes> | undefined;
  for (const fact of facts) {
    const { id, contract } = fact;
    const named = contracts.find((one) => contractId(one) === contract);
    const address = addressInId(id) ?? named?.address;
    if (hiddenIn(fact) !== "code-not-found" || address === undefined) {
      continue;
    }
    const code = await request("eth_getCode", [address, "latest"]);
    if (code.ok && isHex(code.result) && !mayRunOtherCode(code.result)) {
      continue;
    }
    changes ??= changesSince(start, request);
    if (isWritten(address, await changes)) {
      const reason = { code: "storage-written", facts: { address } } as const;
      const verdict = "unknown";
      found.push({ ...fact, value: undefined, verdict, reason });
    }
  }
  return found;
}

/** The changes of each account by a transaction, before and after it. */
const DIFFERENCE = {
  tracer: "prestateTracer",
  tracerConfig: { diffMode: true },
};

/** The accounts before and after each transaction; `undefined` if they cannot be read. */
type Changes = readonly unknown[] | undefined;

async function changesSince(start: Reply, request: Request): Promise<Changes> {
  const end = await request("eth_blockNumber", []);
  if (!start.ok || !end.ok) {
    return undefined;
  }
  const changes: unknown[] = [];
  for (let at = Number(start.result); at < Number(end.result); ) {
    at += 1;
    const params = [hexQuantity(BigInt(at)), false];
    const block = await request("eth_getBlockByNumber", params);
    const { transactions } = recordOf(block.ok && block.result);
    for (const hash of Array.isArray(transactions) ? transactions : [""]) {
      const trace = await request("debug_traceTransaction", [hash, DIFFERENCE]);
      if (!trace.ok) {
        return undefined;
      }
      changes.push(...Object.values(recordOf(trace.result)));
    }
  }
  return changes;
}

/** Tells whether an address's storage was written, or that cannot be read. */
function isWritten(address: string, changes: Changes): boolean {
  const touches = (side: unknown) => {
    const account = recordOf(recordOf(side)[address.toLowerCase()]);
    return account["storage"] !== undefined;
  };
  return changes?.some(touches) ?? true;
}
