import type { Decoded } from "../base/records.ts";
import type { RpcTransport } from "../rpc/types.ts";
import { confirm, describeUnread, whyUnconfirmed } from "./confirm.ts";
import {
  type ChainVerdict,
  type ChainView,
  type ExpectedChain,
  judgeChain,
  MORE_THAN_ONE_CHAIN,
} from "./judge-chain.ts";
import { readChainView } from "./read-node-view.ts";

/**
 * Tells whether an endpoint serves the expected chain. A wrong chain is only
 * believed if all later reads agree, since only one of several backends may be
 * wrong.
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
  const later = await confirm(transport, async (own) =>
    judgeChain(await readChainView(own, expected), expected),
  );
  return agreedChain(first, later);
}

type WrongChain = Extract<ChainVerdict, { readonly verdict: "wrong" }>;
type UnknownChain = Extract<ChainVerdict, { readonly verdict: "unknown" }>;

/** The verdict on a wrong chain after later reads. */
export function agreedChain(
  first: WrongChain,
  later: readonly ChainVerdict[],
): WrongChain | UnknownChain {
  const why = whyUnconfirmed(first.reason, later.map(said));
  if (why === undefined) {
    return first;
  }
  return {
    verdict: "unknown",
    reason:
      why.kind === "disputed"
        ? `${MORE_THAN_ONE_CHAIN}: ${first.reason}; on a second read, ${why.by}`
        : describeUnread(first.reason, why.by),
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
