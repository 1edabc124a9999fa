import type { Hex } from "../base/hex.ts";
import type { Decoded } from "../base/records.ts";
import { ask } from "../rpc/ask.ts";
import { decodeQuantity } from "../rpc/decode-values.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { READS_AT_ONCE } from "./confirm.ts";

/**
 * The text "alpha-sandbox-deploy" as an address. Nobody has its key, so it has sent
 * transactions on sandboxes only, which its nonce proves.
 */
export const SANDBOX_DEPLOYER: Hex =
  "0x616c7068612d73616e64626f782d6465706c6f79";

const NONCE = "eth_getTransactionCount";

/**
 * Tells whether a node's chain is a sandbox, which one that is served over a
 * port, or forked from there, does not say: by the deployer's nonce, unless the
 * node gives one to a random address, too. What a sandbox lacks counts for
 * nothing, so that no later read would show a nonce that is corrupted: it is
 * read several times at once.
 */
export async function servesSandbox(
  transport: Pick<RpcTransport, "request">,
): Promise<Decoded<boolean>> {
  const readNonce = (account: Hex) =>
    ask(transport, NONCE, [account, "latest"], decodeQuantity);
  const [control, ...nonces] = await Promise.all([
    readNonce(randomAccount()),
    ...Array.from({ length: READS_AT_ONCE }, () => readNonce(SANDBOX_DEPLOYER)),
  ]);
  const other = nonces.find((nonce) => !nonce.ok || nonce.value === 0n);
  if (other !== undefined) {
    return other.ok ? { ok: true, value: false } : other;
  }
  return control.ok ? { ok: true, value: control.value === 0n } : control;
}

/** With the API of browsers, since the wallet page uses this file. */
function randomAccount(): Hex {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
