import type { VerifyLevel } from "../../../src/verify/report.ts";
import { forMethod, respond, rpcError } from "./behaviours.ts";
import type { ProfileChain } from "./chains.ts";
import {
  type BackendOptions,
  backend,
  type ClientTexts,
  GETH,
  nodeError,
  pooled,
  ROUTES,
} from "./profile-node.ts";
import {
  type Arrival,
  type Behaviour,
  type Exchange,
  honest,
  type NodeError,
} from "./server.ts";
import type { SeededRandom } from "./trials.ts";

/** What is verified of a node; `lock` is `wiring`, compared with a lock file. */
export type ProfileLevel = VerifyLevel | "lock";

/** An ordinary node or gateway, named after the product that it imitates. */
export interface NodeProfile {
  readonly family: string;
  readonly name: string;
  /** Where its behaviour is described. */
  readonly source: string;
  /** The node for one run, of a chain that is the same for all of them. */
  start(chain: ProfileChain, random: SeededRandom): ProfileNode;
  /** The network's `timeout` in ms. Default: Hardhat's, 20 s. */
  readonly timeoutMs?: number;
  /** Whether the network pins the hash of block 0. */
  readonly pinsGenesis?: boolean;
  /** Why nobody could know whether all is right, by what is asked. */
  readonly unknowable?: Partial<Record<ProfileLevel | "status", string>>;
  /** Why nobody could know in that time that something is missing. */
  readonly unprovable?: string;
  /** How many requests a run may take. Default: the limit without answers. */
  readonly maxRequests?: number;
}

/** How a node answers. */
interface ProfileNode {
  ask(
    method: string,
    params: readonly unknown[],
    arrival: Arrival,
  ): Promise<unknown>;
  /** What happens to answers on their way. Default: nothing. */
  readonly behaviour?: Behaviour;
}

interface Client extends Omit<BackendOptions, "client"> {
  readonly source: string;
  readonly version?: string;
  /** Puts the data of a call that reverts where this client has it. */
  readonly reverts?: (data: string) => NodeError;
  readonly behaviour?: Behaviour;
  readonly more?: Partial<NodeProfile>;
}

/** Single nodes of several clients. */
function clients(
  family: string,
  rows: Readonly<Record<string, Client>>,
): readonly NodeProfile[] {
  return Object.entries(rows).map(([name, row]) => {
    const { source, version = GETH.version, reverts, ...rest } = row;
    const { behaviour = honest, more = {}, ...options } = rest;
    const inOwnPlace: BackendOptions["change"] = (method, answer) => {
      const data = revertDataIn(answer);
      return method === "eth_call" && data !== undefined
        ? reverts?.(data)
        : answer;
    };
    return {
      family,
      name,
      source,
      start: (chain) => ({
        ask: backend(chain, {
          client: { ...GETH, version },
          ...(reverts === undefined ? {} : { change: inOwnPlace }),
          ...options,
        }),
        behaviour,
      }),
      ...more,
    };
  });
}

/** The revert data of an anvil's error, if it is one. */
function revertDataIn(answer: unknown): string | undefined {
  const data: unknown = Object(Object(answer).error).data;
  return typeof data === "string" && data.startsWith("0x") ? data : undefined;
}

/** How OpenEthereum and older Nethermind say that a call reverted. */
const vmExecutionError = (data: string) =>
  nodeError(-32015, "VM execution error.", `Reverted ${data}`);

/** An answer to batches that are longer than some number. */
const refusingBatches =
  (longest: number, refuse: Behaviour): Behaviour =>
  (exchange) =>
    (exchange.received.body.startsWith("[") && callsIn(exchange) > longest
      ? refuse
      : honest)(exchange);

/** How many calls a request has: more than one, if it is a batch. */
function callsIn({ received }: Exchange): number {
  return received.body.split('"jsonrpc"').length - 1;
}

