import { keccak256 } from "viem/utils";
import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Hex, hexQuantity, isHexQuantity } from "../../base/hex.ts";
import { asSentence } from "../../base/problems.ts";
import { word } from "../../sandbox/encode-call.ts";
import {
  forkStateRemedy,
  type NodeConnection,
  requestNode,
} from "../transactions/request-node.ts";

/** A balance of an account on a simulated chain, in the smallest unit. */
export interface Balance {
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
export async function findBalance(
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
      throw balanceError(label, remedy ? `${reason}. ${remedy}` : reason);
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
export async function addToBalance(
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
