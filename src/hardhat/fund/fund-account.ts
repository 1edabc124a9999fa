import type { ChainType, NetworkConnection } from "hardhat/types/network";
import {
  type Address,
  hasValidChecksum,
  isAddress,
} from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { tokenUnits } from "../../config/token-amounts.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { recogniseSandbox } from "../../connect/recognise-sandbox.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import {
  describeNode,
  type NodeConnection,
  readDecoded,
} from "../transactions/request-node.ts";
import {
  type Balance,
  createAsk,
  nativeBalance,
  tokenBalance,
} from "./balances.ts";
import { parseAmounts, type WantedAmount } from "./parse-amounts.ts";

/** The last `fund` of each chain. Parallel ones run in turn, so that none is lost. */
const queues = new WeakMap<object, Promise<void>>();

/**
 * Adds tokens to an account of a simulated chain, or of a sandbox that is served over
 * JSON-RPC. Nothing is changed before all amounts are known to be valid.
 *
 * @throws HardhatPluginError if the chain is a live network, an amount or the account is
 * invalid, or a balance could not be set.
 */
export async function fundAccount<ChainTypeT extends ChainType | string>(
  connection: NetworkConnection<ChainTypeT>,
  network: ResolvedAlphaNetwork,
  given: unknown,
  amounts: unknown,
): Promise<void> {
  const account = await parseAccount(given);
  const wanted = parseAmounts(network, amounts);
  await requireSimulated(connection, network);
  const additions: Addition[] = [];
  for (const amount of wanted) {
    additions.push(await prepareAddition(connection, account, amount));
  }
  const { provider } = connection;
  const turn = (queues.get(provider) ?? Promise.resolve()).then(async () => {
    for (const addition of additions) {
      await add(addition);
    }
  });
  queues.set(
    provider,
    turn.catch(() => {}),
  );
  await turn;
}

async function parseAccount(account: unknown): Promise<Address> {
  if (!isAddress(account)) {
    throw alphaError(
      "The account to fund is not an address: expected 0x and 40 hexadecimal digits.",
    );
  }
  if (!(await hasValidChecksum(account))) {
    throw alphaError(
      `The account to fund, ${account}, has a wrong checksum (EIP-55): a digit or its case is wrong. Check the address, or pass it in lower case if it is right.`,
    );
  }
  return account;
}

/** Refuses live networks, where balances cannot be set. */
async function requireSimulated(
  connection: NodeConnection,
  { sandboxNetwork, forkNetwork }: ResolvedAlphaNetwork,
): Promise<void> {
  if (connection.networkConfig.type === "edr-simulated") {
    return;
  }
  const sandbox = await recogniseSandbox((address) =>
    readDecoded(
      connection,
      "eth_getTransactionCount",
      [address, "latest"],
      decodeQuantity,
    ),
  );
  if (sandbox.ok && sandbox.value) {
    return;
  }
  const names = [sandboxNetwork.name, forkNetwork.name].filter(Boolean);
  throw alphaError(
    `Accounts can only be funded on sandboxes and forks, and ${await describeNode(connection)} ${
      sandbox.ok
        ? "is a live network"
        : `may be a live network: ${sandbox.reason}`
    }. Use ${names.join(" or ") || "a sandbox (alpha.sandbox in the Hardhat config)"}.`,
  );
}

/** An amount to add to a balance. */
interface Addition {
  /** Names the token in messages. */
  readonly label: string;
  readonly balance: Balance;
  readonly units: bigint;
}

async function prepareAddition(
  connection: NodeConnection,
  account: Address,
  { key, token, amount }: WantedAmount,
): Promise<Addition> {
  const label =
    token === undefined || token === key ? key : `${key} (${token})`;
  const ask = createAsk(connection, label);
  const balance =
    token === undefined
      ? nativeBalance(ask, account)
      : await tokenBalance(ask, account, token);
  if (balance === undefined) {
    throw unusualToken(label);
  }
  const units = tokenUnits(amount, balance.decimals);
  if (units === undefined) {
    throw alphaError(
      `Invalid amount of ${key}: ${amount} has more decimals than the token, which has ${balance.decimals}.`,
    );
  }
  return { label, balance, units };
}

function unusualToken(label: string) {
  return alphaError(
    `Could not set the balance of ${label}: none of the usual storage slots is the balance. Impersonate a holder, and transfer its tokens instead.`,
  );
}

async function add({ label, balance, units }: Addition): Promise<void> {
  const before = (await balance.read()) ?? 0n;
  // Added to what is stored, since a contract may keep other values in the same slot.
  const stored = (await balance.readStored()) ?? 0n;
  await balance.store(stored + units);
  const after = await balance.read().catch(() => undefined);
  if (after !== before + units) {
    await balance.store(stored);
    throw unusualToken(label);
  }
}
