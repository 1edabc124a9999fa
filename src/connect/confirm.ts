import type { Random } from "../base/random.ts";
import type { Decoded } from "../base/records.ts";
import type { RpcTransport } from "../rpc/types.ts";
import {
  type ChainVerdict,
  type ChainView,
  type ExpectedChain,
  judgeChain,
  MORE_THAN_ONE_CHAIN,
} from "./judge-chain.ts";
import { readChainView } from "./read-node-view.ts";

/**
 * How often something is read at once that a corrupted answer may look like, and that no
 * later read would correct.
 */
export const READS_AT_ONCE = 3;

const PASSES = 6;
const MAX_DELAY_MS = 50;

/**
 * Reads again what a first read found, in six further passes, so that neither a single
 * odd answer nor one of several backends decides anything. The passes run side by side,
 * each on connections of its own where the transport can open some, and each begins after
 * a random delay, so that no order in which backends take turns fits all of them. The
 * time limit of the transport bounds them: after that, their requests fail.
 */
export async function confirm<T>(
  transport: RpcTransport,
  read: (transport: RpcTransport) => Promise<T>,
  random: Random = Math.random,
): Promise<readonly T[]> {
  return await Promise.all(
    Array.from({ length: PASSES }, async () => {
      await new Promise((resume) =>
        setTimeout(resume, random() * MAX_DELAY_MS),
      );
      return await elsewhere(transport, read);
    }),
  );
}

/**
 * Reads over connections of its own, where the transport can open some.
 *
 * @param share of the network's time, for what nothing else depends on
 */
export async function elsewhere<T>(
  transport: RpcTransport,
  read: (transport: RpcTransport) => Promise<T>,
  share?: number,
): Promise<T> {
  const own = transport.separate?.(share);
  try {
    return await read(own ?? transport);
  } finally {
    await own?.close();
  }
}

/** The reason why later results do not confirm what a first one says. */
interface Unconfirmed {
  /** `disputed` if one says something else, `unread` if one says nothing. */
  readonly kind: "disputed" | "unread";
  /** The statement, or the reason why there is none. */
  readonly by: string;
}

/**
 * The reason why later results do not confirm what a first one says;
 * `undefined` if all of them say the same.
 */
export function whyUnconfirmed(
  first: string,
  later: readonly Decoded<string>[],
): Unconfirmed | undefined {
  const other = later.find((said) => said.ok && said.value !== first);
  if (other?.ok === true) {
    return { kind: "disputed", by: other.value };
  }
  const unread = later.find((said) => !said.ok);
  if (unread?.ok === false) {
    return { kind: "unread", by: unread.reason };
  }
  return undefined;
}

/** The reason why a result is unknown that later reads could not confirm. */
export function describeUnread(reason: string, by: string): string {
  // A later read may have failed to confirm the same.
  const why = by.replace(/^.* could not confirm it: /, "");
  if (why === reason) {
    return reason;
  }
  return `${reason}, but later reads could not confirm it: ${why}`;
}

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
