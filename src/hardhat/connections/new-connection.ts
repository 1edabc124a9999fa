import type { HardhatConfig } from "hardhat/types/config";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import { alphaError } from "../../base/errors.ts";
import { markedNetwork } from "../../config/hardhat-networks.ts";
import { openFork } from "../../connect/open-fork.ts";
import { forkOpening, type OpeningFork } from "../forks/resolve-fork.ts";

const TIMEOUT_MS = 60_000;

/**
 * Opens a connection. A fork of an Alpha network must open within `maxMs`
 * after its node was confirmed, and Hardhat's errors are replaced by one that
 * names the fork.
 *
 * @throws the error of `open`; HardhatPluginError if a fork does not open.
 */
export async function openConnection<T extends { close(): Promise<void> }>(
  open: () => Promise<T>,
  maxMs: number = TIMEOUT_MS,
): Promise<T> {
  const found = Promise.withResolvers<OpeningFork | undefined>();
  const opening = forkOpening.run(found.resolve, open);
  const none = () => found.resolve(undefined);
  opening.then(none, none);
  const fork = await found.promise;
  if (fork === undefined) {
    return await opening;
  }
  const { hardhatNetwork, scrubber } = fork;
  return await openFork(opening, hardhatNetwork, { maxMs, scrubber });
}

/**
 * Closes a connection that an override made one of another Alpha network, or of none: its
 * chain would keep the chain id and the node of its own network, or any chain would do.
 * A live network of the user's may have the chain id of the other.
 *
 * @throws HardhatPluginError if it is one of another network.
 */
export async function confirmOverride<ChainTypeT extends ChainType | string>(
  { alpha, networks }: HardhatConfig,
  connection: NetworkConnection<ChainTypeT>,
): Promise<void> {
  const { networkName, networkConfig } = connection;
  const { alphaNetwork, chainId, type } = networkConfig;
  const configured = networks[networkName]?.alphaNetwork ?? alphaNetwork;
  const network = markedNetwork({ alpha }, networkConfig);
  const isItsChain = type === "http" && network?.values.chainId === chainId;
  if (alphaNetwork === configured || (network && isItsChain)) {
    return;
  }
  await connection.close();
  throw alphaError(
    `The Hardhat network "${networkName}" is one of ${configured}, and a connection cannot override its alphaNetwork to ${alphaNetwork}. Connect to ${alphaNetwork === undefined ? "another Hardhat network" : `a Hardhat network of ${alphaNetwork}`}, or remove the override.`,
  );
}
