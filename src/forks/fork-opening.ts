import { AsyncLocalStorage } from "node:async_hooks";

import type { Scrubber } from "../rpc/secrets/create-scrubber.ts";

/** A fork whose node is known to be the right one. */
export interface OpeningFork {
  readonly hardhatNetwork: string;
  /** Takes out of texts what the node's URL and headers hold. */
  readonly scrubber: Scrubber | undefined;
}

/**
 * Told of the Hardhat network that goes on from a node, once the node is known to
 * be the right one: who opens a connection learns only from this that it is to a
 * fork.
 */
export const forkOpening = new AsyncLocalStorage<(fork: OpeningFork) => void>();
