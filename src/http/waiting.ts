/**
 * The failures that are worth waiting for, and those that never are, with their
 * sources. What is not in these tables, such as an invalid body or an internal
 * error, is asked again twice.
 */

/** Why a request fails that may succeed later. */
export type Cause =
  | "limit"
  | "lag"
  | "overload"
  | "unavailable"
  | "connection"
  | "challenge"
  | "refusal";

/** For how long it is worth waiting. */
interface Policy {
  /** How often to ask again; else until the time of the network ends. */
  readonly retries?: number;
  /** True if another backend may have the answer at once. */
  readonly isElsewhere?: boolean;
  /**
   * From which attempt of a request on it is a limit, so that requests to the endpoint
   * are spaced. After anything else, the next attempt opens a connection of its own,
   * which may reach another backend.
   */
  readonly limitFrom?: number;
  /** True if it counts only once the endpoint has answered anything. */
  readonly needsAnswer?: boolean;
  /** How often to ask again where something else would do. */
  readonly retriesIfOptional?: number;
  /**
   * True if it may be due to the request itself, where another one would do.
   */
  readonly mayBeRequest?: boolean;
}

const POLICIES: Readonly<Record<Cause, Policy>> = {
  // Too many requests in a time.
  limit: { limitFrom: 1 },
  // A backend does not have the block yet, or its state.
  lag: { isElsewhere: true, retriesIfOptional: 8 },
  // A gateway waited in vain, or has no backend just now.
  overload: { mayBeRequest: true },
  // A gateway has no backend just now, or else, if it says so again, limits requests.
  unavailable: { isElsewhere: true, limitFrom: 4, needsAnswer: true },
  // Nothing came, or not all of it.
  connection: { isElsewhere: true, needsAnswer: true, mayBeRequest: true },
  // A page that keeps robots out, which a gateway shows now and then.
  challenge: { retries: 4, needsAnswer: true },
  // A gateway refuses what it otherwise takes.
  refusal: { isElsewhere: true, retries: 4, needsAnswer: true },
};

const STATUSES: ReadonlyMap<number, Cause> = new Map([
  [429, "limit"], // RFC 6585
  [401, "refusal"], // gateways, now and then
  [403, "refusal"], // gateways, now and then
  [404, "refusal"], // gateways, now and then
  [503, "unavailable"], // Envoy, Kubernetes; nginx, limit_req
  [408, "overload"], // RFC 9110
  [504, "overload"], // RFC 9110
  [522, "overload"], // Cloudflare, connection timed out
  [524, "overload"], // Cloudflare, a timeout occurred
  [502, "connection"], // RFC 9110
  [520, "connection"], // Cloudflare, the origin sent nothing it knows
  [521, "connection"], // Cloudflare, the origin is down
  [523, "connection"], // Cloudflare, the origin is unreachable
]);

const ERROR_CODES: ReadonlyMap<number, Cause> = new Map([
  [-32005, "limit"], // EIP-1474; Infura, Chainstack
  [429, "limit"], // Alchemy
  [-32016, "limit"], // proxyd, over rate limit
  [-32046, "overload"], // Cloudflare, cannot fulfill request
  [-32011, "overload"], // proxyd, no backends available
  [-32002, "overload"], // geth and Oasis, request timed out
  [30, "overload"], // dRPC, request timeout on the free tier
  [15, "unavailable"], // dRPC, too many request, try again later
  [19, "overload"], // dRPC, temporary internal error
  [21, "overload"], // dRPC, can't route your request
]);

const MESSAGES: readonly (readonly [Cause, RegExp])[] = [
  // QuickNode, Ankr, Chainstack, Alchemy and others.
  ["limit", /\brate.?limit|too many requests|\bthrottl|request limit/i],
  ["limit", /\brps limit|compute units per second/i],
  // NodeReal.
  ["unavailable", /exceeded the quota usage/i],
  // Gateways without a backend.
  ["overload", /no available (node|upstream)|response from backend/i],
  // geth and its forks.
  ["lag", /header (for hash )?not found|missing trie node|state .*not avail/i],
  // Besu, Erigon, Reth; OpenEthereum.
  ["lag", /\bblock\b.* not found|unknown block/i],
  // Nethermind; anvil.
  ["lag", /0x\w+ could not be found|no state available|out ?of ?range/i],
  // anvil; EDR.
  ["lag", /resource not found|invalid block tag/i],
  // Besu; AvalancheGo.
  ["lag", /world ?state .*unavailable|unfinalized data|last accepted block/i],
];

