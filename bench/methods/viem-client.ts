import { createPublicClient, http, type PublicClient } from "viem";

/** Longer than any run, so that none times out. */
const TIMEOUT_MS = 180_000;

/** Creates viem's client with default settings, except for the timeout. */
export function viemClient(url: string, batch: boolean): PublicClient {
  return createPublicClient({
    transport: http(url, { batch, timeout: TIMEOUT_MS }),
  });
}
