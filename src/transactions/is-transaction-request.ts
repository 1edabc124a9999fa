/** The requests that send a transaction, or have one signed for sending. */
const METHODS: ReadonlySet<string> = new Set([
  "eth_sendTransaction",
  "eth_sendTransactionSync",
  "eth_sendRawTransaction",
  "eth_sendRawTransactionSync",
  "eth_signTransaction",
  "wallet_sendTransaction",
]);

/** Whether a JSON-RPC request sends a transaction, or has one signed. */
export function isTransactionRequest({
  method,
}: {
  readonly method: string;
}): boolean {
  return METHODS.has(method);
}
