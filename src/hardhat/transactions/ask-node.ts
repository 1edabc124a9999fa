import { HardhatPluginError } from "hardhat/plugins";
import type { ChainType, NetworkConnection } from "hardhat/types/network";
import type { Decoded } from "../../base/records.ts";
import { endpointOrigin } from "../../base/secrets.ts";
import { untrustedText } from "../../base/untrusted-text.ts";
import { nodeScrubber } from "../../connect/open-transport.ts";

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

/** Invalid answer, connection refused, connection timed out. */
const PASSING_HARDHAT_ERRORS: ReadonlySet<unknown> = new Set([702, 703, 704]);

/**
 * Whether what a provider threw is the node's error or one of the way to it,
 * which another attempt may not meet. What Hardhat or a plugin refuses (a chain
 * of another id, a closed connection) is none.
 */
function isNodeFailure(error: Error): boolean {
  if (HardhatPluginError.isHardhatPluginError(error)) {
    return false;
  }
  // Hardhat's own error class belongs to a package that is not for plugins.
  return (
    error.name !== "HardhatError" ||
    PASSING_HARDHAT_ERRORS.has(Reflect.get(error, "number"))
  );
}

/** The Hardhat network and its endpoint, for an error: the origin, no more. */
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

/** What is needed of a connection to ask its node, and to name it. */
export type NodeConnection = Pick<
  NetworkConnection<ChainType | string>,
  "networkName" | "networkConfig" | "provider"
>;

/** Asks a node and decodes the answer; a reason begins with the method. */
export async function readDecoded<T>(
  ask: Ask,
  method: string,
  params: readonly unknown[],
  decode: (value: unknown) => Decoded<T>,
): Promise<Decoded<T>> {
  const answer = await ask(method, params);
  if (!answer.ok) {
    return answer;
  }
  const decoded = decode(answer.value);
  return decoded.ok
    ? decoded
    : { ok: false, reason: `${method}: ${decoded.reason}` };
}
