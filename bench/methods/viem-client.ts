import { createPublicClient, http, type PublicClient } from "viem";

/** Longer than any run, so that what is measured is not a time-out. */
const TIMEOUT_MS = 180_000;

/** viem's client as it comes, but for its time-out. */
export function viemClient(url: string, batch: boolean): PublicClient {
  return createPublicClient({
    transport: http(url, { batch, timeout: TIMEOUT_MS }),
  });
}
