import { alphaError } from "../../base/errors.ts";
import { quoteUntrusted } from "../../base/untrusted-text.ts";
import type { MarketConnection } from "./named-accounts.ts";

/** The frames of Hardhat's stack traces in contracts without build info. */
const FRAME = /<UnrecognizedContract>\S* \((0x[\da-f]{40})\)/gi;

/**
 * The result of a call or transaction. Its failure is one sentence, with the contracts in
 * which it reverted; the cause is that of Hardhat or of the node, without viem's errors
 * around it, which print whole ABIs.
 */
export async function explained<T>(
  { alpha, networkName, provider }: MarketConnection,
  call: Promise<T>,
): Promise<T> {
  return await call.catch(async (error: unknown) => {
    const viem = await import("viem");
    if (!(error instanceof viem.ContractFunctionExecutionError)) {
      throw error;
    }
    const { details, functionName, sender = "", shortMessage } = error;
    const cause = error.walk();
    const reverted = error.walk(
      (one) => one instanceof viem.ContractFunctionRevertedError,
    );
    const { reason = details || shortMessage } = Object(reverted);
    const frames = [...(cause.stack ?? "").matchAll(FRAME)];
    const contracts = frames.map(([, address = ""]) => {
      const [{ key, index } = {}] = alpha.identify(address);
      const at = index === undefined ? "" : `[${index}]`;
      return key === undefined ? address : `${key}${at} (${address})`;
    });
    const where =
      contracts.length > 0 ? ` in ${contracts.join(", called by ")}` : "";
    const asked = provider.request({ method: "eth_accounts" });
    const accounts = String(await asked.catch(() => sender));
    const isKnown = accounts.toLowerCase().includes(sender.toLowerCase());
    const remedy =
      reverted !== null || isKnown
        ? ""
        : ` ${sender} is not an account of the connection: pass one of its accounts, or impersonate it on a sandbox.`;
    throw alphaError(
      `${functionName} failed on ${networkName}: ${quoteUntrusted(String(reason))}${where}.${remedy}`,
      cause,
    );
  });
}
