/**
 * What has a transaction, or a set of calls, signed or sent: `eth_sendTransaction`
 * and its variants (`…Sync`, `…Conditional`, private ones, bundles), geth's and
 * clef's `personal_` and `account_` ones, `wallet_sendCalls`, EIP-7702's
 * authorizations. Clients add to them, so a name too many is better than one too
 * few: it costs one proof.
 */
const SIGNING =
  /_(?:send|resend|submit|post|sign\w*(?:Transaction|Authorization|UserOperation))/i;

/** Whether a JSON-RPC method may bring a signed transaction into the world. */
export function isSigningMethod(method: string): boolean {
  return SIGNING.test(method);
}
