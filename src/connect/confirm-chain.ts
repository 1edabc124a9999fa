import type { RpcTransport } from "../rpc/types.ts";
import type { ChainVerdict, ChainView, ExpectedChain } from "./judge-chain.ts";
import { judgeChain } from "./judge-chain.ts";
import { readChainView } from "./read-node-view.ts";

/**
 * Whether an endpoint serves the expected chain. A wrong chain is queried once more,
 * since only one of several backends may be wrong.
 */
export async function confirmChain(
  transport: RpcTransport,
  view: ChainView,
  expected: ExpectedChain,
): Promise<ChainVerdict> {
  const first = judgeChain(view, expected);
  if (first.verdict !== "wrong") {
    return first;
  }
  const again = await readChainView(transport, expected);
  const second = judgeChain(again, expected);
  return second.verdict === "right"
    ? {
        verdict: "unknown",
        reason: `its backends are not all of one chain: ${first.reason}; asked again, it answers for the right one`,
      }
    : first;
}
