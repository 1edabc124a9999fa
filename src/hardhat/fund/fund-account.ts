import { keccak256 } from "viem/utils";
import { type Address, isAddress } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Hex, hexQuantity, isHexQuantity } from "../../base/hex.ts";
import { asSentence, explain } from "../../base/problems.ts";
import { isRecord } from "../../base/records.ts";
import { parseTokenAmount } from "../../base/token-amounts.ts";
import { type ResolvedAlphaNetwork, TOKEN_KINDS } from "../../config/types.ts";
import { servesSandbox } from "../../connect/recognise-sandbox.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import { word } from "../../sandbox/encode-call.ts";
import {
  parseAddress,
  tokenAddress,
  unknownToken,
} from "../contracts/find-contract.ts";
import {
  describeNode,
  forkStateRemedy,
  inTurn,
  requestNode,
} from "../transactions/request-node.ts";

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
    const token = await tokenOf(network, key);
    const label =
      token === undefined || token === key ? key : `${key} (${token})`;
    const balance = await findBalance(connection, account, token, label);
    const units = parseTokenAmount(key, amount, balance.decimals);
    additions.push(() => addToBalance(balance, units, label));
  }
  await inTurn(connection, account, async () => {
    for (const addition of additions) {
      await addition();
    }
  });
}

/** The contract of a token; `undefined` for the native one. */
async function tokenOf(network: ResolvedAlphaNetwork, key: string) {
  if (key === "fee") {
    return undefined;
  }
  if (isAddress(key)) {
    return await parseAddress("The token", key);
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
    `${asSentence(`Accounts can only be funded on sandboxes and forks, and ${await describeNode(connection)} ${state}`)} Use ${names.join(" or ") || "a sandbox (alpha.sandbox in the Hardhat config)"}.`,
  );
}

/** A balance of an account on a simulated chain, in the smallest unit. */
interface Balance {
  readonly decimals: number;
  readonly read: () => Promise<bigint | undefined>;
  /** Adds to the stored number, of which the balance may be a part. */
  readonly add: (units: bigint) => Promise<unknown>;
}

/** Sends a request. The result is a quantity, or the first word of data. */
type Ask = (
  method: string,
  ...params: readonly unknown[]
) => Promise<bigint | undefined>;

/**
 * Finds the balance of an account.
 *
 * @param token `undefined` for the native token.
 * @param label Names the token in errors.
 * @throws HardhatPluginError if it is in none of the usual storage slots, the contract
 * has no decimals, or a request fails.
 */
async function findBalance(
  connection: NodeConnection,
  account: Address,
  token: Address | undefined,
  label: string,
): Promise<Balance> {
  const ask: Ask = async (method, ...params) => {
    const reply = await requestNode(connection, method, params);
    if (!reply.ok) {
      const { reason } = reply;
      const remedy = forkStateRemedy(connection.networkConfig, reason);
      throw balanceError(label, explain({ reason, remedy }));
    }
    if (isHexQuantity(reply.result)) {
      return BigInt(reply.result.slice(0, "0x".length + 64));
    }
    return undefined;
  };
  if (token === undefined) {
    return nativeBalance(ask, account);
  }
  return await tokenBalance(ask, account, token, label);
}

/** @throws HardhatPluginError if the balance is then another one. */
async function addToBalance(
  { read, add }: Balance,
  units: bigint,
  label: string,
): Promise<void> {
  const before = (await read()) ?? 0n;
  await add(units);
  const after = await read().catch(() => undefined);
  if (after !== before + units) {
    await add(-units);
    throw balanceError(label, UNUSUAL);
  }
}

const UNUSUAL =
  "none of the usual storage slots is the balance. Impersonate a holder, and transfer its tokens instead";

function balanceError(label: string, reason: string) {
  return alphaError(
    asSentence(`Could not set the balance of ${label}: ${reason}`),
  );
}

function nativeBalance(ask: Ask, account: Address): Balance {
  const read = async () => await ask("eth_getBalance", account, "latest");
  return {
    // Of all native tokens in the EVM.
    decimals: 18,
    read,
    add: async (units) => {
      const balance = hexQuantity(((await read()) ?? 0n) + units);
      await ask("hardhat_setBalance", account, balance);
    },
  };
}

const DECIMALS = "0x313ce567";
const BALANCE_OF = "0x70a08231";

async function tokenBalance(
  ask: Ask,
  account: Address,
  token: Address,
  label: string,
): Promise<Balance> {
  const call = async (data: string, overrides = {}) =>
    await ask("eth_call", { to: token, data }, "latest", overrides);
  const decimals = await call(DECIMALS);
  // They are a `uint8`.
  if (decimals === undefined || decimals > 255n) {
    throw alphaError(
      `Could not read the decimals of ${token}. Is it an ERC-20 contract of this chain?`,
    );
  }
  const balanceOf = BALANCE_OF + word(BigInt(account));
  const slots = balanceSlots(account);
  // In one simulated call, each slot has a value of its own. They are random, so that no
  // balance has them, and small, for contracts that pack balances.
  const first = BigInt(Math.floor(Math.random() * 2 ** 48)) << 12n;
  const stateDiff = Object.fromEntries(
    slots.map((slot, index) => [slot, `0x${word(first + BigInt(index))}`]),
  );
  const found = await call(balanceOf, { [token]: { stateDiff } });
  const slot = slots[Number((found ?? 0n) - first)];
  if (slot === undefined) {
    throw balanceError(label, UNUSUAL);
  }
  return {
    decimals: Number(decimals),
    read: async () => await call(balanceOf),
    add: async (units) => {
      const stored = await ask("eth_getStorageAt", token, slot, "latest");
      const value = `0x${word((stored ?? 0n) + units)}`;
      const position = hexQuantity(BigInt(slot));
      await ask("hardhat_setStorageAt", token, position, value);
    },
  };
}

/** The number of a contract's first variables of which one may be the balances. */
const VARIABLES = 256;

/**
 * Where OpenZeppelin's upgradeable ERC-20 stores its balances (ERC-7201, namespace
 * `openzeppelin.storage.ERC20`).
 */
const NAMESPACED_VARIABLE =
  0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n;

/** The seed of Solady's ERC-20, which follows the account in the hashed bytes. */
const SOLADY_SEED = "87a211a2";

/**
 * The storage slots in which an ERC-20 contract may have the balance of an account: an
 * element of a mapping, as Solidity (account, variable) and Vyper (variable, account)
 * hash it.
 *
 * @see https://docs.soliditylang.org/en/latest/internals/layout_in_storage.html
 */
function balanceSlots(account: Address): readonly Hex[] {
  const key = word(BigInt(account));
  const variables = [...Array(VARIABLES).keys()].map(BigInt);
  return [...variables, NAMESPACED_VARIABLE]
    .map(word)
    .flatMap((variable) => [key + variable, variable + key])
    .concat(account.slice(2) + SOLADY_SEED.padStart(24, "0"))
    .map((preimage) => keccak256(`0x${preimage}`));
}
