import type { RequestProvider } from "../../src/rpc/types.ts";
import { type ChainDriver, chainDriver } from "../../src/sandbox/driver.ts";

export interface NodeDriver extends ChainDriver {
  setAutomine(enabled: boolean): Promise<void>;
}

/** Drives a development node over HTTP, such as anvil. */
export function nodeDriver(provider: RequestProvider): NodeDriver {
  const driver = chainDriver(provider);
  return {
    ...driver,
    // Not every client has debug_traceCall.
    call: ({ gas, ...call }) =>
      driver.hex(
        "eth_call",
        { ...call, gas: `0x${gas.toString(16)}` },
        "latest",
      ),
    // Nodes may return a receipt slightly later than its block.
    statusOf: async (hash) => {
      for (let poll = 0; poll < 100; poll++) {
        const status = await driver.statusOf(hash);
        if (status !== undefined) {
          return status;
        }
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      return undefined;
    },
    setAutomine: async (enabled) => {
      await driver.request("evm_setAutomine", enabled);
    },
  };
}