/** Single nodes of each client, and what is their own. */
const PLAIN_CLIENTS = clients("clients by themselves", {
  geth: { source: "go-ethereum, internal/ethapi/api.go" },
  Nethermind: {
    source: "Nethermind.JsonRpc, EthRpcModule.cs: revert data in data, code 3",
    version: "Nethermind/v1.29.1+dfea5240/linux-x64/dotnet8.0.8",
    reverts: (data) => nodeError(3, "execution reverted: revert", data),
  },
  "Nethermind before 1.25, -32015": {
    source: "Nethermind.JsonRpc, ErrorCodes.cs, ExecutionError",
    version: "Nethermind/v1.14.6/linux-x64/dotnet6.0.10",
    reverts: vmExecutionError,
  },
  "OpenEthereum, -32015": {
    source: "openethereum, rpc/src/v1/helpers/errors.rs, vm",
    version: "OpenEthereum//v3.3.5-stable/x86_64-linux-musl/rustc1.59.0",
    reverts: vmExecutionError,
  },
  Besu: {
    source: "besu, JsonRpcErrorResponse, REVERT_ERROR",
    version: "besu/v24.10.0/linux-x86_64/openjdk-java-21",
    reverts: (data) => nodeError(-32000, "Execution reverted", data),
  },
  Erigon: {
    source: "erigon, turbo/jsonrpc/eth_call.go",
    version: "erigon/2.60.10/linux-amd64/go1.22.8",
  },
  Reth: {
    source: "reth, rpc-eth-types/src/error/mod.rs",
    version: "reth/v1.1.2-4f0cb5d/x86_64-unknown-linux-gnu",
  },
  "Polygon Edge, at most 20 calls in a batch": {
    source:
      "polygon-edge, command/server/config/config.go and jsonrpc/dispatcher.go",
    version: "polygon-edge [chain-id: 100] [version: v1.3.3]",
    reverts: (data) => nodeError(-32600, "execution was reverted", data),
    behaviour: refusingBatches(20, ({ json }) =>
      json({
        jsonrpc: "2.0",
        error: { code: -32600, message: "Batch request length too long" },
      }),
    ),
  },
  "oasis-web3-gateway, which prunes the first block": {
    source: "oasis-web3-gateway, rpc/eth/api.go and indexer",
    version: "oasis-web3-gateway/5.2.0",
    change: (method, answer, [block]) =>
      method === "eth_getBlockByNumber" && block === "0x0" ? null : answer,
  },
  "GoQuorum with Raft, times in nanoseconds": {
    source: "docs.kaleido.io, Reconciling timestamps in Quorum Raft",
    version: "Geth/v1.10.3-stable(quorum-v24.4.1)/linux-amd64/go1.19",
    change: (method, answer) => {
      const { timestamp } = Object(answer);
      return method === "eth_getBlockByNumber" && timestamp !== undefined
        ? {
            ...Object(answer),
            timestamp: `0x${(BigInt(timestamp) * 10n ** 9n).toString(16)}`,
          }
        : answer;
    },
  },
  "a gateway without batches": {
    source: "developers.cloudflare.com/web3: single requests only",
    behaviour: refusingBatches(0, respond(400, '{"error":"invalid request"}')),
  },
  "a permissioned Besu, which runs no creations": {
    source: "besu, EthCall.java with account permissioning",
    change: (method, answer, [call]) =>
      method === "eth_call" && Object(call).to === undefined
        ? nodeError(-32007, "Sender account not authorized")
        : answer,
  },
  "a node whose calls see its own clock": {
    source: "hardhat and others run calls in a pending block",
    change: (method, answer) => {
      const data = revertDataIn(answer) ?? "";
      // The output of a program: its third word is the time.
      if (method !== "eth_call" || !/^0x0{56}63616c[67]/.test(data)) {
        return answer;
      }
      const clock = Math.floor(Date.now() / 1000).toString(16);
      const own = `${data.slice(0, 194)}${clock.padStart(64, "0")}${data.slice(258)}`;
      return nodeError(3, "execution reverted", own);
    },
  },
});

