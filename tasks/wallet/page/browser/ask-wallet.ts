import type { Failure, Reply } from "../../../../src/http/types.ts";
import type { RpcTransport } from "../../../../src/rpc/types.ts";
import type { PageNetwork } from "../page-data.ts";
import { bad, type Message, unsure } from "./dom.ts";
import { member, plainText } from "./untrusted.ts";
import type { Wallet } from "./wallets.ts";

/** Error codes of EIP-1193, EIP-3326 and JSON-RPC, as wallets use them. */
const REJECTED = 4001;
const PENDING = -32002;
const INVALID_PARAMS = -32602;
const UNSUPPORTED =
  "The wallet does not support this. Enter the values under “Details” in the wallet yourself.";
const MEANINGS: Readonly<Record<number, string>> = {
  [REJECTED]: "You rejected the request in the wallet. Nothing was added.",
  [PENDING]:
    "The wallet already has such a request open. Answer it in the wallet.",
  [INVALID_PARAMS]: "The wallet rejected these values.",
  4100: "The wallet does not allow requests from this page. Allow them in the wallet.",
  4200: UNSUPPORTED,
  [-32601]: UNSUPPORTED,
};

/** Sends a request to a wallet. It never throws. */
export async function askWallet(
  { provider }: Wallet,
  method: string,
  params: unknown,
): Promise<Reply> {
  try {
    return { ok: true, result: await provider.request({ method, params }) };
  } catch (error) {
    const inner = member(member(error, "data"), "originalError");
    // Some wallets wrap the error with the meaningful code.
    const codes = [member(inner, "code"), member(error, "code")];
    return {
      ok: false,
      kind: "rpc-error",
      code: codes.find((code) => typeof code === "number"),
      reason: plainText(member(error, "message") ?? error),
    };
  }
}

/** Sends requests to the node that a wallet uses. */
export function walletTransport(wallet: Wallet): RpcTransport {
  return {
    endpoint: wallet.name,
    request: (method, params) => askWallet(wallet, method, params),
    close: async () => {},
  };
}

/** Whether the user rejected the request, or has an earlier one open. */
export function isUsersChoice(code: number | undefined): boolean {
  return code === REJECTED || code === PENDING;
}

/** What a wallet's error means, and what to do next. */
export function explainError(
  { code, reason }: Failure,
  { chain: { chainId, chainsWithSameId } }: PageNetwork,
): Message {
  const [other] = chainsWithSameId;
  const meaning =
    other !== undefined && code === INVALID_PARAMS && /symbol/i.test(reason)
      ? `The wallet already has another network with chain ID ${chainId}, probably ${other.name}, so it rejects this one. Remove the other one first, or use another wallet or browser profile.`
      : code === undefined
        ? "The wallet returned an error."
        : (MEANINGS[code] ?? `The wallet returned an error (${code}).`);
  return isUsersChoice(code)
    ? unsure(meaning)
    : bad(reason === "" ? meaning : `${meaning} The wallet reports: ${reason}`);
}
