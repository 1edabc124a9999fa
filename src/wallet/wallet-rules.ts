/**
 * What wallets demand, by the id that findings name: MetaMask's handlers of
 * `wallet_addEthereumChain` and `wallet_watchAsset`, which are the strictest, and
 * what the two proposals (EIP-3085, EIP-747) add.
 */
export const WALLET_RULES = {
  "chain-id": "a whole number that wallets can hold",
  "chain-name": "a text that is not empty and has printable characters only",
  "fee-token-symbol": "1 to 6 printable characters",
  "fee-token-namesake":
    "never the symbol of another chain with the same chain id",
  "fee-token-decimals": "exactly 18",
  "fee-token-name": "printable characters only",
  "node-url": "a public https URL, or one of localhost",
  "node-chain": "the node serves the network's chain",
  "explorer-url": "an https URL, or one of localhost",
  "token-address": "the token has an address",
  "token-contract": "an ERC-20 contract stands at the address",
  "token-read": "the contract could be asked",
  "token-symbol": "1 to 11 printable characters",
  "token-symbol-differs": "the configured symbol is the contract's",
  "token-decimals": "a whole number from 0 to 36",
  "token-decimals-differs": "the configured decimals are the contract's",
} as const;

/** The id of one thing that wallets demand. */
export type WalletRule = keyof typeof WALLET_RULES;