const NOT_FOUND = nodeError(-32601, "Method not found");
const NOT_LISTED = nodeError(-32001, "rpc method is not whitelisted");

const without = (
  method: string,
  source: string,
  error: NodeError = NOT_FOUND,
): Client => ({ source, own: { [method]: () => error } });

/** Gateways that lack a method. */
const MISSING_METHODS = clients("missing methods", {
  "Cloudflare's gateway, without eth_syncing": without(
    "eth_syncing",
    "developers.cloudflare.com/web3, supported API methods",
  ),
  "proxyd, without eth_syncing": without(
    "eth_syncing",
    "ethereum-optimism/infra, proxyd/errors.go, -32001",
    NOT_LISTED,
  ),
  "Alchemy, without eth_syncing": without(
    "eth_syncing",
    "docs.alchemy.com, unsupported methods",
    nodeError(-32600, "Unsupported method: eth_syncing on ETH_MAINNET"),
  ),
  "Erigon behind a gateway, without eth_syncing": without(
    "eth_syncing",
    "go-ethereum, rpc/errors.go, methodNotFoundError",
    nodeError(-32601, "the method eth_syncing does not exist/is not available"),
  ),
  "a gateway without web3_clientVersion": without(
    "web3_clientVersion",
    "developers.cloudflare.com/web3, supported API methods",
  ),
  "zkSync-like nodes, without eth_getStorageAt": without(
    "eth_getStorageAt",
    "docs.zksync.io/zksync-protocol/api/ethereum-rpc",
  ),
  "proxyd, without eth_getStorageAt": without(
    "eth_getStorageAt",
    "ethereum-optimism/infra, proxyd/errors.go, -32001",
    NOT_LISTED,
  ),
});

const accounts = (source: string, answer: unknown): Client => ({
  source,
  change: (method, code) =>
    method === "eth_getCode" && code === "0x" ? answer : code,
  more: {
    unprovable: "it says of no address that there is no code",
  },
});

/** Nodes that do not say of accounts that they have no code. */
const ACCOUNTS = clients("codes of accounts", {
  "Polygon Edge 0.6, an error": accounts(
    "0xPolygon/polygon-edge#1223",
    nodeError(-32603, "unable to fetch code"),
  ),
  "RSK, 0x00": accounts("rsksmart/rskj#1386", "0x00"),
  "Zilliqa, an empty text": accounts("Zilliqa/zq2#1531", ""),
});

const EIP1967 = /^0x(360894|a3f0ad|b53127)/;

/** Nodes whose storage cannot be read. */
const HIDDEN_STORAGE = clients("hidden storage", {
  "Oasis Sapphire, whose storage is confidential": {
    source:
      "docs.oasis.io/build/sapphire/ethereum; oasisprotocol/sapphire-paratime#588",
    version: "oasis-web3-gateway/5.2.0",
    change: (method, answer, [, slot]) =>
      method === "eth_getStorageAt" && !EIP1967.test(String(slot))
        ? `0x${"0".repeat(64)}`
        : answer,
  },
});

type RouteName = keyof typeof ROUTES;

/** Several backends behind one endpoint. */
function pool(
  names: Pick<NodeProfile, "family" | "name" | "source">,
  parts: (chain: ProfileChain, random: SeededRandom) => BackendOptions[],
  route: RouteName,
  more: Partial<NodeProfile> = {},
): NodeProfile {
  return {
    ...names,
    name: `${names.name}, ${route}`,
    start: (chain, random) => ({
      ask: pooled(
        parts(chain, random).map((part) => backend(chain, part)),
        ROUTES[route],
        random,
      ),
    }),
    ...more,
  };
}

const HASHES = "block hashes as parameters (EIP-1898)";
const OLD_GETH = {
  source: "go-ethereum before 1.9.6, rpc/types.go",
  refusesHashes: nodeError(
    -32602,
    "invalid argument 1: json: cannot unmarshal object into Go value of type string",
  ),
};
const OLD_BESU = {
  source: "besu before 20.10, BlockParameterOrBlockHash.java",
  refusesHashes: nodeError(-32602, "Invalid params"),
};

