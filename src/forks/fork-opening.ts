import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Told the name of the Hardhat network that goes on from a node, once the node is
 * known to be the right one: who opens a connection learns only from this that it
 * is to a fork.
 */
export const forkOpening = new AsyncLocalStorage<
  (hardhatNetwork: string) => void
>();
