import type { FaultCase } from "./fault-case.ts";
import type { FaultChains } from "./fault-chains.ts";
import { firstOfEach, scattered } from "./fault-scopes.ts";
import type { Behaviour } from "./faulty-server.ts";
import {
  BROKEN_FAULTS,
  forMethod,
  HTTP_ERROR_FAULTS,
  MALFORMED_FAULTS,
  NODE_ERROR_FAULTS,
  OVERSIZED_FAULTS,
  RATE_LIMIT_FAULTS,
  REDIRECT_FAULTS,
  SLOW_FAULTS,
} from "./rpc-faults.ts";

const GROUPS: Readonly<Record<string, Readonly<Record<string, Behaviour>>>> = {
  "rate limits": RATE_LIMIT_FAULTS,
  "HTTP errors": HTTP_ERROR_FAULTS,
  "answers that answer nothing": MALFORMED_FAULTS,
  "bodies too large": OVERSIZED_FAULTS,
  "answers that take for ever": SLOW_FAULTS,
  redirects: REDIRECT_FAULTS,
  "broken connections": BROKEN_FAULTS,
  "errors of the node": NODE_ERROR_FAULTS,
};

/** What another attempt cannot overcome, so that none is made. */
export const FINAL: ReadonlySet<string> = new Set([
  ...Object.keys(OVERSIZED_FAULTS),
  ...Object.keys(REDIRECT_FAULTS),
  "429, Retry-After an hour",
  "429, Retry-After a far date",
  "429, Retry-After beyond all numbers",
  "429, Retry-After twice",
  "200 with limit exceeded and a long backoff",
  "400 with an HTML page",
  "401 with text",
  "402 with JSON",
  "403 with an HTML page",
  "404 with text",
  "405 without a body",
  "413 with text",
  "418 with a long text",
  "503 with Retry-After an hour",
  "more headers than anyone reads",
  "method not found",
  "invalid params with 400",
  "a revert with data",
  "an internal error that is a revert",
]);
const STATUS_METHODS = [
  "eth_chainId",
  "eth_getBlockByNumber",
  "eth_syncing",
] as const;
const PROBE_METHODS = [
  "eth_chainId",
  "eth_getBlockByNumber",
  "web3_clientVersion",
  "eth_call",
  "eth_getCode",
] as const;

/** How many of the other scopes each fault is tried in. */
const OTHERS_OF_EACH = 5;

/**
 * Every fault of the wire against verify, on both paths, and status: where most
 * depends on it always, and in the other scopes in turn, so that each group of
 * faults is tried in all of them.
 */
export function wireCases(chains: FaultChains): readonly FaultCase[] {
  return Object.entries(GROUPS).flatMap(([group, faults]) =>
    Object.entries(faults).flatMap(([behaviour, fault], index) => {
      const { always, others } = casesOf(group, behaviour, fault, chains);
      return [
        ...always,
        ...others.filter(
          (_, place) =>
            Math.floor(place / OTHERS_OF_EACH) ===
            index % Math.ceil(others.length / OTHERS_OF_EACH),
        ),
      ];
    }),
  );
}

function casesOf(
  group: string,
  behaviour: string,
  fault: Behaviour,
  { whole, lacking }: FaultChains,
): {
  readonly always: readonly FaultCase[];
  readonly others: readonly FaultCase[];
} {
  const head = { group, behaviour, isSlow: behaviour in SLOW_FAULTS };
  const first = {
    scope: "the first of each request",
    behave: () => firstOfEach(fault),
    mustRecover: !FINAL.has(behaviour),
  };
  const every = {
    scope: "every request",
    behave: () => fault,
    mustRecover: false,
  };
  const third = {
    scope: "a third of the requests",
    behave: () => scattered(fault),
    mustRecover: false,
  };
  const only = (method: string, mustRecover = false) => ({
    scope: method,
    behave: () => forMethod(method, fault),
    mustRecover,
  });
  // The chain that lacks some is the one on which more can go wrong.
  const probe = {
    ...head,
    task: "verify",
    path: "probe",
    chain: lacking,
  } as const;
  const single = { ...probe, path: "single" } as const;
  const status = {
    ...head,
    task: "status",
    path: "probe",
    chain: whole,
  } as const;
  // What only an absence is held against.
  const syncing = { ...only("eth_syncing", true), chain: whole };
  return {
    always: [
      { ...probe, ...every },
      { ...probe, ...first },
      { ...single, ...first },
      { ...status, ...every },
    ],
    others: [
      ...PROBE_METHODS.map((method) => ({
        ...probe,
        ...only(
          method,
          method === "eth_call" || method === "web3_clientVersion",
        ),
      })),
      { ...probe, ...syncing },
      { ...single, ...every },
      { ...single, ...first, chain: whole },
      { ...single, ...third },
      { ...single, ...only("eth_getCode") },
      { ...single, ...only("eth_getStorageAt"), chain: whole },
      { ...single, ...syncing },
      { ...status, ...first },
      { ...status, ...third },
      ...STATUS_METHODS.map((method) => ({ ...status, ...only(method) })),
    ],
  };
}