/** Endpoints that take a block's hash not at all, or not everywhere. */
const BLOCK_HASHES: readonly NodeProfile[] = [
  ...clients(HASHES, {
    "ganache, which takes none": {
      source: "trufflesuite/ganache, json-rpc types",
      refusesHashes: nodeError(
        -32700,
        'Cannot wrap a "object" as a json-rpc type',
      ),
    },
    "an old geth, which takes none": OLD_GETH,
    "dshackle, which finds no backend for a hash": {
      source: "emeraldpay/dshackle#67",
      refusesHashes: nodeError(-32002, "No response or no available upstream"),
    },
  }),
  ...(
    [
      ["an old geth", OLD_GETH, "at random"],
      ["an old geth", OLD_GETH, "by connection"],
      ["an old geth", OLD_GETH, "in turn"],
      ["an old Besu", OLD_BESU, "at random"],
    ] as const
  ).map(([old, { source, refusesHashes }, route]) =>
    pool(
      { family: HASHES, name: `${old} beside a new one`, source },
      () => [{ refusesHashes }, {}],
      route,
    ),
  ),
];

const SYNCING = {
  startingBlock: "0x0",
  currentBlock: "0x10",
  highestBlock: "0x40",
};

/** Pools of which one node still syncs. */
const SYNCING_POOLS = (["at random", "by connection"] as const).map((route) =>
  pool(
    {
      family: "pools with a backend that syncs",
      name: "geth, one of three syncs",
      source: "go-ethereum, eth/downloader; web3.py#863",
    },
    () => [{}, {}, { head: () => 16, own: { eth_syncing: () => SYNCING } }],
    route,
    {
      unknowable: { status: "it depends on the backend that answers" },
      unprovable: "a backend that syncs may be the one that lacks it",
    },
  ),
);

const slow = (ms: number): Client => ({
  source: "issues of self-hosted nodes on slow disks, such as geth#21544",
  behaviour: (exchange) => {
    const timer = setTimeout(() => honest(exchange), ms);
    exchange.socket.once("close", () => clearTimeout(timer));
  },
});

/** Honest nodes that need some time for each request. */
const SLOW_NODES = clients("slow nodes", {
  "a node that needs 0.5 s a call": slow(500),
  "a node that needs 2 s a call": slow(2_000),
  "a node that needs 4 s a call": {
    ...slow(4_000),
    more: { unprovable: "seven passes take longer than 20 s" },
  },
});

