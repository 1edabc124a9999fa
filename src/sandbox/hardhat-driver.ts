import { alphaError } from "../errors.ts";
import { hexQuantity } from "../rpc/hex-quantity.ts";
import { isHex } from "../rpc/is-hex.ts";
import type { Hex, RequestProvider } from "../rpc/types.ts";
import type { ChainCall, ChainDriver } from "./chain-driver.ts";
import { jsonRpcDriver } from "./json-rpc-driver.ts";

/** Drives Hardhat's simulated chain, in process or served over HTTP. */
export function hardhatDriver(provider: RequestProvider): ChainDriver {
  return {
    ...jsonRpcDriver({
      provider,
      prefix: "hardhat",
      setAutomineMethod: "evm_setAutomine",
    }),
    call: (call) => traceCall(provider, call),
  };
}

/**
 * A call by way of its trace: EDR describes an `eth_call` in the chain's log
 * even while logging is off, and prints it when logging is on again.
 */
async function traceCall(
  provider: RequestProvider,
  { gas, ...call }: ChainCall,
): Promise<Hex> {
  const trace = await provider.request({
    method: "debug_traceCall",
    params: [
      { ...call, gas: hexQuantity(gas) },
      "latest",
      { tracer: "callTracer" },
    ],
  });
  if (typeof trace !== "object" || trace === null) {
    throw alphaError("the simulated chain gave no trace of it");
  }
  if ("error" in trace) {
    throw alphaError(
      "revertReason" in trace
        ? `${trace.error}: ${trace.revertReason}`
        : `${trace.error}`,
    );
  }
  if (!("output" in trace)) {
    return "0x";
  }
  if (!isHex(trace.output)) {
    throw alphaError(
      "the simulated chain's trace of it has no readable output",
    );
  }
  return trace.output;
}
