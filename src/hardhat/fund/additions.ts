import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { type Hex, hexQuantity } from "../../base/hex.ts";
import type { Decoded } from "../../base/records.ts";
import { decodeQuantity, decodeStorageSlot } from "../../rpc/decode-values.ts";
import { type NodeRequest, readDecoded } from "../transactions/request-node.ts";
import { word } from "./balance-slots.ts";
import { unitsOf, type WantedAmount } from "./parse-amounts.ts";
import {
  type Erc20,
  findBalanceSlot,
  readBalance,
  readDecimals,
  tokenLabel,
} from "./token-reader.ts";

/** Of native tokens in the EVM. */
const NATIVE_DECIMALS = 18;
const MAX_WORD = 2n ** 256n - 1n;

/** Adds to a balance. */
export type Addition = () => Promise<void>;

type Amount = Pick<WantedAmount, "key" | "amount">;

/**
 * Prepares an addition to the native balance of an account.
 *
 * @throws HardhatPluginError if the amount has too many decimals.
 */
export function prepareFee(
  request: NodeRequest,
  account: Address,
  amount: Amount,
): Addition {
  const units = unitsOf(amount, NATIVE_DECIMALS);
  const read = async () =>
    required(
      amount,
      await readDecoded(
        request,
        "eth_getBalance",
        [account, "latest"],
        decodeQuantity,
      ),
    );
  return async () => {
    const sum = addUnits(amount, await read(), units);
    const params = [account, hexQuantity(sum)];
    required(amount, await request("hardhat_setBalance", params));
    if ((await read()) !== sum) {
      throw alphaError(
        "Could not set the balance of fee: the node returns another one afterwards.",
      );
    }
  };
}

/**
 * Prepares an addition to the balance of an ERC-20 token.
 *
 * @throws HardhatPluginError if the contract has no decimals, or none of its usual slots
 * has the balance; or if the amount has too many decimals.
 */
export async function prepareToken(
  request: NodeRequest,
  account: Address,
  token: Amount & Erc20,
): Promise<Addition> {
  const { address } = token;
  const units = unitsOf(token, await readDecimals(request, token));
  const slot = await findBalanceSlot(request, token, account);
  return async () => {
    const before = await readBalance(request, token, account);
    const sum = addUnits(token, before, units);
    const stored = required(
      token,
      await readDecoded(
        request,
        "eth_getStorageAt",
        [address, slot, "latest"],
        decodeStorageSlot,
      ),
    );
    // Added to what is stored, since a contract may keep other values in the same slot.
    const next: Hex = `0x${word(addUnits(token, BigInt(stored), units))}`;
    const write = async (value: Hex) =>
      required(
        token,
        await request("hardhat_setStorageAt", [
          address,
          hexQuantity(BigInt(slot)),
          value,
        ]),
      );
    await write(next);
    const after = await readBalance(request, token, account).catch(
      () => before,
    );
    if (after !== sum) {
      await write(stored);
      throw alphaError(
        `Could not set the balance of ${tokenLabel(token)}: its contract does not return what was stored, so the storage was restored. Impersonate a holder, and transfer its tokens instead.`,
      );
    }
  };
}

function addUnits(amount: Amount, balance: bigint, units: bigint): bigint {
  const sum = balance + units;
  if (sum > MAX_WORD) {
    throw alphaError(
      `Invalid amount of ${amount.key}: the balance would exceed 256 bits.`,
    );
  }
  return sum;
}

/**
 * The result of a request.
 *
 * @throws HardhatPluginError if it failed.
 */
function required<T>({ key }: Amount, answer: Decoded<T>): T {
  if (!answer.ok) {
    throw alphaError(`Could not set the balance of ${key}: ${answer.reason}.`);
  }
  return answer.value;
}
