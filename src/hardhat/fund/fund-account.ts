import type { ChainType, NetworkConnection } from "hardhat/types/network";
import {
  type Address,
  hasValidChecksum,
  isAddress,
} from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { explain } from "../../base/problems.ts";
import type { ResolvedAlphaNetwork } from "../../config/types.ts";
import { recogniseSandbox } from "../../connect/recognise-sandbox.ts";
import { decodeQuantity } from "../../rpc/decode-values.ts";
import {
  describeNode,
  type NodeConnection,
  type NodeRequest,
  readDecoded,
  requestNode,
} from "../transactions/request-node.ts";
import { type Addition, prepareFee, prepareToken } from "./additions.ts";
import { parseAmounts } from "./parse-amounts.ts";

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
  const request: NodeRequest = async (method, params) =>
    await requestNode(connection, method, params);
  await requireSimulated(connection, network, request);
  const additions: Addition[] = [];
  for (const { token, ...amount } of wanted) {
    additions.push(
      token === undefined
        ? prepareFee(request, account, amount)
        : await prepareToken(request, account, { ...amount, address: token }),
    );
  }
  await inTurn(connection.provider, async () => {
    for (const add of additions) {
      await add();
    }
  });
}

const queues = new WeakMap<object, Promise<void>>();

/** Runs the additions of parallel calls one after the other, so that none is lost. */
async function inTurn(chain: object, run: () => Promise<void>): Promise<void> {
  const turn = (queues.get(chain) ?? Promise.resolve()).then(run);
  queues.set(
    chain,
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
  request: NodeRequest,
): Promise<void> {
  if (connection.networkConfig.type === "edr-simulated") {
    return;
  }
  const sandbox = await recogniseSandbox((address) =>
    readDecoded(
      request,
      "eth_getTransactionCount",
      [address, "latest"],
      decodeQuantity,
    ),
  );
  if (sandbox.ok && sandbox.value) {
    return;
  }
  const instead = [sandboxNetwork.name, forkNetwork.name].filter(
    (name) => name !== null,
  );
  throw alphaError(
    explain({
      reason: `Accounts can only be funded on sandboxes and forks, and ${await describeNode(connection)} ${
        sandbox.ok
          ? "is a live network"
          : `may be a live network: ${sandbox.reason}`
      }`,
      remedy:
        instead.length === 0
          ? "Enable alpha.sandbox or alpha.forks in the Hardhat config."
          : `Use ${instead.join(" or ")}.`,
    }),
  );
}
