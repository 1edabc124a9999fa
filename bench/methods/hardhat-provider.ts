import { createHardhatRuntimeEnvironment } from "hardhat/hre";

import { DEVNET } from "../../src/networks/devnet.ts";
import { readInParallel } from "./code-size.ts";
import type { BenchClient } from "./types.ts";

/** Longer than any run, so that none times out. */
const TIMEOUT_MS = 180_000;

/** Hardhat's HTTP provider, with all requests in parallel. */
export async function open(url: string): Promise<BenchClient> {
  const hre = await createHardhatRuntimeEnvironment({
    networks: {
      bench: {
        type: "http",
        url,
        chainId: DEVNET.values.chainId,
        timeout: TIMEOUT_MS,
      },
    },
  });
  const connection = await hre.network.create("bench");
  const { provider } = connection;
  return {
    read: (addresses) =>
      readInParallel(addresses, (address) =>
        provider.request({
          method: "eth_getCode",
          params: [address, "latest"],
        }),
      ),
    close: () => connection.close(),
  };
}
