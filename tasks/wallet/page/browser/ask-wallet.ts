import { untrustedText } from "../../../../src/base/untrusted-text.ts";
import type { Failure, Reply } from "../../../../src/http/types.ts";
import type { RpcTransport } from "../../../../src/rpc/types.ts";
import type { PageNetwork } from "../page-data.ts";
import { bad, type Message, unsure } from "./dom.ts";

const MAX_LENGTH = 300;

/** A wallet's text as one bounded, printable line; empty if it is not a string. */
export function plainText(value: unknown, maxLength = MAX_LENGTH): string {
  if (typeof value === "string") {
    return untrustedText(value.slice(0, 4 * maxLength), { maxLength });
  }
  return "";
}

/** A property of a wallet's object, whose getters may throw. */
export function member(value: unknown, key: string): unknown {
  try {
    return Reflect.get(Object(value), key);
  } catch {
    return undefined;
  }
}

/** Error codes of EIP-1193, EIP-3326 and JSON-RPC, as wallets use them. */
const REJECTED = 4001;
const PENDING = -32002;
const INVALID_PARAMS = -32602;
const UNSUPPORTED =
  "The wallet does not support this. Enter the values under “Details” in the wallet yourself.";
/** 0 is an error without a code. */
const MEANINGS: Readonly<Record<number, string>> = {
  0: "The wallet returned an error.",
  [REJECTED]: "You rejected the request in the wallet. Nothing was added.",
  [PENDING]:
    "The wallet already has such a request open. Answer it in the wallet.",
  [INVALID_PARAMS]: "The wallet rejected these values.",
  4100: "The wallet does not allow requests from this page. Allow them in the wallet.",
  4200: UNSUPPORTED,
  [-32601]: UNSUPPORTED,
};

/** A wallet, which sends requests to its node, too. */
export interface Wallet extends RpcTransport {
  /** Untrusted text. */
  readonly name: string;
  request(method: string, params: unknown): Promise<Reply>;
}

/**
 * A wallet that never throws.
 *
 * @param provider of EIP-1193; untrusted
 */
export function walletOf(name: string, provider: unknown): Wallet {
  return { name, endpoint: name, request, close: async () => {} };

  async function request(method: string, params: unknown): Promise<Reply> {
    try {
      const result = await Object(provider).request({ method, params });
      return { ok: true, result };
    } catch (error) {
      const inner = member(member(error, "data"), "originalError");
      // Some wallets wrap the error with the meaningful code.
      const codes = [member(inner, "code"), member(error, "code")];
      const code = codes.find((one) => typeof one === "number");
      const reason = plainText(member(error, "message") ?? error);
      return { ok: false, kind: "rpc-error", code, reason };
    }
  }
}

/** True if the user rejected the request, or has an earlier one open. */
export function isUsersChoice(code: number | undefined): boolean {
  return code === REJECTED || code === PENDING;
}

/** The meaning of a wallet's error, and what to do next. */
export function explainError(
  { code = 0, reason }: Failure,
  { chain: { chainId, chainsWithSameId } }: PageNetwork,
): Message {
  const [other] = chainsWithSameId;
  const isTaken = code === INVALID_PARAMS && /symbol/i.test(reason);
  const meaning =
    other !== undefined && isTaken
      ? `The wallet already has another network with chain ID ${chainId}, probably ${other.name}, so it rejects this one. Remove the other one first, or use another wallet or browser profile.`
      : (MEANINGS[code] ?? `The wallet returned an error (${code}).`);
  if (isUsersChoice(code)) {
    return unsure(meaning);
  }
  return bad(
    reason === "" ? meaning : `${meaning} The wallet reports: ${reason}`,
  );
}
