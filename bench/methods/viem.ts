import { createPublicClient, http } from "viem";

import type { Hex } from "../../src/base/hex.ts";
import { codeSize, readInParallel } from "./code-size.ts";
import type { BenchClient, OpenClient } from "./types.ts";

/** Longer than any run, so that none times out. */
const TIMEOUT_MS = 180_000;

/** viem's `getCode` with default settings, except for the timeout. */
function getCodeOf(url: string, batch = false) {
  const transport = http(url, { batch, timeout: TIMEOUT_MS });
  const client = createPublicClient({ transport });
  return (address: Hex) => client.getCode({ address });
}

function clientOf(read: BenchClient["read"]): BenchClient {
  return { read, close: async () => undefined };
}

export const openParallel: OpenClient = async (url) => {
  const getCode = getCodeOf(url);
  return clientOf((addresses) => readInParallel(addresses, getCode));
};

/** In parallel, on a transport with `batch: true`. */
export const openBatch: OpenClient = async (url) => {
  const getCode = getCodeOf(url, true);
  return clientOf((addresses) => readInParallel(addresses, getCode));
};

export const openSequential: OpenClient = async (url) => {
  const getCode = getCodeOf(url);
  return clientOf(async (addresses) => {
    const sizes = [];
    for (const address of addresses) {
      sizes.push(codeSize(await getCode(address)));
    }
    return { sizes };
  });
};
