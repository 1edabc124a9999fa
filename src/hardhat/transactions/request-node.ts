import type { NetworkConfig } from "hardhat/types/config";
import type { Address } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import type { Scrubber } from "../../base/scrubber.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { isFork } from "../../config/hardhat-networks.ts";
import { nodeScrubber } from "../../connect/open-transport.ts";
import type { NodeConnection } from "../../connect/select-networks.ts";
import { succeeded } from "../../http/outcomes.ts";
import type { Reply } from "../../http/types.ts";
import { causeOfError } from "../../http/waiting.ts";
import type { Decode } from "../../rpc/ask.ts";
import { failedRequestReason } from "../connections/failed-request.ts";
import { isPluginError } from "../viem/set-default-chain.ts";

/**
 * Sends a request through the provider of a connection, so that Hardhat's checks
 * and other plugins' hooks apply. Errors of the node and of the transport result
 * in a reason, without the secrets of the node's URL and headers.
 *
 * @throws any other error, such as a wrong chain id or a closed connection.
 */
export async function requestNode(
  { provider, networkConfig }: NodeConnection,
  method: string,
  params: readonly unknown[] = [],
): Promise<Reply> {
  const scrubber = await nodeScrubber(networkConfig);
  try {
    const result = await provider.request({ method, params: [...params] });
    return succeeded(result, scrubber);
  } catch (error) {
    const failure = nodeFailure(error, scrubber);
    if (failure === undefined) {
      throw error;
    }
    const reason = `${method} failed: ${failure}`;
    return { ok: false, kind: "rpc-error", reason };
  }
}

/**
 * The reason why a request failed at the node or on the way, so that a retry may
 * succeed; `undefined` for what Hardhat or a plugin raises itself (another chain id, a
 * closed connection).
 */
function nodeFailure(
  error: unknown,
  scrubber: Scrubber | undefined,
): string | undefined {
  if (!(error instanceof Error)) {
    return undefined;
  }
  const reason = failedRequestReason(error);
  if (reason === undefined && !isPluginError(error)) {
    return untrustedText(error.message, { scrubber });
  }
  return reason;
}

/** The Hardhat network and the origin of its endpoint, for error messages. */
export async function describeNode({
  networkName,
  networkConfig,
}: NodeConnection): Promise<string> {
  const endpoint =
    networkConfig.type === "http"
      ? endpointOrigin(await networkConfig.url.getUrl())
      : "in-process";
  return `${networkName} (${endpoint})`;
}

/**
 * Sends a request and decodes the result. An invalid result is not quoted, since it may
 * contain a secret of the URL.
 */
export async function readDecoded<T>(
  connection: NodeConnection,
  method: string,
  params: readonly unknown[],
  decode: Decode<T>,
): Promise<Decoded<T>> {
  const reply = await requestNode(connection, method, params);
  const decoded = reply.ok ? decode(reply.result, reply.scrubber) : reply;
  if (reply.ok && !decoded.ok) {
    return { ok: false, reason: `${method} returned an invalid result` };
  }
  return decoded;
}

/**
 * The advice if a request to a fork failed because its node does not have the state of
 * the forked block; `undefined` for other failures.
 */
export function forkStateRemedy(
  networkConfig: NetworkConfig,
  reason: string,
): string | undefined {
  if (isFork(networkConfig) && causeOfError(0, reason) === "lag") {
    return `The node has no state of the forked block: fork a newer one (alpha.forks.blockNumbers.${networkConfig.alphaNetwork}), or use an archive node.`;
  }
  return undefined;
}

/** The last work for each account of each chain. */
const queues = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Does work that a parallel one for the same account would undo, such as `fund`, in turn.
 * Work for others does not wait for it, since it may wait for a block.
 */
export async function inTurn<T>(
  { provider }: Pick<NodeConnection, "provider">,
  account: Address,
  work: () => Promise<T>,
): Promise<T> {
  const last = queues.get(provider) ?? new Map<string, Promise<unknown>>();
  queues.set(provider, last);
  // Accounts may be given with or without a checksum.
  const key = account.toLowerCase();
  const turn = (last.get(key) ?? Promise.resolve()).then(work);
  last.set(
    key,
    turn.catch(() => {}),
  );
  return await turn;
}