/** What each client says of a block that it does not have yet, and where that is said. */
const UNKNOWN_BLOCKS = {
  geth: {
    ...GETH,
    source: "go-ethereum, eth/api_backend.go, StateAndHeaderByNumberOrHash",
  },
  Nethermind: {
    source:
      "Nethermind.Facade, Find/SearchResult.cs and BlockFinderExtensions.cs",
    version: "Nethermind/v1.29.1+dfea5240/linux-x64/dotnet8.0.8",
    unknownBlock: ({ hash, number }) =>
      nodeError(-32001, `${hash ?? number} could not be found`),
  },
  Besu: {
    source: "besu, EthGetCode.java (orElse null) and EthCall.java",
    version: "besu/v24.10.0/linux-x86_64/openjdk-java-21",
    unknownBlock: () => nodeError(-32000, "Block not found"),
    unknownState: null,
  },
  Erigon: {
    source: "erigon, turbo/rpchelper/helper.go",
    version: "erigon/2.60.10/linux-amd64/go1.22.8",
    unknownBlock: ({ hash, number }) =>
      nodeError(-32000, `block ${hash ?? Number(number)} not found`),
  },
  Reth: {
    source: "reth, rpc-eth-types/src/error/mod.rs, HeaderNotFound",
    version: "reth/v1.1.2-4f0cb5d/x86_64-unknown-linux-gnu",
    unknownBlock: ({ hash, number }) =>
      nodeError(
        -32001,
        `block not found: ${hash === undefined ? number : `hash ${hash}`}`,
      ),
  },
  "Arbitrum Nitro": {
    ...GETH,
    source: "nitro, which uses go-ethereum's backend",
    version: "nitro/v3.2.1-d81324d/linux-amd64/go1.23.1",
  },
  AvalancheGo: {
    source: "coreth, eth/api_backend.go, ErrUnfinalizedData",
    version: "v0.13.8",
    unknownBlock: ({ hash }) =>
      nodeError(
        -32000,
        hash === undefined
          ? "cannot query unfinalized data"
          : "header for hash not found",
      ),
  },
  OpenEthereum: {
    source: "openethereum, rpc/src/v1/helpers/errors.rs, unknown_block",
    version: "OpenEthereum//v3.3.5-stable/x86_64-linux-musl/rustc1.59.0",
    unknownBlock: () => nodeError(-32000, "Unknown block number"),
  },
  "geth without the state": {
    ...GETH,
    source: "go-ethereum, trie/errors.go, MissingNodeError",
    unknownBlock: () =>
      nodeError(
        -32000,
        "missing trie node 4a1c0d29 (path ) state 0x4a1c0d29 is not available, not found",
      ),
  },
} as const satisfies Record<string, ClientTexts & { readonly source: string }>;

/** A pool of two nodes, of which the second one is so many blocks behind. */
function behind(
  clientName: keyof typeof UNKNOWN_BLOCKS,
  blocks: number,
  route: RouteName,
  pinsGenesis = false,
): NodeProfile {
  const client = UNKNOWN_BLOCKS[clientName];
  const pinned = pinsGenesis ? " on a pinned chain" : "";
  return pool(
    {
      family: "pools with a backend that is blocks behind",
      name: `${clientName}${pinned}, one of two ${blocks} blocks behind`,
      source: client.source,
    },
    (chain) => [{ client }, { client, head: () => chain.head - blocks }],
    route,
    { pinsGenesis },
  );
}

const BLOCK_MS = 1_000;

/** A pool of two nodes on a moving chain, of which the second one hears of blocks late. */
function late(lateMs: number, route: RouteName): NodeProfile {
  return pool(
    {
      family: "pools with a backend that is late",
      name: `geth, one of two ${lateMs} ms late`,
      source: "go-ethereum, eth/api_backend.go; blocks reach nodes one by one",
    },
    (chain, random) => {
      const startedAt = performance.now() - BLOCK_MS * random.fraction();
      const head = (lag: number) => () => {
        const blocks = (performance.now() - startedAt - lag) / BLOCK_MS;
        return Math.min(chain.head, chain.head - 25 + Math.floor(blocks));
      };
      return [{ head: head(0) }, { head: head(lateMs) }];
    },
    route,
  );
}

/** Pools of nodes that hear of blocks at different times. */
const LAGGING_POOLS: readonly NodeProfile[] = [
  behind("geth", 1, "at random"),
  behind("geth", 1, "in turn"),
  behind("geth", 1, "by connection"),
  behind("geth", 2, "at random"),
  behind("geth", 3, "by connection"),
  behind("geth", 5, "at random"),
  behind("geth", 5, "by connection"),
  behind("Nethermind", 1, "at random"),
  behind("Nethermind", 5, "by connection"),
  behind("Besu", 1, "at random"),
  behind("Besu", 3, "in turn"),
  behind("Erigon", 2, "at random"),
  behind("Reth", 2, "at random"),
  behind("Arbitrum Nitro", 2, "in turn"),
  behind("AvalancheGo", 1, "at random"),
  behind("OpenEthereum", 3, "at random"),
  behind("geth without the state", 1, "at random"),
  behind("geth", 1, "at random", true),
  behind("Nethermind", 2, "by connection", true),
  late(100, "at random"),
  late(300, "by connection"),
  late(1_000, "at random"),
  late(1_000, "in turn"),
];

