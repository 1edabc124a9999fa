import type { RequestProvider } from "../rpc/types.ts";
import type { ChainDriver } from "./chain-driver.ts";
import { jsonRpcDriver } from "./json-rpc-driver.ts";

/** Drives an anvil. */
export function anvilDriver(provider: RequestProvider): ChainDriver {
  return jsonRpcDriver({
    provider,
    prefix: "anvil",
    setAutomineMethod: "anvil_setAutomine",
  });
}
