import { keccak256 } from "viem/utils";
import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Hex, hexQuantity, isHexQuantity } from "../../base/hex.ts";
import {
  type NodeConnection,
  requestNode,
} from "../transactions/request-node.ts";

/** A balance of an account on a simulated chain, in the smallest unit. */
export interface Balance {
  readonly decimals: number;
  readonly read: () => Promise<bigint | undefined>;
  /** The number that is stored, of which the balance may be a part. */
  readonly readStored: () => Promise<bigint | undefined>;
  readonly store: (value: bigint) => Promise<unknown>;
}

/** Sends a request. The result is a quantity, or the first word of data. */
export type Ask = (
  method: string,
  ...params: readonly unknown[]
) => Promise<bigint | undefined>;

/** @param label Names the token in errors. */
export function createAsk(connection: NodeConnection, label: string): Ask {
  return async (method, ...params) => {
    const answer = await requestNode(connection, method, params);
    if (!answer.ok) {
      throw alphaError(
        `Could not set the balance of ${label}: ${answer.reason}.`,
      );
    }
    return isHexQuantity(answer.value)
      ? BigInt(answer.value.slice(0, "0x".length + 64))
      : undefined;
  };
}

/** Of native tokens in the EVM. */
const NATIVE_DECIMALS = 18;

export function nativeBalance(ask: Ask, account: Address): Balance {
  const read = async () => await ask("eth_getBalance", account, "latest");
  return {
    decimals: NATIVE_DECIMALS,
    read,
    readStored: read,
    store: async (value) =>
      await ask("hardhat_setBalance", account, hexQuantity(value)),
  };
}

const DECIMALS = "0x313ce567";
const BALANCE_OF = "0x70a08231";
/** A `uint8`. */
const MAX_DECIMALS = 255n;

/**
 * The balance of an account in an ERC-20 token; `undefined` if it is in none of the usual
 * storage slots.
 *
 * @throws HardhatPluginError if the contract has no decimals.
 */
export async function tokenBalance(
  ask: Ask,
  account: Address,
  token: Address,
): Promise<Balance | undefined> {
  const call = async (data: string, overrides = {}) =>
    await ask("eth_call", { to: token, data }, "latest", overrides);
  const decimals = await call(DECIMALS);
  if (decimals === undefined || decimals > MAX_DECIMALS) {
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
  return (
    slot && {
      decimals: Number(decimals),
      read: async () => await call(balanceOf),
      readStored: async () =>
        await ask("eth_getStorageAt", token, slot, "latest"),
      store: async (value) =>
        await ask(
          "hardhat_setStorageAt",
          token,
          hexQuantity(BigInt(slot)),
          `0x${word(value)}`,
        ),
    }
  );
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

/** A number as the 32 bytes of a storage slot, without prefix. */
function word(value: bigint): string {
  return value.toString(16).padStart(64, "0");
}
