/**
 * What is worth waiting for, with who says so. What is not in these tables, such as an
 * invalid body or an internal error, is asked again twice.
 */

/** Why a request fails that may succeed later. */
export type Cause = "limit" | "lag" | "overload" | "connection" | "challenge";

/** For how long it is worth waiting. */
interface Policy {
  /** How often to ask again; else until the time of the network ends. */
  readonly retries?: number;
  /** Whether the next attempt takes a new connection, which may reach another backend. */
  readonly isElsewhere?: boolean;
  /** Whether requests to the endpoint are spaced from then on. */
  readonly isPaced?: boolean;
  /** Whether it counts only once the endpoint has answered anything. */
  readonly needsAnswer?: boolean;
  /** How often to ask again where something else would do. */
  readonly retriesIfOptional?: number;
  /** Whether it may be due to the request itself, where another one would do. */
  readonly mayBeRequest?: boolean;
}

const POLICIES: Readonly<Record<Cause, Policy>> = {
  // Too many requests in a time.
  limit: { isPaced: true },
  // A backend does not have the block yet, or its state.
  lag: { isElsewhere: true, retriesIfOptional: 8 },
  // A gateway waited in vain, or has no backend just now.
  overload: { mayBeRequest: true },
  // Nothing came, or not all of it.
  connection: { needsAnswer: true, mayBeRequest: true },
  // A page that keeps robots out, which a gateway shows now and then.
  challenge: { retries: 4, needsAnswer: true },
};

const STATUSES: ReadonlyMap<number, Cause> = new Map([
  [429, "limit"], // RFC 6585
  [503, "limit"], // nginx, limit_req; gateways without a backend
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
]);

const MESSAGES: readonly (readonly [Cause, RegExp])[] = [
  // QuickNode, Ankr, Chainstack, Alchemy and others.
  ["limit", /\brate.?limit|too many requests|\bthrottl|request limit/i],
  ["limit", /\brps limit|compute units per second/i],
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

/** A refusal of events of so many blocks, which stays, also with a rate limit's code. */
const TOO_MANY_EVENTS =
  /block range|more than \d+ (results|logs)|response size/i;

/** The cause of a JSON-RPC error. */
export function causeOfError(code: number, message: string): Cause | undefined {
  if (TOO_MANY_EVENTS.test(message)) {
    return undefined;
  }
  const said = MESSAGES.find(([, pattern]) => pattern.test(message));
  return ERROR_CODES.get(code) ?? said?.[0];
}

/** The cause of an HTTP status. */
export function causeOfStatus(status: number): Cause | undefined {
  return STATUSES.get(status);
}

/** What to do about a cause; nothing without one. */
export function policyOf(cause: Cause | undefined): Policy {
  return cause === undefined ? {} : POLICIES[cause];
}

/** What determines how often a failed request is made again. */
export interface RetryLimits {
  /** The maximum number of retries, unless there is a cause to wait. */
  readonly retries: number;
  /** What is known of the endpoint; without it, there is no cause to wait. */
  readonly endpoint?: { readonly hasAnswered: boolean } | undefined;
  /** Whether something else can be asked in its place. */
  readonly isOptional?: boolean | undefined;
}

/** How often to ask again at most. */
export function retriesFor(
  cause: Cause | undefined,
  { retries, endpoint, isOptional = false }: RetryLimits,
): number {
  const policy = policyOf(cause);
  const isHopeless =
    cause === undefined ||
    endpoint === undefined ||
    (policy.needsAnswer === true && !endpoint.hasAnswered) ||
    (policy.mayBeRequest === true && isOptional);
  if (isHopeless) {
    return retries;
  }
  const limit = isOptional ? policy.retriesIfOptional : undefined;
  return limit ?? policy.retries ?? Number.POSITIVE_INFINITY;
}
