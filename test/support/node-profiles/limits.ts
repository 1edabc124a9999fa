import type { Behaviour, Exchange } from "../faulty-server.ts";
import { honest } from "../faulty-server.ts";
import { respond, rpcError } from "../rpc-faults.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { NodeProfile } from "./profile.ts";
import { backend } from "./profile-node.ts";

/** Whether a request is within a limit. */
type Limit = (requests: number) => boolean;

/** So many requests in each second of the clock. */
function perSecond(rate: number): Limit {
  let second = 0;
  let count = 0;
  return (requests) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count : 0;
    second = now;
    count += requests;
    return count <= rate;
  };
}

/** A leaky bucket, as nginx has it: refused requests do not count. */
function leaky(rate: number, burst: number): Limit {
  let level = 0;
  let at = 0;
  return () => {
    const now = performance.now();
    level = Math.max(0, level - ((now - at) / 1000) * rate);
    at = now;
    const isTaken = level < burst + 1 - 1e-9;
    level += isTaken ? 1 : 0;
    return isTaken;
  };
}

/** How many calls a request has: more than one, if it is a batch. */
function callsIn({ received }: Exchange): number {
  return received.body.split('"jsonrpc"').length - 1;
}

interface LimitedOptions {
  /** Whether each call of a batch counts. */
  readonly countsCalls?: boolean;
}

function limited(
  name: string,
  source: string,
  limit: () => Limit,
  refuse: Behaviour,
  { countsCalls = false, ...more }: LimitedOptions & Partial<NodeProfile> = {},
): NodeProfile {
  return {
    family: "rate limits",
    name,
    source,
    start: (chain) => {
      const isWithin = limit();
      return {
        ask: backend(chain),
        behaviour: (exchange) => {
          const requests = countsCalls ? callsIn(exchange) : 1;
          (isWithin(requests) ? honest : refuse)(exchange);
        },
      };
    },
    ...more,
  };
}

const NGINX_503 = respond(
  503,
  "<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body></body></html>",
  { "content-type": "text/html" },
);

/** Gateways that limit the number of requests. */
export const RATE_LIMITS: readonly NodeProfile[] = [
  ...[2, 5].map((rate) =>
    limited(
      `nginx, limit_req of ${rate} a second, 503`,
      "nginx.org/en/docs/http/ngx_http_limit_req_module.html",
      () => leaky(rate, 5),
      NGINX_503,
      rate === 2
        ? { unprovable: "seven passes take more than a minute at that rate" }
        : {},
    ),
  ),
  limited(
    "nginx, limit_req of 5 a second without a burst, 429",
    "nginx.org/en/docs/http/ngx_http_limit_req_module.html, limit_req_status",
    () => leaky(5, 0),
    respond(429, ""),
  ),
  ...[5, 15].map((rate) =>
    limited(
      `a gateway that takes ${rate} requests a second, 429 without Retry-After`,
      "RFC 6585, section 4: Retry-After is optional",
      () => perSecond(rate),
      respond(429, "Too Many Requests"),
    ),
  ),
  limited(
    "Kong, 10 a second, Retry-After of one second",
    "docs.konghq.com/hub/kong-inc/rate-limiting",
    () => perSecond(10),
    respond(429, '{"message":"API rate limit exceeded"}', {
      "retry-after": "1",
    }),
  ),
  limited(
    "Infura, 10 a second, backoff_seconds in data.rate",
    "INFURA/infura#201",
    () => perSecond(10),
    rpcError(
      {
        code: -32005,
        message: "project ID request rate exceeded",
        data: {
          rate: {
            allowed_rps: 1,
            backoff_seconds: 1,
            current_rps: 1.5,
          },
          see: "https://infura.io/dashboard",
        },
      },
      429,
    ),
  ),
  limited(
    "Infura, 10 a second, backoff_seconds in data",
    "docs.infura.io, avoid rate limiting",
    () => perSecond(10),
    rpcError({
      code: -32005,
      message: "limit exceeded",
      data: { backoff_seconds: 1 },
    }),
  ),
  limited(
    "Alchemy, compute units per second, each call counted",
    "docs.alchemy.com/reference/throughput",
    () => perSecond(20),
    rpcError(
      {
        code: 429,
        message:
          "Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.",
      },
      429,
    ),
    { countsCalls: true },
  ),
  limited(
    "QuickNode, 15 a second",
    "quicknode.com/docs/error-references, -32007",
    () => perSecond(15),
    rpcError({ code: -32007, message: "15/second request limit reached" }, 429),
  ),
  limited(
    "Chainstack, requests per second of the plan",
    "docs.chainstack.com/docs/limits",
    () => perSecond(10),
    rpcError(
      {
        code: -32005,
        message: "You've exceeded the RPS limit available on the current plan.",
      },
      429,
    ),
  ),
  limited(
    "Ankr, call rate limit",
    "ankr.com/docs/rpc-service/service-plans",
    () => perSecond(10),
    rpcError({
      code: -32090,
      message:
        "Too many requests, reason: call rate limit exhausted, retry in 10s",
    }),
  ),
  limited(
    "proxyd, over rate limit",
    "ethereum-optimism/infra, proxyd/errors.go, -32016",
    () => perSecond(10),
    rpcError({ code: -32016, message: "over rate limit" }, 429),
  ),
  limited(
    "Cloudflare, error 1015 as text",
    "developers.cloudflare.com, error 1015",
    () => perSecond(10),
    respond(429, "error code: 1015"),
  ),
  limited(
    "Amazon API Gateway",
    "docs.aws.amazon.com/apigateway, request throttling",
    () => leaky(10, 5),
    respond(429, '{"message":"Too Many Requests"}'),
  ),
  limited(
    "HAProxy, 429 with an HTML page",
    "docs.haproxy.org/2.8/configuration.html, http-request deny deny_status 429",
    () => perSecond(10),
    respond(
      429,
      "<html><body><h1>429 Too Many Requests</h1>\nYou have sent too many requests in a given amount of time.\n</body></html>\n",
    ),
  ),
];

