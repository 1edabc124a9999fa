import { nodeScrubber } from "../connect/node-scrubber.ts";
import { untrustedText } from "../rpc/secrets/untrusted-text.ts";
import type { Decoded } from "../rpc/types.ts";
import { isNodeFailure } from "./is-node-failure.ts";
import type { NodeConnection } from "./node-connection.ts";

/** Asks a node; what goes wrong at it or on the way to it is a reason. */
export type Ask = (
  method: string,
  params: readonly unknown[],
) => Promise<Decoded<unknown>>;

/**
 * Asks the node of a connection through its provider, so that all of Hardhat's
 * checks and other plugins' hooks apply. What goes wrong at the node or on the
 * way to it is a reason. Nothing has what the node's URL and headers hold.
 *
 * @throws What is no failure of the node: a wrong chain id, a closed connection.
 */
export async function askNode(
  { provider, networkConfig }: NodeConnection,
  method: string,
  params: readonly unknown[] = [],
): Promise<Decoded<unknown>> {
  try {
    const value = await provider.request({ method, params: [...params] });
    // What is wrong with a value is told with a part of it.
    const scrubber = await nodeScrubber(networkConfig);
    return { ok: true, value: scrubber?.json(value) ?? value };
  } catch (error) {
    if (!(error instanceof Error) || !isNodeFailure(error)) {
      throw error;
    }
    const scrubber = await nodeScrubber(networkConfig);
    const message = untrustedText(error.message, { scrubber });
    return { ok: false, reason: `${method} failed: ${message}` };
  }
}
