/**
 * Why a request fails that may succeed later. What is not one of these causes, such as
 * an invalid body or an internal error, is asked again twice.
 */
export type Cause = keyof typeof POLICIES;

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
  /** Whether it may be due to the request itself, where another one would do. */
  readonly mayBeRequest?: boolean;
}

const POLICIES = {
  /** Too many requests in a time. */
  limit: { isPaced: true },
  /** A backend does not have the block yet, or its state. */
  lag: { isElsewhere: true },
  /** A gateway waited in vain, or has no backend just now. */
  overload: { mayBeRequest: true },
  /** Nothing came, or not all of it. */
  connection: { needsAnswer: true, mayBeRequest: true },
  /** A page that is to keep robots out, which a gateway shows now and then. */
  challenge: { retries: 4, needsAnswer: true },
} as const satisfies Record<string, Policy>;

/** How a client, a library or a gateway says one of the causes. */
interface Sign {
  readonly cause: Cause;
  /** Of JSON-RPC errors, or of HTTP statuses. */
  readonly codes?: readonly number[];
  /** What the message of a JSON-RPC error says. */
  readonly message?: RegExp;
  /** Who says so. */
  readonly source: string;
}

/** Errors of JSON-RPC; the first one that fits counts. */
const RPC_SIGNS: readonly Sign[] = [
  {
    cause: "limit",
    codes: [-32005],
    source: "EIP-1474, limit exceeded; Infura, Chainstack",
  },
  { cause: "limit", codes: [429], source: "Alchemy" },
  { cause: "limit", codes: [-32016], source: "proxyd, over rate limit" },
  {
    cause: "limit",
    message:
      /\brate.?limit|too many requests|\bthrottl|request limit|\brps limit|compute units per second/i,
    source: "QuickNode, Ankr, Chainstack, Alchemy and others",
  },
  {
    cause: "overload",
    codes: [-32046],
    source: "Cloudflare, cannot fulfill request",
  },
  {
    cause: "overload",
    codes: [-32011],
    source: "proxyd, no backends available",
  },
  { cause: "overload", codes: [30], source: "dRPC, request timeout" },
  {
    cause: "overload",
    codes: [-32002],
    source: "geth and Oasis, request timed out",
  },
  {
    cause: "lag",
    message:
      /header (for hash )?not found|missing trie node|state .*not avail/i,
    source: "geth and its forks",
  },
  {
    cause: "lag",
    message:
      /\bblock\b.* not found|unknown block|0x\w+ could not be found|out ?of ?range/i,
    source: "Besu, Erigon, Reth, OpenEthereum, Nethermind, anvil",
  },
  {
    cause: "lag",
    message: /no state available|world ?state .*unavailable/i,
    source: "Nethermind, Besu",
  },
  {
    cause: "lag",
    message: /unfinalized data|after last accepted block/i,
    source: "AvalancheGo",
  },
];

/** Statuses of HTTP. */
const HTTP_SIGNS: readonly Sign[] = [
  { cause: "limit", codes: [429], source: "RFC 6585" },
  {
    cause: "limit",
    codes: [503],
    source: "nginx, limit_req; a gateway without a backend",
  },
  {
    cause: "overload",
    codes: [408, 504, 522, 524],
    source: "RFC 9110; Cloudflare, timeouts of the origin",
  },
  {
    cause: "connection",
    codes: [502, 520, 521, 523],
    source: "RFC 9110; Cloudflare, the origin cannot be reached",
  },
];

/** The cause of a JSON-RPC error. */
export function causeOfError(code: number, message: string): Cause | undefined {
  return RPC_SIGNS.find(
    (sign) => sign.codes?.includes(code) || sign.message?.test(message),
  )?.cause;
}

/** The cause of an HTTP status. */
export function causeOfStatus(status: number): Cause | undefined {
  return HTTP_SIGNS.find(({ codes }) => codes?.includes(status))?.cause;
}

/** What to do about a cause; nothing without one. */
export function policyOf(cause: Cause | undefined): Policy {
  return cause === undefined ? {} : POLICIES[cause];
}

/** What is known of a request that failed. */
export interface WaitingFor {
  readonly cause: Cause | undefined;
  /** How often it is asked again without a cause to wait. */
  readonly retries: number;
  /** Whether the endpoint has answered anything. */
  readonly hasAnswered: boolean;
  /** Whether something else can be asked in its place. */
  readonly isOptional: boolean;
}

/** How often to ask again at most. */
export function retriesFor({
  cause,
  retries,
  hasAnswered,
  isOptional,
}: WaitingFor): number {
  const policy = policyOf(cause);
  const isHopeless =
    cause === undefined ||
    (policy.needsAnswer === true && !hasAnswered) ||
    (policy.mayBeRequest === true && isOptional);
  return isHopeless ? retries : (policy.retries ?? Number.POSITIVE_INFINITY);
}