const HTML_403 =
  '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body></body></html>';
const FIVE_PERCENT = 0.05;

/** Something that happens to one request of twenty. */
function sometimes(
  name: string,
  source: string,
  behaviour: Behaviour,
  rate: number = FIVE_PERCENT,
): NodeProfile {
  const shown = `${Math.round(100 * rate)} %`;
  return {
    family: "errors now and then",
    name: `${name}, ${shown} of the requests`,
    source,
    start: (chain, random: SeededRandom) => ({
      ask: backend(chain),
      behaviour: (exchange) => {
        (random.fraction() < rate ? behaviour : honest)(exchange);
      },
    }),
  };
}

/** Gateways that fail now and then. */
export const OCCASIONAL_ERRORS: readonly NodeProfile[] = [
  sometimes(
    "Cloudflare's gateway, -32046",
    "developers.cloudflare.com/web3/ethereum-gateway",
    rpcError({ code: -32046, message: "Cannot fulfill request" }),
  ),
  sometimes(
    "dRPC, code 30",
    "drpc.org/docs/howitworks/error-codes",
    rpcError(
      {
        code: 30,
        message:
          "Request timeout on the free tier, please upgrade your tier to the paid one",
      },
      408,
    ),
  ),
  sometimes(
    "Cloudflare, an HTML page with 403",
    "developers.cloudflare.com/waf/tools/challenge-pages",
    respond(403, HTML_403, { "content-type": "text/html" }),
  ),
  sometimes(
    "nginx, 502",
    "nginx.org/en/docs/http/ngx_http_proxy_module.html",
    respond(502, "<html><head><title>502 Bad Gateway</title></head></html>"),
  ),
  sometimes(
    "AWS ALB, 504",
    "docs.aws.amazon.com/elasticloadbalancing, HTTP 504",
    respond(
      504,
      "<html><head><title>504 Gateway Time-out</title></head></html>",
    ),
  ),
  sometimes(
    "Cloudflare, 520",
    "developers.cloudflare.com, error 520",
    respond(520, "error code: 520"),
  ),
  sometimes(
    "Cloudflare, 524",
    "developers.cloudflare.com, error 524",
    respond(524, "error code: 524"),
  ),
  sometimes(
    "geth, request timed out",
    "go-ethereum, rpc/errors.go, errcodeTimeout",
    rpcError({ code: -32002, message: "request timed out" }),
  ),
  sometimes(
    "proxyd, no backend is available",
    "ethereum-optimism/infra, proxyd/errors.go, -32011",
    rpcError(
      {
        code: -32011,
        message: "no backends available for method",
      },
      503,
    ),
  ),
  sometimes(
    "a load balancer that closes connections",
    "nodejs/undici#583: a keep-alive connection closed by the server",
    ({ socket }) => {
      socket.destroy();
    },
  ),
];
