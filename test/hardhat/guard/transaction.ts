/** An account for development of which Hardhat has the key, too. */
export const SENDER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
export const SENDER_KEY =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** A transaction with all that Hardhat would ask the node for, but the nonce. */
export const TRANSACTION = {
  from: SENDER,
  to: "0x0000000000000000000000000000000000000001",
  gas: "0x5208",
  gasPrice: "0x1",
  value: "0x0",
} as const;
