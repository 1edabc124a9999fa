import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { tokenUnits } from "../../config/token-amounts.ts";
import type { NodeConnection } from "../transactions/request-node.ts";
import {
  type Balance,
  createAsk,
  nativeBalance,
  tokenBalance,
} from "./balances.ts";

/** An amount to add to a balance. */
export interface Addition {
  /** Names the token in messages. */
  readonly label: string;
  readonly balance: Balance;
  readonly units: bigint;
}

/**
 * Finds a balance, and validates the amount to add to it.
 *
 * @throws HardhatPluginError if the amount is invalid, or the balance cannot be found.
 */
export async function prepareAddition(
  connection: NodeConnection,
  account: Address,
  wanted: {
    readonly key: string;
    /** `undefined` for the native token. */
    readonly token: Address | undefined;
    readonly amount: unknown;
  },
): Promise<Addition> {
  const { key, token } = wanted;
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
  const amount = String(wanted.amount).slice(0, 100);
  const units = tokenUnits(amount, balance.decimals);
  if (units === undefined) {
    throw alphaError(
      `Invalid amount of ${key}: ${amount}. Expected a number of whole tokens, 0 or more, such as 1000 or "0.5", with at most ${balance.decimals} decimals.`,
    );
  }
  return { label, balance, units };
}

function unusualToken(label: string) {
  return alphaError(
    `Could not set the balance of ${label}: none of the usual storage slots is the balance. Impersonate a holder, and transfer its tokens instead.`,
  );
}

/** @throws HardhatPluginError if the token then has another balance. */
export async function add({ label, balance, units }: Addition): Promise<void> {
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
