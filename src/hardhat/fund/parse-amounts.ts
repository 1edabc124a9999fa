import { type Address, isAddress } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { isRecord } from "../../base/records.ts";
import { didYouMean } from "../../base/suggest-name.ts";
import { unsetMessage } from "../../config/network-values.ts";
import { isTokenAmount } from "../../config/token-amounts.ts";
import { type ResolvedAlphaNetwork, TOKEN_KINDS } from "../../config/types.ts";

/** One amount of `fund`. */
export interface WantedAmount {
  /** Its key, for messages. */
  readonly key: string;
  /** The ERC-20 contract; `undefined` for the native token. */
  readonly token: Address | undefined;
  /** In whole tokens, as a decimal number. */
  readonly amount: string;
}

/**
 * Validates the amounts of `fund`.
 *
 * @throws HardhatPluginError that names the key of an invalid amount, an unknown key, or
 * a token without an address.
 */
export function parseAmounts(
  network: Pick<ResolvedAlphaNetwork, "name" | "tokens">,
  amounts: unknown,
): readonly WantedAmount[] {
  if (!isRecord(amounts)) {
    throw alphaError(
      'The amounts must be an object, such as { euro: "1000", fee: "1" }.',
    );
  }
  return Object.entries(amounts).map(([key, value]) => ({
    key,
    token: tokenOf(network, key),
    amount: amountOf(key, value),
  }));
}

function tokenOf(
  { name, tokens }: Pick<ResolvedAlphaNetwork, "name" | "tokens">,
  key: string,
): Address | undefined {
  if (key === "fee") {
    return undefined;
  }
  if (isAddress(key)) {
    return key;
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

function amountOf(key: string, value: unknown): string {
  const text = String(value);
  if (!isTokenAmount(text)) {
    throw alphaError(
      `Invalid amount of ${key}: ${text.slice(0, 80)}. Expected a number of whole tokens, 0 or more, such as 1000 or "0.5".`,
    );
  }
  return text;
}
