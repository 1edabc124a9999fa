import type { Decoded } from "../base/records.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { readAgain, whyUnconfirmed } from "./confirm.ts";
import type { ChainVerdict, ChainView, ExpectedChain } from "./judge-chain.ts";
import { judgeChain, MORE_THAN_ONE_CHAIN } from "./judge-chain.ts";
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

type NotRight = Exclude<ChainVerdict, { readonly verdict: "right" }>;

/** What a wrong chain amounts to after later readings. */
export function agreedChain(
  first: NotRight,
  later: readonly ChainVerdict[],
): NotRight {
  const why = whyUnconfirmed(first.reason, later.map(said));
  return why === undefined
    ? first
    : {
        verdict: "unknown",
        reason:
          why.kind === "disputed"
            ? `${MORE_THAN_ONE_CHAIN}: ${first.reason}; asked again, ${why.by}`
            : `${first.reason}, but later requests could not confirm it: ${why.by}`,
      };
}

function said(chain: ChainVerdict): Decoded<string> {
  switch (chain.verdict) {
    case "right":
      return { ok: true, value: "it answers for the right one" };
    case "wrong":
      return { ok: true, value: chain.reason };
    case "unknown":
      return { ok: false, reason: chain.reason };
  }
}
