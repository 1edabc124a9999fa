import type { Address } from "../../base/address.ts";
import type { Decoded } from "../../base/records.ts";
import {
  type ChainVerdict,
  MORE_THAN_ONE_CHAIN,
} from "../../connect/judge-chain.ts";
import type { AccountCode } from "../../rpc/decode-values.ts";

/** The router in a network's registry. */
export interface Router {
  /** The config path of its address. */
  readonly path: string;
  readonly address: Address | undefined;
}

/** The readings of the guard from a node at one time. */
export interface GuardReadings {
  readonly chain: ChainVerdict;
  /** The hash of block 0 in lower case, if it was read. */
  readonly genesis: string | undefined;
  readonly router: Router;
  /** The router's code; `undefined` if its address is not set, or the chain was not read. */
  readonly code: Decoded<AccountCode> | undefined;
}

/** The verdict on whether a node serves the chain of the network. */
export type GuardVerdict = { readonly verdict: "confirmed" } | Rejection;

/** The reason why a node is not confirmed to serve the chain of the network. */
export interface Rejection {
  readonly verdict: "wrong" | "unknown";
  readonly reason: string;
  /** How many more readings a verdict takes; `undefined` if it is final. */
  readonly missing?: number | undefined;
  /** Set if it is the right chain, but has no contract at the router's address. */
  readonly lacksRouter?: boolean | undefined;
}

/**
 * How many readings in a row must confirm the chain. Before these, one may find no
 * router, as at a backend that is behind.
 */
const CONFIRMATIONS = 4;

/**
 * Judges whether a node serves the chain of the network: by its chain id, by block 0 if
 * another chain has the same id, and by the network's router. Anything that could not
 * be read is unknown, since a signed transaction cannot be revoked, and so are readings
 * that differ: any of several backends may receive the transaction.
 */
export function judgeConnection(
  readings: readonly GuardReadings[],
): GuardVerdict {
  const firstAbsent = readings.findIndex(lacksRouter);
  const rejections = readings
    .filter((_, index) => index !== firstAbsent)
    .flatMap((each) => judgeReadings(each) ?? []);
  const wrong = rejections.find(({ verdict }) => verdict === "wrong");
  if (wrong !== undefined) {
    if (readings.every(judgeReadings)) {
      return wrong;
    }
    return unknown(`${MORE_THAN_ONE_CHAIN}: ${wrong.reason}`);
  }
  const [rejection] = rejections;
  if (rejection !== undefined) {
    return rejection;
  }
  const hashes = new Set(readings.flatMap(({ genesis }) => genesis ?? []));
  if (hashes.size > 1) {
    return unknown(
      `${MORE_THAN_ONE_CHAIN}: its block 0 is ${[...hashes].join(" and ")}`,
    );
  }
  const confirmations =
    readings.length - 1 - readings.findLastIndex(lacksRouter);
  if (confirmations >= CONFIRMATIONS) {
    return { verdict: "confirmed" };
  }
  const rejected = unknown("its chain was not read often enough");
  return { ...rejected, missing: CONFIRMATIONS - confirmations };
}

/** Readings of the same time, so that those that found no router count as the last. */
export function absentLast(
  readings: readonly GuardReadings[],
): readonly GuardReadings[] {
  return readings.toSorted(
    (one, other) => Number(lacksRouter(one)) - Number(lacksRouter(other)),
  );
}

function lacksRouter(readings: GuardReadings): boolean {
  return judgeReadings(readings)?.lacksRouter === true;
}

/** The reason why readings do not confirm the chain; `undefined` if they do. */
function judgeReadings(readings: GuardReadings): Rejection | undefined {
  const { chain, router, code } = readings;
  const { path, address } = router;
  if (chain.verdict !== "right") {
    const { verdict, reason } = chain;
    return { verdict, reason };
  }
  if (chain.doubt !== undefined) {
    return unknown(chain.doubt);
  }
  if (address === undefined || code === undefined) {
    return unknown(
      `the address of the network's router, which identifies it, is not set: set ${path}`,
    );
  }
  if (!code.ok) {
    return unknown(
      `the code of the network's router at ${address}, which identifies it, could not be read: ${code.reason}`,
    );
  }
  if (code.value.kind === "code") {
    return undefined;
  }
  const absent = unknown(
    `there is no contract at ${address}, the address of the network's router: the node serves another chain or is not in sync, or ${path} is wrong`,
  );
  return { ...absent, lacksRouter: true };
}

function unknown(reason: string): Rejection {
  return { verdict: "unknown", reason };
}
