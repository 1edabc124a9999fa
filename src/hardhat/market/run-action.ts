import type { Address } from "../../base/address.ts";
import { alphaError } from "../../base/errors.ts";
import { quoteUntrusted } from "../../base/untrusted-text.ts";
import type { MarketConnection } from "./named-accounts.ts";

/** The frames of Hardhat's stack traces in contracts without build info. */
const FRAME = /<UnrecognizedContract>\S* \((0x[\da-f]{40})\)/gi;

/**
 * Runs an action of the marketplace. Its failure is one sentence, with the names of the
 * contracts in which a call reverted; the cause is the error of Hardhat or of the node,
 * without viem's wrappers, which print whole ABIs.
 *
 * @param name of the action, in the error
 * @param sender of its transactions
 */
export async function runAction<T>(
  { alpha, networkName, provider }: MarketConnection,
  { name, sender }: { readonly name: string; readonly sender: Address },
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    const { BaseError, ContractFunctionRevertedError } = await import("viem");
    if (!(error instanceof BaseError)) {
      throw error;
    }
    const cause = error.walk();
    const reverted = error.walk(
      (each) => each instanceof ContractFunctionRevertedError,
    );
    const where = `${name} failed on ${networkName}`;
    if (reverted instanceof ContractFunctionRevertedError) {
      const frames = [...(cause.stack ?? "").matchAll(FRAME)];
      const contracts = frames.map(([, address = ""]) => {
        const [use] = alpha.identify(address);
        const index = use?.index === undefined ? "" : `[${use.index}]`;
        return use === undefined ? address : `${use.key}${index} (${address})`;
      });
      const trace =
        contracts.length === 0 ? "" : ` in ${contracts.join(", called by ")}`;
      const reason = reverted.reason ?? reverted.shortMessage;
      throw alphaError(`${where}: ${quoteUntrusted(reason)}${trace}.`, cause);
    }
    const accounts = await provider.request({ method: "eth_accounts" });
    const remedy = String(accounts).toLowerCase().includes(sender.toLowerCase())
      ? ""
      : ` ${sender} is not an account of the connection: pass one of its accounts, or impersonate it on a sandbox.`;
    const reason = quoteUntrusted(error.details || error.shortMessage);
    throw alphaError(`${where}: ${reason}.${remedy}`, cause);
  }
}
