import type { RpcTransport } from "../../../../src/rpc/types.ts";
import type { PageNetwork } from "../page-data.ts";
import type { Wallet } from "./providers.ts";
import { member, plainText } from "./untrusted.ts";
import type { Message } from "./view/dom.ts";

export type WalletAnswer =
  | { readonly ok: true; readonly value: unknown }
  | WalletError;

export interface WalletError {
  readonly ok: false;
  readonly code: number | undefined;
  /** Printable and bounded; may be empty. */
  readonly message: string;
}

/** Error codes of EIP-1193, EIP-3326 and JSON-RPC, as wallets use them. */
const USER_REJECTED = 4001;
const UNAUTHORIZED = 4100;
const UNKNOWN_CHAIN = 4902;
const PENDING = -32002;
const INVALID_PARAMS = -32602;
const UNSUPPORTED: readonly unknown[] = [4200, -32601];

/** Sends a request to a wallet. It never throws. */
export async function askWallet(
  { provider }: Wallet,
  method: string,
  params: unknown,
): Promise<WalletAnswer> {
  try {
    return { ok: true, value: await provider.request({ method, params }) };
  } catch (error) {
    const inner = member(member(error, "data"), "originalError");
    // Some wallets wrap the error with the meaningful code.
    const codes = [member(inner, "code"), member(error, "code")];
    return {
      ok: false,
      code: codes.find((code) => typeof code === "number"),
      message: plainText(member(error, "message") ?? error),
    };
  }
}

/** Sends requests to the node that a wallet uses. */
export function walletTransport(wallet: Wallet): RpcTransport {
  return {
    endpoint: wallet.name,
    request: async (method, params) => {
      const answer = await askWallet(wallet, method, params);
      return answer.ok
        ? { ok: true, result: answer.value }
        : {
            ok: false,
            kind: "rpc-error",
            reason: answer.message || "the wallet returned an error",
            code: answer.code,
          };
    },
    close: async () => {},
  };
}

/** Whether the user rejected the request, or has an earlier one open. */
export function isRejectedOrPending({ code }: WalletError): boolean {
  return code === USER_REJECTED || code === PENDING;
}

/** Whether the wallet does not have the chain that it should switch to. */
export function isUnknownChain({ code }: WalletError): boolean {
  return code === UNKNOWN_CHAIN;
}

/** What a wallet's error means, and what to do next. */
export function explainError(
  { code, message }: WalletError,
  { chain: { chainId, chainsWithSameId } }: PageNetwork,
): Message {
  const said = message === "" ? "" : ` The wallet reports: ${message}`;
  const [other] = chainsWithSameId;
  if (code === USER_REJECTED) {
    return {
      tone: "unsure",
      text: "You rejected the request in the wallet. Nothing was added.",
    };
  }
  if (code === PENDING) {
    return {
      tone: "unsure",
      text: "The wallet already has such a request open. Answer it in the wallet.",
    };
  }
  if (UNSUPPORTED.includes(code)) {
    return {
      tone: "bad",
      text: `The wallet does not support this. Enter the values under “Details” in the wallet yourself.${said}`,
    };
  }
  if (code === UNAUTHORIZED) {
    return {
      tone: "bad",
      text: `The wallet does not allow requests from this page. Allow them in the wallet.${said}`,
    };
  }
  if (
    code === INVALID_PARAMS &&
    other !== undefined &&
    /symbol/i.test(message)
  ) {
    return {
      tone: "bad",
      text: `The wallet already has another network with chain ID ${chainId}, probably ${other.name}, so it rejects this one. Remove the other one first, or use another wallet or browser profile.${said}`,
    };
  }
  return {
    tone: "bad",
    text:
      code === INVALID_PARAMS
        ? `The wallet rejected these values.${said}`
        : `The wallet returned an error${code === undefined ? "" : ` (${code})`}.${said}`,
  };
}