/** Whether a request is within a limit. */
type Limit = (requests: number) => boolean;

/** So many requests in each second of the clock. */
const perSecond = (rate: number) => (): Limit => {
  let second = 0;
  let count = 0;
  return (requests) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count : 0;
    second = now;
    count += requests;
    return count <= rate;
  };
};

/** A leaky bucket, as nginx has it: refused requests do not count. */
const leaky = (rate: number, burst: number) => (): Limit => {
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
};

const NGINX = "nginx.org/en/docs/http/ngx_http_limit_req_module.html";
const NGINX_503 = respond(
  503,
  "<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head>\r\n<body></body></html>",
  { "content-type": "text/html" },
);
const COUNTS_CALLS = "Alchemy, compute units per second, each call counted";
const TOO_SLOW = "nginx, limit_req of 2 a second, 503";

type Limited = readonly [source: string, limit: () => Limit, refuse: Behaviour];

/** Gateways that limit the number of requests. */
const RATE_LIMITS = Object.entries<Limited>({
  [TOO_SLOW]: [NGINX, leaky(2, 5), NGINX_503],
  "nginx, limit_req of 5 a second, 503": [NGINX, leaky(5, 5), NGINX_503],
  "nginx, limit_req of 5 a second without a burst, 429": [
    `${NGINX}, limit_req_status`,
    leaky(5, 0),
    respond(429),
  ],
  "a gateway that takes 5 requests a second, 429 without Retry-After": [
    "RFC 6585, section 4: Retry-After is optional",
    perSecond(5),
    respond(429, "Too Many Requests"),
  ],
  "a gateway that takes 15 requests a second, 429 without Retry-After": [
    "RFC 6585, section 4: Retry-After is optional",
    perSecond(15),
    respond(429, "Too Many Requests"),
  ],
  "Kong, 10 a second, Retry-After of one second": [
    "docs.konghq.com/hub/kong-inc/rate-limiting",
    perSecond(10),
    respond(429, '{"message":"API rate limit exceeded"}', {
      "retry-after": "1",
    }),
  ],
  "Infura, 10 a second, backoff_seconds in data.rate": [
    "INFURA/infura#201",
    perSecond(10),
    rpcError(-32005, "project ID request rate exceeded", {
      data: { rate: { allowed_rps: 1, backoff_seconds: 1 } },
      status: 429,
    }),
  ],
  "Infura, 10 a second, backoff_seconds in data": [
    "docs.infura.io, avoid rate limiting",
    perSecond(10),
    rpcError(-32005, "limit exceeded", { data: { backoff_seconds: 1 } }),
  ],
  [COUNTS_CALLS]: [
    "docs.alchemy.com/reference/throughput",
    perSecond(20),
    rpcError(
      429,
      "Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.",
      { status: 429 },
    ),
  ],
  "QuickNode, 15 a second": [
    "quicknode.com/docs/error-references, -32007",
    perSecond(15),
    rpcError(-32007, "15/second request limit reached", { status: 429 }),
  ],
  "Chainstack, requests per second of the plan": [
    "docs.chainstack.com/docs/limits",
    perSecond(10),
    rpcError(-32005, "You've exceeded the RPS limit available", {
      status: 429,
    }),
  ],
  "Ankr, call rate limit": [
    "ankr.com/docs/rpc-service/service-plans",
    perSecond(10),
    rpcError(
      -32090,
      "Too many requests, reason: call rate limit exhausted, retry in 10s",
    ),
  ],
  "proxyd, over rate limit": [
    "ethereum-optimism/infra, proxyd/errors.go, -32016",
    perSecond(10),
    rpcError(-32016, "over rate limit", { status: 429 }),
  ],
  "Cloudflare, error 1015 as text": [
    "developers.cloudflare.com, error 1015",
    perSecond(10),
    respond(429, "error code: 1015"),
  ],
  "Amazon API Gateway": [
    "docs.aws.amazon.com/apigateway, request throttling",
    leaky(10, 5),
    respond(429, '{"message":"Too Many Requests"}'),
  ],
  "HAProxy, 429 with an HTML page": [
    "docs.haproxy.org/2.8/configuration.html, http-request deny deny_status 429",
    perSecond(10),
    respond(429, "<html><body><h1>429 Too Many Requests</h1></body></html>\n"),
  ],
}).map(
  ([name, [source, limit, refuse]]): NodeProfile => ({
    family: "rate limits",
    name,
    source,
    start: (chain) => {
      const isWithin = limit();
      return {
        ask: backend(chain),
        behaviour: (exchange) => {
          const requests = name === COUNTS_CALLS ? callsIn(exchange) : 1;
          (isWithin(requests) ? honest : refuse)(exchange);
        },
      };
    },
    ...(name === TOO_SLOW
      ? { unprovable: "seven passes take more than a minute at that rate" }
      : {}),
  }),
);

