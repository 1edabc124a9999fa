import { randomBytes } from "node:crypto";
import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import type { Hex } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { decodeData } from "../../rpc/decode-values.ts";
import { type NodeRequest, readDecoded } from "../transactions/request-node.ts";
import { balanceSlots, word } from "./balance-slots.ts";

const DECIMALS = "0x313ce567";
const BALANCE_OF = "0x70a08231";
const WORD_DIGITS = 64;
/** A `uint8`. */
const MAX_DECIMALS = 255n;

/** An ERC-20 contract, with its key for messages. */
export interface Erc20 {
  readonly key: string;
  readonly address: Address;
}

/** A token in a message: its key, and its address if that is not the key. */
export function tokenLabel({ key, address }: Erc20): string {
  return key === address ? address : `${key} (${address})`;
}

/**
 * The decimals of a token, by its contract.
 *
 * @throws HardhatPluginError if it is not an ERC-20 contract.
 */
export async function readDecimals(
  request: NodeRequest,
  token: Erc20,
): Promise<number> {
  const decimals = await callWord(request, token.address, DECIMALS);
  if (!decimals.ok || decimals.value > MAX_DECIMALS) {
    throw alphaError(
      `Could not read the decimals of ${tokenLabel(token)}: ${decimals.ok ? `${decimals.value} is not a number of decimals` : decimals.reason}. Is it an ERC-20 contract of this chain?`,
    );
  }
  return Number(decimals.value);
}

/**
 * The balance of an account, in the token's smallest unit.
 *
 * @throws HardhatPluginError if it cannot be read.
 */
export async function readBalance(
  request: NodeRequest,
  token: Erc20,
  account: Address,
): Promise<bigint> {
  const balance = await callWord(request, token.address, balanceCall(account));
  if (!balance.ok) {
    throw alphaError(
      `Could not read the balance of ${tokenLabel(token)}: ${balance.reason}.`,
    );
  }
  return balance.value;
}

/**
 * The storage slot with the balance of an account. One simulated call finds it, in which
 * each candidate has a value of its own, so that nothing is changed.
 *
 * @throws HardhatPluginError if none of them is the balance.
 */
export async function findBalanceSlot(
  request: NodeRequest,
  token: Erc20,
  account: Address,
): Promise<Hex> {
  const slots = await balanceSlots(account);
  // Random, so that no balance has them; small, for contracts that pack balances.
  const first = BigInt(`0x${randomBytes(8).toString("hex")}00`);
  const stateDiff = Object.fromEntries(
    slots.map((slot, index) => [slot, `0x${word(first + BigInt(index))}`]),
  );
  const balance = await callWord(request, token.address, balanceCall(account), {
    [token.address]: { stateDiff },
  });
  const slot = balance.ok
    ? slots.find((_, index) => first + BigInt(index) === balance.value)
    : undefined;
  if (slot === undefined) {
    throw alphaError(
      `Could not find where ${tokenLabel(token)} stores its balances${balance.ok ? ": none of the usual storage slots is the balance" : `: ${balance.reason}`}. Impersonate a holder, and transfer its tokens instead.`,
    );
  }
  return slot;
}

function balanceCall(account: Address): Hex {
  return `${BALANCE_OF}${account.slice(2).toLowerCase().padStart(WORD_DIGITS, "0")}`;
}

/** The first word that a call returns. */
async function callWord(
  request: NodeRequest,
  to: Address,
  data: string,
  ...overrides: readonly object[]
): Promise<Decoded<bigint>> {
  return await readDecoded(
    request,
    "eth_call",
    [{ to, data }, "latest", ...overrides],
    decodeWord,
  );
}

function decodeWord(value: unknown): Decoded<bigint> {
  const data = decodeData(value);
  if (!data.ok) {
    return data;
  }
  return data.value.length < 2 + WORD_DIGITS
    ? { ok: false, reason: "the call returned no number" }
    : { ok: true, value: BigInt(data.value.slice(0, 2 + WORD_DIGITS)) };
}
