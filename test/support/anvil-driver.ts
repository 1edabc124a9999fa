import type { RequestProvider } from "../../src/rpc/types.ts";
import type { ChainDriver } from "../../src/sandbox/drivers.ts";
import { jsonRpcDriver } from "../../src/sandbox/drivers.ts";

/** Drives an anvil. */
export function anvilDriver(provider: RequestProvider): ChainDriver {
  return jsonRpcDriver({
    provider,
    prefix: "anvil",
    setAutomineMethod: "anvil_setAutomine",
  });
}
