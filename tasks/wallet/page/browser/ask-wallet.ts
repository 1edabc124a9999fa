import type { RpcTransport } from "../../../../src/rpc/types.ts";
import type { PageNetwork } from "../page-data.ts";
import type { Message } from "./dom.ts";
import type { Wallet } from "./providers.ts";
import { member, plainText } from "./untrusted.ts";

/** A wallet's answer, or what it said instead. */
export type WalletAnswer =
  | { readonly ok: true; readonly value: unknown }
  | WalletRefusal;

export interface WalletRefusal {
  readonly ok: false;
  readonly code: number | undefined;
  /** Printable and bounded; maybe empty. */
  readonly message: string;
}

/** Error codes of EIP-1193, EIP-3326 and JSON-RPC, as wallets use them. */
const REFUSED = 4001;
const UNAUTHORIZED = 4100;
const UNKNOWN_CHAIN = 4902;
const PENDING = -32002;
const INVALID = -32602;
const UNSUPPORTED: readonly unknown[] = [4200, -32601];

/** Sends a wallet one request. It does not throw, whatever the wallet throws. */
export async function askWallet(
  { provider }: Wallet,
  method: string,
  params: unknown,
): Promise<WalletAnswer> {
  try {
    return { ok: true, value: await provider.request({ method, params }) };
  } catch (error) {
    const inner = member(member(error, "data"), "originalError");
    // Some wallets wrap the code that says what it was.
    const codes = [member(inner, "code"), member(error, "code")];
    return {
      ok: false,
      code: codes.find((code) => typeof code === "number"),
      message: plainText(member(error, "message") ?? error),
    };
  }
}

/** A wallet as a way to ask the node that it uses. */
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
            reason: answer.message || "the wallet could not do it",
            code: answer.code,
          };
    },
    close: async () => {},
  };
}

/** Whether the user refused, or has not answered an earlier request yet. */
export function isUsersAnswer({ code }: WalletRefusal): boolean {
  return code === REFUSED || code === PENDING;
}

/** Whether the wallet does not have the chain to which it should switch. */
export function isUnknownChain({ code }: WalletRefusal): boolean {
  return code === UNKNOWN_CHAIN;
}

/** What a wallet's refusal means, and what to do next. */
export function explainRefusal(
  { code, message }: WalletRefusal,
  { chain: { chainId, chainsWithSameId } }: PageNetwork,
): Message {
  const said = message === "" ? "" : ` It says: ${message}`;
  const [other] = chainsWithSameId;
  if (code === REFUSED) {
    return {
      tone: "unsure",
      text: "You refused it in the wallet: nothing was added.",
    };
  }
  if (code === PENDING) {
    return {
      tone: "unsure",
      text: "The wallet has such a request open already: answer it there.",
    };
  }
  if (UNSUPPORTED.includes(code)) {
    return {
      tone: "bad",
      text: `The wallet does not support this: enter the values above in it by hand.${said}`,
    };
  }
  if (code === UNAUTHORIZED) {
    return {
      tone: "bad",
      text: `The wallet does not let this page ask: allow it there.${said}`,
    };
  }
  if (code === INVALID && other !== undefined && /symbol/i.test(message)) {
    return {
      tone: "bad",
      text: `The wallet has another network with chain id ${chainId}, probably ${other.name}, so it refuses this one. Remove that one in the wallet first, or use a wallet or a browser profile of its own.${said}`,
    };
  }
  return {
    tone: "bad",
    text:
      code === INVALID
        ? `The wallet refuses these values.${said}`
        : `The wallet could not do it${code === undefined ? "" : ` (error ${code})`}.${said}`,
  };
}
