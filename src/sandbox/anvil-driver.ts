import type { ChainDriver } from "./chain-driver.ts";
import { jsonRpcDriver } from "./json-rpc-driver.ts";
import type { RequestProvider } from "./types.ts";

/** Drives an anvil. */
export function anvilDriver(provider: RequestProvider): ChainDriver {
  return jsonRpcDriver({
    provider,
    prefix: "anvil",
    setAutomineMethod: "anvil_setAutomine",
  });
}
