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
  const again = await readChainView(transport, view.genesis !== undefined);
  const second = judgeChain(again, expected);
  return second.verdict === "right"
    ? {
        verdict: "unknown",
        reason: `its backends are not all of one chain: ${first.reason}; asked again, it answers for the right one`,
      }
    : first;
}

/** Asks an endpoint for its chain id, and for block 0 if `wantsGenesis`. */
export async function readChainView(
  transport: RpcTransport,
  wantsGenesis: boolean,
): Promise<ChainView> {
  const [chainId, genesis] = await Promise.all([
    ask(transport, "eth_chainId", [], decodeChainId),
    wantsGenesis
      ? ask(transport, "eth_getBlockByNumber", ["0x0", false], decodeBlock)
      : undefined,
  ]);
  return { chainId, genesis };
}
