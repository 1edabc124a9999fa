import { ask } from "../rpc/ask.ts";
import { decodeBlock } from "../rpc/decode-block.ts";
import { decodeChainId } from "../rpc/decode-values.ts";
import type { RpcTransport } from "../rpc/types.ts";
import type { ChainVerdict, ChainView, ExpectedChain } from "./judge-chain.ts";
import { judgeChain } from "./judge-chain.ts";

/**
 * Whether an endpoint serves the expected chain. Before it is called another one
 * the endpoint is asked again: of several backends a single one may be wrong.
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
  const [chainId, genesis] = await Promise.all([
    ask(transport, "eth_chainId", [], decodeChainId),
    view.genesis === undefined
      ? undefined
      : ask(transport, "eth_getBlockByNumber", ["0x0", false], decodeBlock),
  ]);
  const second = judgeChain({ chainId, genesis }, expected);
  return second.verdict === "right"
    ? {
        verdict: "unknown",
        reason: `its backends are not all of one chain: ${first.reason}; asked again, it answers for the right one`,
      }
    : first;
}
