import type { RpcTransport } from "../rpc/types.ts";
import { readAgain } from "./confirm.ts";
import type { ChainVerdict, ChainView, ExpectedChain } from "./judge-chain.ts";
import { agreedChain, judgeChain } from "./judge-chain.ts";
import { readChainView } from "./read-node-view.ts";

/**
 * Whether an endpoint serves the expected chain. A wrong chain is only believed if all
 * later readings agree, since only one of several backends may be wrong.
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
  const later = await readAgain(transport, async () =>
    judgeChain(await readChainView(transport, expected), expected),
  );
  return agreedChain(first, later);
}
