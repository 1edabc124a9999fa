import type { HardhatUserConfig } from "hardhat/types/config";
import type { NetworkConnection } from "hardhat/types/network";

import type { AlphaNetworkUserConfig } from "../../../src/config/user-config.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import type { ChainNode } from "../../support/chain-node.ts";
import { ask } from "../../support/connections.ts";

/** An account for development of which Hardhat has the key, too. */
export const SENDER = "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266";
export const SENDER_KEY =
  "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** A transaction with all that Hardhat would ask the node for. */
export const TRANSACTION = {
  from: SENDER,
  to: "0x0000000000000000000000000000000000000001",
  gas: "0x5208",
  gasPrice: "0x1",
  nonce: "0x0",
  value: "0x0",
} as const;

/** A project whose node signs, at a URL. */
export function nodeAt(
  url: string,
  {
    network = "third",
    hardhat,
    ...settings
  }: AlphaNetworkUserConfig<AlphaNetworkName> & {
    readonly network?: AlphaNetworkName;
  } = {},
): HardhatUserConfig {
  const fields = { accounts: "remote" as const, timeout: 5_000, ...hardhat };
  const networks = { [network]: { url, ...settings, hardhat: fields } };
  return { alpha: { networks } };
}

/** Sends a transaction: its result, or the message of the error. */
export async function outcomeOf(
  connection: Pick<NetworkConnection, "provider">,
): Promise<string> {
  return await ask(connection, "eth_sendTransaction", TRANSACTION).then(
    () => "sent",
    ({ message }: Error) => message,
  );
}

export const isSending = (method: string) => /send|sign/i.test(method);

/** What a node was asked to send or sign. */
export const sentTo = ({ methods }: Pick<ChainNode, "methods">) =>
  methods.filter(isSending);