/** Messages of endpoints that no wait changes, each with its remedy. */
const LASTING: readonly (readonly [RegExp, remedy: string])[] = [
  [
    // Alchemy; QuickNode, Infura and Ankr.
    /\bmonthly\b.*\b(exceeded|reached|exhausted|used)\b|\bcredits?\b.*\b(exceeded|reached|exhausted|used up)\b|\b(out of|exceeded|exhausted|used all|no|not enough|insufficient)\b.*\bcredits?\b/i,
    "what the plan allows is used up: use another endpoint, or a larger plan",
  ],
  [
    // Infura, Tenderly.
    /\bproject\b.*\b(access|not found|disabled|suspended|settings)\b|\b(invalid|unknown|no such) project\b/i,
    "check the project of the key, and what it may do",
  ],
  [
    // Alchemy, Chainstack.
    /\b(method|\w+_\w+)\b.*\b(not|only) (available|supported|included|allowed)\b.*\b(plan|tier)\b/i,
    "the plan does not have this method: use another endpoint, or a larger plan",
  ],
  [
    /\bhost not authorized|invalid host specified/i,
    "the node does not take requests to this host name: add it to host-allowlist (Besu), or --http.vhosts (geth)",
  ],
  [
    // nginx; Go.
    /plain HTTP request was sent to HTTPS port|HTTP request to an HTTPS server/i,
    "this port serves https: use https in the URL",
  ],
  [
    // nginx.
    /no required SSL certificate was sent/i,
    "the endpoint asks for a client certificate, and none can be sent: use another endpoint",
  ],
];

/** Limits for a short time, which mention credits and plans as well. */
const FOR_SHORT = /\bper (second|minute)\b|\/s\b/i;
/** Far more than any message has. */
const MAX_LENGTH = 1_000;

/** The remedy for a message that no wait changes. */
export function remedyFor(said: string): string | undefined {
  const start = said.slice(0, MAX_LENGTH);
  if (FOR_SHORT.test(start)) {
    return undefined;
  }
  return LASTING.find(([pattern]) => pattern.test(start))?.[1];
}

/** A refusal of events of so many blocks, which stays, also with a rate limit's code. */
const TOO_MANY_EVENTS =
  /block range|more than \d+ (results|logs)|response size/i;

/** The cause of a JSON-RPC error. */
export function causeOfError(code: number, message: string): Cause | undefined {
  const start = message.slice(0, MAX_LENGTH);
  if (TOO_MANY_EVENTS.test(start)) {
    return undefined;
  }
  const said = MESSAGES.find(([, pattern]) => pattern.test(start));
  return ERROR_CODES.get(code) ?? said?.[0];
}

/** The cause of an HTTP status. */
export function causeOfStatus(
  status: number,
  asksToWait = false,
): Cause | undefined {
  return status === 503 && asksToWait ? "limit" : STATUSES.get(status);
}

/** The policy for a cause; the empty one without a cause. */
export function policyOf(cause: Cause | undefined): Policy {
  return cause === undefined ? {} : POLICIES[cause];
}

/**
 * Tells whether the cause of an attempt that failed, the nth one, limits
 * requests.
 */
export function isLimit(cause: Cause | undefined, nth: number): boolean {
  return nth >= (policyOf(cause).limitFrom ?? Number.POSITIVE_INFINITY);
}

/** Limits for the repetition of a failed request. */
export interface RetryLimits {
  /** The maximum number of retries, unless there is a cause to wait. */
  readonly retries: number;
  /** The state of the endpoint; without it, there is no cause to wait. */
  readonly endpoint?: { readonly hasAnswered: boolean } | undefined;
  /** True if something else can be asked in its place. */
  readonly isOptional?: boolean | undefined;
  /** The same of it where a connection breaks, and the endpoint has answered. */
  readonly retriesIfBroken?: (() => number) | undefined;
}

/** How often to ask again at most. */
export function retriesFor(
  cause: Cause | undefined,
  {
    retries,
    endpoint,
    isOptional = false,
    retriesIfBroken = () => retries,
  }: RetryLimits,
): number {
  const policy = policyOf(cause);
  const isHopeless =
    cause === undefined ||
    endpoint === undefined ||
    (policy.needsAnswer === true && !endpoint.hasAnswered) ||
    (policy.mayBeRequest === true && isOptional);
  if (!isHopeless) {
    const limit = isOptional ? policy.retriesIfOptional : undefined;
    return limit ?? policy.retries ?? Number.POSITIVE_INFINITY;
  }
  if (cause === "refusal") {
    return 0;
  }
  const isBroken = cause === "connection" && endpoint?.hasAnswered === true;
  return isBroken ? retriesIfBroken() : retries;
}