const FIVE_PERCENT = 0.05;

/** Gateways that fail now and then: for one request of twenty. */
const OCCASIONAL_ERRORS = Object.entries<
  readonly [source: string, behaviour: Behaviour]
>({
  "Cloudflare's gateway, -32046": [
    "developers.cloudflare.com/web3/ethereum-gateway",
    rpcError(-32046, "Cannot fulfill request"),
  ],
  "dRPC, code 30": [
    "drpc.org/docs/howitworks/error-codes",
    rpcError(30, "Request timeout on the free tier", { status: 408 }),
  ],
  "Cloudflare, an HTML page with 403": [
    "developers.cloudflare.com/waf/tools/challenge-pages",
    respond(
      403,
      '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body></body></html>',
      { "content-type": "text/html" },
    ),
  ],
  "nginx, 502": [
    "nginx.org/en/docs/http/ngx_http_proxy_module.html",
    respond(502, "<html><head><title>502 Bad Gateway</title></head></html>"),
  ],
  "Envoy, 503": [
    "envoyproxy.io, response flags UH and UF; istio/istio#7665",
    respond(503, "upstream connect error or disconnect/reset before headers"),
  ],
  "AWS ALB, 504": [
    "docs.aws.amazon.com/elasticloadbalancing, HTTP 504",
    respond(504, "<html><head><title>504 Time-out</title></head></html>"),
  ],
  "Cloudflare, 520": [
    "developers.cloudflare.com, error 520",
    respond(520, "error code: 520"),
  ],
  "Cloudflare, 524": [
    "developers.cloudflare.com, error 524",
    respond(524, "error code: 524"),
  ],
  "geth, request timed out": [
    "go-ethereum, rpc/errors.go, errcodeTimeout",
    rpcError(-32002, "request timed out"),
  ],
  "proxyd, no backend is available": [
    "ethereum-optimism/infra, proxyd/errors.go, -32011",
    rpcError(-32011, "no backends available", { status: 503 }),
  ],
  "dRPC, code 15": [
    "drpc.org/docs/howitworks/error-codes",
    rpcError(15, "Too many request, try again later"),
  ],
  "dRPC, code 19": [
    "drpc.org/docs/howitworks/error-codes",
    rpcError(19, "Temporary internal error. Please retry", { status: 500 }),
  ],
  "dRPC, code 21": [
    "drpc.org/docs/howitworks/error-codes",
    rpcError(21, "Can't route your request"),
  ],
  "a gateway without a node just now": [
    "Pocket, Lava: no available nodes found",
    rpcError(-32000, "no available nodes found"),
  ],
  "a gateway whose backend does not answer": [
    "BlastAPI, GetBlock: -32603",
    rpcError(-32603, "Failed to get response from backend"),
  ],
  "a gateway that says its limit as a text": [
    "BlockPI and others: no JSON-RPC, HTTP 200",
    respond(200, '{"error":"rate limit exceeded"}'),
  ],
  "a gateway with a quota, -32001": [
    "NodeReal, -32001",
    rpcError(-32001, "Exceeded the quota usage"),
  ],
  "a gateway, 401": [
    "Alchemy and QuickNode, now and then during deployments",
    respond(401, '{"message":"Unauthorized"}'),
  ],
  "a gateway, 403 as JSON": [
    "AWS WAF, Forbidden",
    respond(403, '{"message":"Forbidden"}'),
  ],
  "a gateway, 404": [
    "ingress-nginx, default backend - 404",
    respond(404, "default backend - 404"),
  ],
  "a node that answers null to calls": [
    "besu, EthCall.java: null where the world state is not available",
    forMethod("eth_call", ({ id, json }) =>
      json({ jsonrpc: "2.0", id, result: null }),
    ),
  ],
  "a load balancer that closes connections": [
    "nodejs/undici#583: a keep-alive connection closed by the server",
    ({ socket }) => {
      socket.destroy();
    },
  ],
}).map(
  ([name, [source, behaviour]]): NodeProfile => ({
    family: "errors now and then",
    name,
    source,
    start: (chain, random) => ({
      ask: backend(chain),
      behaviour: (exchange) => {
        (random.fraction() < FIVE_PERCENT ? behaviour : honest)(exchange);
      },
    }),
  }),
);

