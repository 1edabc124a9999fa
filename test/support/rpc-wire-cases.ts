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
/** What the path without the probe asks otherwise than the one with it. */
const SINGLE_METHODS = ["eth_getCode"] as const;

/** Every fault of the wire against verify, on both paths, and status. */
export function wireCases(chains: FaultChains): readonly FaultCase[] {
  return Object.entries(GROUPS).flatMap(([group, faults]) =>
    Object.entries(faults).flatMap(([behaviour, fault]) =>
      casesOf(group, behaviour, fault, chains),
    ),
  );
}

function casesOf(
  group: string,
  behaviour: string,
  fault: Behaviour,
  { whole, lacking }: FaultChains,
): readonly FaultCase[] {
  const isSlow = behaviour in SLOW_FAULTS;
  const isRetried = !FINAL.has(behaviour);
  const head = { group, behaviour, isSlow };
  const cases: FaultCase[] = [];
  for (const path of ["probe", "single"] as const) {
    // The chain that lacks some is the one on which more can go wrong.
    const verify = { ...head, task: "verify", path, chain: lacking } as const;
    const onWhole = { ...verify, chain: whole } as const;
    const first = {
      scope: "the first of each request",
      behave: () => firstOfEach(fault),
      mustRecover: isRetried,
    };
    cases.push(
      {
        ...verify,
        scope: "every request",
        behave: () => fault,
        mustRecover: false,
      },
      { ...verify, ...first },
      ...(path === "single"
        ? [
            { ...onWhole, ...first },
            {
              ...verify,
              scope: "a third of the requests",
              behave: () => scattered(fault),
              mustRecover: false,
            },
            {
              ...onWhole,
              scope: "eth_getStorageAt",
              behave: () => forMethod("eth_getStorageAt", fault),
              mustRecover: false,
            },
          ]
        : []),
      // What only an absence is held against.
      {
        ...onWhole,
        scope: "eth_syncing",
        behave: () => forMethod("eth_syncing", fault),
        mustRecover: true,
      },
    );
    for (const method of path === "probe" ? PROBE_METHODS : SINGLE_METHODS) {
      cases.push({
        ...verify,
        scope: method,
        behave: () => forMethod(method, fault),
        mustRecover: method === "eth_call" || method === "web3_clientVersion",
      });
    }
  }
  const status = {
    ...head,
    task: "status",
    path: "probe",
    chain: whole,
  } as const;
  cases.push(
    {
      ...status,
      scope: "every request",
      behave: () => fault,
      mustRecover: false,
    },
    {
      ...status,
      scope: "the first of each request",
      behave: () => firstOfEach(fault),
      mustRecover: isRetried,
    },
    {
      ...status,
      scope: "a third of the requests",
      behave: () => scattered(fault),
      mustRecover: false,
    },
    ...STATUS_METHODS.map((method) => ({
      ...status,
      scope: method,
      behave: () => forMethod(method, fault),
      mustRecover: false,
    })),
  );
  return cases;
}
