import { SANDBOX_DEPLOYER } from "../../connect/sandbox-deployer.ts";
import { ask } from "../../rpc/ask.ts";
import { decodeQuantity } from "../../rpc/decode/decode-quantity.ts";
import { hexQuantity } from "../../rpc/hex-quantity.ts";
import type { RpcTransport } from "../../rpc/types.ts";
import { skippedInSandbox, type VerificationTarget } from "../targets.ts";
import type { CodeReadings } from "./code-reading.ts";
import { controlAddress } from "./control-address.ts";

/**
 * Skips what is absent because the chain is a sandbox, which one that is served
 * over a port, or forked from there, does not say. Asks the node only where
 * something is absent that no sandbox has.
 */
export async function skipSandboxGaps(
  transport: RpcTransport,
  targets: readonly VerificationTarget[],
  readings: CodeReadings,
  block: bigint,
): Promise<readonly VerificationTarget[]> {
  const isGap = ({ address, notInSandbox }: VerificationTarget) =>
    notInSandbox !== undefined &&
    address !== undefined &&
    readings.get(address.toLowerCase())?.kind === "none";
  if (!targets.some(isGap)) {
    return targets;
  }
  return (await isSandbox(transport, block))
    ? targets.map((target) =>
        isGap(target) ? skippedInSandbox(target) : target,
      )
    : targets;
}

/** By the deployer's nonce, unless the node gives one to a random address too. */
async function isSandbox(
  transport: RpcTransport,
  block: bigint,
): Promise<boolean> {
  const nonceOf = (address: string) =>
    ask(
      transport,
      "eth_getTransactionCount",
      [address, hexQuantity(block)],
      decodeQuantity,
    );
  const [deployer, control] = await Promise.all([
    nonceOf(SANDBOX_DEPLOYER),
    nonceOf(controlAddress()),
  ]);
  return (
    deployer.ok && deployer.value > 0n && control.ok && control.value === 0n
  );
}
