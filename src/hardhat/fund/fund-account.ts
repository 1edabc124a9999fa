import { isAddress } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { isRecord } from "../../base/records.ts";
import { parseTokenAmount } from "../../base/token-amounts.ts";
import { type ResolvedAlphaNetwork, TOKEN_KINDS } from "../../config/types.ts";
import { servesSandbox } from "../../connect/recognise-sandbox.ts";
import {
  parseAddress,
  tokenAddress,
  unknownToken,
} from "../contracts/find-contract.ts";
import {
  describeNode,
  type NodeConnection,
  requestNode,
} from "../transactions/request-node.ts";
import { addToBalance, findBalance } from "./balances.ts";

/** The last `fund` of each chain. Parallel ones run in turn, so that none is lost. */
const queues = new WeakMap<object, Promise<void>>();

/**
 * Adds tokens to an account of a simulated chain, or of a sandbox that is served over
 * JSON-RPC. Nothing is changed before all amounts are known to be valid.
 *
 * @throws HardhatPluginError if the chain is a live network, an amount or the account is
 * invalid, or a balance could not be set.
 */
export async function fundAccount(
  connection: NodeConnection,
  network: ResolvedAlphaNetwork,
  given: unknown,
  amounts: unknown,
): Promise<void> {
  const account = await parseAddress("The account to fund", given);
  if (!isRecord(amounts)) {
    throw alphaError(
      'The amounts must be an object, such as { euro: "1000", fee: "1" }.',
    );
  }
  await requireSimulated(connection, network);
  const additions: (() => Promise<void>)[] = [];
  for (const [key, amount] of Object.entries(amounts)) {
    const token = tokenOf(network, key);
    const label =
      token === undefined || token === key ? key : `${key} (${token})`;
    const balance = await findBalance(connection, account, token, label);
    const units = parseTokenAmount(key, amount, balance.decimals);
    additions.push(() => addToBalance(balance, units, label));
  }
  const { provider } = connection;
  const turn = (queues.get(provider) ?? Promise.resolve()).then(async () => {
    for (const addition of additions) {
      await addition();
    }
  });
  const settled = turn.catch(() => {});
  queues.set(provider, settled);
  await turn;
}

/** The contract of a token; `undefined` for the native one. */
function tokenOf(network: ResolvedAlphaNetwork, key: string) {
  if (key === "fee" || isAddress(key)) {
    return key === "fee" ? undefined : key;
  }
  const kind = TOKEN_KINDS.find((candidate) => candidate === key);
  if (kind === undefined) {
    throw unknownToken(key, [...TOKEN_KINDS, "fee"]);
  }
  return tokenAddress(network, kind);
}

/** Refuses live networks, where balances cannot be set. */
async function requireSimulated(
  connection: NodeConnection,
  { sandboxNetwork, forkNetwork }: ResolvedAlphaNetwork,
): Promise<void> {
  if (connection.networkConfig.type === "edr-simulated") {
    return;
  }
  const sandbox = await servesSandbox({
    request: (method, params) => requestNode(connection, method, params),
  });
  if (sandbox.ok && sandbox.value) {
    return;
  }
  const state = sandbox.ok
    ? "is a live network"
    : `may be a live network: ${sandbox.reason}`;
  const names = [sandboxNetwork.name, forkNetwork.name].filter(Boolean);
  throw alphaError(
    `Accounts can only be funded on sandboxes and forks, and ${await describeNode(connection)} ${state}. Use ${names.join(" or ") || "a sandbox (alpha.sandbox in the Hardhat config)"}.`,
  );
}