const PROXY_502 = respond(502, "<html><h1>502 Bad Gateway</h1></html>");

/** Balancers that send each connection to one backend, of which some fail. */
const BALANCED_CONNECTIONS = (
  [
    ["in turn", 2, PROXY_502],
    ["in turn", 3, PROXY_502],
    ["at random", 2, PROXY_502],
    ["at random", 3, respond(503)],
  ] as const
).map(
  ([route, backends, fault], index): NodeProfile => ({
    family: "balancers by connection with a backend that fails",
    name: `kube-proxy, one of ${backends} backends answers ${index === 3 ? 503 : 502}, ${route}`,
    source:
      "kubernetes.io/docs/reference/networking/virtual-ips; RPC by HTTP/1.1 keep-alive",
    // It answers: a batch that breaks too often is sent as single requests.
    maxRequests: 1_000,
    start: (chain, random) => {
      const chosen = new Map<number, number>();
      return {
        ask: backend(chain),
        behaviour: (exchange) => {
          const { connection } = exchange;
          const choose = () =>
            (route === "in turn" ? connection : random.below(2 ** 20)) %
            backends;
          const one = chosen.get(connection) ?? choose();
          chosen.set(connection, one);
          (one === 0 ? fault : honest)(exchange);
        },
      };
    },
  }),
);

/** Ordinary nodes and gateways, each named after the product that it imitates. */
export const NODE_PROFILES: readonly NodeProfile[] = [
  ...PLAIN_CLIENTS,
  ...MISSING_METHODS,
  ...HIDDEN_STORAGE,
  ...ACCOUNTS,
  ...BLOCK_HASHES,
  ...SYNCING_POOLS,
  ...SLOW_NODES,
  ...LAGGING_POOLS,
  ...RATE_LIMITS,
  ...OCCASIONAL_ERRORS,
  ...BALANCED_CONNECTIONS,
];

const LEVELS = ["presence", "identity", "wiring"] as const;

/** A row of the table in `bench/RESULTS.md` for each family. */
export function profileRows(): readonly string[] {
  const families = Map.groupBy(NODE_PROFILES, ({ family }) => family);
  return [...families].map(([family, profiles]) => {
    const named = (isUnknown: (one: NodeProfile) => boolean) =>
      profiles.filter((one) => !isUnknown(one)).length;
    const cells = [
      family,
      profiles.length,
      named(({ unknowable }) =>
        LEVELS.some((level) => unknowable?.[level] !== undefined),
      ),
      named(({ unknowable }) => unknowable?.status !== undefined),
      named(({ unprovable }) => unprovable !== undefined),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}
