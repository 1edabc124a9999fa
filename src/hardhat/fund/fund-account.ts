import type { ChainType, NetworkConnection } from "hardhat/types/network";
import {
  type Address,
  hasValidChecksum,
  isAddress,
} from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { isRecord } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { unsetMessage } from "../../config/network-values.ts";
import { type ResolvedAlphaNetwork, TOKEN_KINDS } from "../../config/types.ts";
import { recogniseSandbox } from "../../connect/recognise-sandbox.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import {
  describeNode,
  type NodeConnection,
  readDecoded,
} from "../transactions/request-node.ts";
import { type Addition, add, prepareAddition } from "./additions.ts";

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
  if (!isRecord(amounts)) {
    throw alphaError(
      'The amounts must be an object, such as { euro: "1000", fee: "1" }.',
    );
  }
  await requireSimulated(connection, network);
  const additions: Addition[] = [];
  for (const [key, amount] of Object.entries(amounts)) {
    const token = tokenOf(network, key);
    additions.push(
      await prepareAddition(connection, account, { key, token, amount }),
    );
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

/** The contract of a token; `undefined` for the native one. */
function tokenOf(
  { name, tokens }: Pick<ResolvedAlphaNetwork, "name" | "tokens">,
  key: string,
): Address | undefined {
  if (key === "fee" || isAddress(key)) {
    return key === "fee" ? undefined : key;
  }
  const kind = TOKEN_KINDS.find((candidate) => candidate === key);
  if (kind === undefined) {
    const keys = [...TOKEN_KINDS, "fee"];
    throw alphaError(
      `Unknown token "${key}". ${didYouMean(key, keys)}Valid keys: ${keys.join(", ")}, and the addresses of ERC-20 contracts.`,
    );
  }
  const { address } = tokens[kind];
  if (address === undefined) {
    throw alphaError(unsetMessage(name, `tokens.${kind}.address`));
  }
  return address;
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
