import type { VerifyLevel } from "../../../src/verify/report.ts";
import {
  type BackendOptions,
  backend,
  type Client,
  GETH,
  nodeError,
  pooled,
  ROUTES,
} from "./backends.ts";
import { respond, resultOf, rpcError, when } from "./behaviours.ts";
import type { ProfileChain } from "./chains.ts";
import {
  type Behaviour,
  type Exchange,
  type FaultyServerOptions,
  honest,
  type NodeError,
} from "./server.ts";
import type { SeededRandom } from "./trials.ts";

/** A level of verification; `lock` is `wiring`, compared with a lock file. */
export type ProfileLevel = VerifyLevel | "lock";

/** An ordinary node or gateway, named after the product that it imitates. */
export interface NodeProfile {
  readonly family: string;
  readonly name: string;
  /** Where its behaviour is described. */
  readonly source: string;
  /** The node for one run, of a chain that is the same for all of them. */
  start(chain: ProfileChain, random: SeededRandom): FaultyServerOptions;
  /** The network's `timeout` in ms. Default: Hardhat's, 20 s. */
  readonly timeoutMs?: number;
  /** The network pins the hash of block 0. */
  readonly pinsGenesis?: boolean;
  /** The reasons for which nobody could know whether all is right, by task. */
  readonly unknowable?: Partial<Record<ProfileLevel | "status", string>>;
  /** The reason for which nobody could know in time that something is missing. */
  readonly unprovable?: string | undefined;
}

/**
 * A node or gateway in a table, whose name is the key. Without `backends`, it is a
 * single node with the options of one.
 */
interface Row
  extends BackendOptions,
    Omit<NodeProfile, "family" | "name" | "start"> {
  /** Several nodes behind one endpoint, and how it chooses one. */
  readonly backends?: (
    chain: ProfileChain,
    random: SeededRandom,
  ) => readonly BackendOptions[];
  readonly route?: keyof typeof ROUTES | undefined;
  /** Changes answers on their way, in one run. Default: honest. */
  readonly behaviour?: (random: SeededRandom) => Behaviour;
}

/** Profiles by their names. */
function family(
  name: string,
  rows: Readonly<Record<string, Row>>,
): readonly NodeProfile[] {
  return Object.entries(rows).map(([own, row]) => {
    const { backends = () => [row], route = "in turn", behaviour } = row;
    return {
      ...row,
      family: name,
      name: own,
      start: (chain, random) => ({
        ask: pooled(
          backends(chain, random).map((one) => backend(chain, one)),
          ROUTES[route],
          random,
        ),
        behaviour: behaviour?.(random) ?? honest,
      }),
    };
  });
}

/** How OpenEthereum and older Nethermind say that a call reverted. */
const vmExecutionError = (data: string) =>
  nodeError(-32015, "VM execution error.", `Reverted ${data}`);

/** An answer to batches that are longer than some number. */
const refusingBatches = (longest: number, refuse: Behaviour) => () =>
  when(({ isBatch, methods }) => isBatch && methods.length > longest, refuse);

/**
 * How clients name themselves, what they say of a call that reverts, and what of a block
 * that they do not have yet.
 */
const CLIENTS = {
  geth: {
    ...GETH,
    source: "go-ethereum, internal/ethapi/api.go and eth/api_backend.go",
  },
  Nethermind: {
    source:
      "Nethermind.JsonRpc, EthRpcModule.cs; Nethermind.Facade, Find/SearchResult.cs and BlockFinderExtensions.cs",
    version: "Nethermind/v1.29.1+dfea5240/linux-x64/dotnet8.0.8",
    reverts: (data) => nodeError(3, "execution reverted: revert", data),
    unknownBlock: (block) => nodeError(-32001, `${block} could not be found`),
  },
  Besu: {
    source:
      "besu, JsonRpcErrorResponse, REVERT_ERROR; EthGetCode.java (orElse null) and EthCall.java",
    version: "besu/v24.10.0/linux-x86_64/openjdk-java-21",
    reverts: (data) => nodeError(-32000, "Execution reverted", data),
    unknownBlock: () => nodeError(-32000, "Block not found"),
    unknownState: null,
  },
  Erigon: {
    source: "erigon, turbo/jsonrpc/eth_call.go and turbo/rpchelper/helper.go",
    version: "erigon/2.60.10/linux-amd64/go1.22.8",
    unknownBlock: (block, isHash) =>
      nodeError(-32000, `block ${isHash ? block : Number(block)} not found`),
  },
  Reth: {
    source: "reth, rpc-eth-types/src/error/mod.rs, HeaderNotFound",
    version: "reth/v1.1.2-4f0cb5d/x86_64-unknown-linux-gnu",
    unknownBlock: (block, isHash) =>
      nodeError(-32001, `block not found: ${isHash ? "hash " : ""}${block}`),
  },
  "OpenEthereum, -32015": {
    source: "openethereum, rpc/src/v1/helpers/errors.rs, vm and unknown_block",
    version: "OpenEthereum//v3.3.5-stable/x86_64-linux-musl/rustc1.59.0",
    reverts: vmExecutionError,
    unknownBlock: () => nodeError(-32000, "Unknown block number"),
  },
} as const satisfies Record<string, Client & Row>;

/** The clients of a pool of which one node is behind. */
const POOLED_CLIENTS = {
  ...CLIENTS,
  OpenEthereum: CLIENTS["OpenEthereum, -32015"],
  "Arbitrum Nitro": {
    ...GETH,
    source: "nitro, which uses go-ethereum's backend",
    version: "nitro/v3.2.1-d81324d/linux-amd64/go1.23.1",
  },
  AvalancheGo: {
    source: "coreth, eth/api_backend.go, ErrUnfinalizedData",
    version: "v0.13.8",
    unknownBlock: (_, isHash) =>
      nodeError(
        -32000,
        isHash ? "header for hash not found" : "cannot query unfinalized data",
      ),
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
} as const satisfies Record<string, Client & Row>;

/** Single nodes of each client, and what is their own. */
const PLAIN_CLIENTS = family("clients by themselves", {
  ...CLIENTS,
  "Nethermind before 1.25, -32015": {
    source: "Nethermind.JsonRpc, ErrorCodes.cs, ExecutionError",
    version: "Nethermind/v1.14.6/linux-x64/dotnet6.0.10",
    reverts: vmExecutionError,
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
    answers: {
      eth_getBlockByNumber: (header, [block]) =>
        block === "0x0" ? null : header,
    },
  },
  "GoQuorum with Raft, times in nanoseconds": {
    source: "docs.kaleido.io, Reconciling timestamps in Quorum Raft",
    version: "Geth/v1.10.3-stable(quorum-v24.4.1)/linux-amd64/go1.19",
    answers: {
      eth_getBlockByNumber: (header) => {
        const { timestamp = 0 } = Object(header);
        const nanoseconds = BigInt(timestamp) * 10n ** 9n;
        return (
          header && { ...header, timestamp: `0x${nanoseconds.toString(16)}` }
        );
      },
    },
  },
  "a gateway without batches": {
    source: "developers.cloudflare.com/web3: single requests only",
    behaviour: refusingBatches(0, respond(400, '{"error":"invalid request"}')),
  },
  "a permissioned Besu, which runs no creations": {
    source: "besu, EthCall.java with account permissioning",
    answers: {
      eth_call: (answer, [call]) =>
        Object(call).to === undefined
          ? nodeError(-32007, "Sender account not authorized")
          : answer,
    },
  },
  "a node whose calls see its own clock": {
    source: "hardhat and others run calls in a pending block",
    reverts: (data) => {
      // The output of a program: its third word is the time.
      const isProgram = /^0x0{56}63616c[67]/.test(data);
      const clock = Math.floor(Date.now() / 1000).toString(16);
      const own = `${data.slice(0, 194)}${clock.padStart(64, "0")}${data.slice(258)}`;
      return nodeError(3, "execution reverted", isProgram ? own : data);
    },
  },
});

const without = (
  method: string,
  source: string,
  error: NodeError = nodeError(-32601, "Method not found"),
): Row => ({ source, answers: { [method]: () => error } });

/** proxyd does not pass on each method. */
const byProxyd = (method: string): Row =>
  without(
    method,
    "ethereum-optimism/infra, proxyd/errors.go, -32001",
    nodeError(-32001, "rpc method is not whitelisted"),
  );

/** Gateways that lack a method. */
const MISSING_METHODS = family("missing methods", {
  "Cloudflare's gateway, without eth_syncing": without(
    "eth_syncing",
    "developers.cloudflare.com/web3, supported API methods",
  ),
  "proxyd, without eth_syncing": byProxyd("eth_syncing"),
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
  "proxyd, without eth_getStorageAt": byProxyd("eth_getStorageAt"),
});

const accounts = (source: string, answer: unknown): Row => ({
  source,
  answers: { eth_getCode: (code) => (code === "0x" ? answer : code) },
  unprovable: "it says of no address that there is no code",
});

/** Nodes that do not say of accounts that they have no code. */
const ACCOUNTS = family("codes of accounts", {
  "Polygon Edge 0.6, an error": accounts(
    "0xPolygon/polygon-edge#1223",
    nodeError(-32603, "unable to fetch code"),
  ),
  "RSK, 0x00": accounts("rsksmart/rskj#1386", "0x00"),
  "Zilliqa, an empty text": accounts("Zilliqa/zq2#1531", ""),
});

const EIP1967 = /^0x(360894|a3f0ad|b53127)/;

/** Nodes whose storage cannot be read. */
const HIDDEN_STORAGE = family("hidden storage", {
  "Oasis Sapphire, whose storage is confidential": {
    source:
      "docs.oasis.io/build/sapphire/ethereum; oasisprotocol/sapphire-paratime#588",
    version: "oasis-web3-gateway/5.2.0",
    answers: {
      eth_getStorageAt: (word, [, slot]) =>
        EIP1967.test(String(slot)) ? word : `0x${"0".repeat(64)}`,
    },
  },
});

const refusing = (source: string, code: number, message: string): Row => ({
  source,
  refusesHashes: nodeError(code, message),
});
const OLD_GETH = refusing(
  "go-ethereum before 1.9.6, rpc/types.go",
  -32602,
  "invalid argument 1: json: cannot unmarshal object into Go value of type string",
);
const OLD_BESU = refusing(
  "besu before 20.10, BlockParameterOrBlockHash.java",
  -32602,
  "Invalid params",
);
const besideNew = (old: Row, route: Row["route"]): Row => ({
  source: old.source,
  backends: () => [old, {}],
  route,
});

/** Endpoints that take a block's hash not at all, or not everywhere. */
const BLOCK_HASHES = family("block hashes as parameters (EIP-1898)", {
  "ganache, which takes none": refusing(
    "trufflesuite/ganache, json-rpc types",
    -32700,
    'Cannot wrap a "object" as a json-rpc type',
  ),
  "an old geth, which takes none": OLD_GETH,
  "dshackle, which finds no backend for a hash": refusing(
    "emeraldpay/dshackle#67",
    -32002,
    "No response or no available upstream",
  ),
  "an old geth beside a new one, at random": besideNew(OLD_GETH, "at random"),
  "an old geth beside a new one, by connection": besideNew(
    OLD_GETH,
    "by connection",
  ),
  "an old geth beside a new one, in turn": besideNew(OLD_GETH, "in turn"),
  "an old Besu beside a new one, at random": besideNew(OLD_BESU, "at random"),
});

const SYNCING = {
  startingBlock: "0x0",
  currentBlock: "0x10",
  highestBlock: "0x40",
};
const oneSyncs = (route: Row["route"]): Row => ({
  source: "go-ethereum, eth/downloader; web3.py#863",
  backends: () => [
    {},
    {},
    { head: () => 16, answers: { eth_syncing: () => SYNCING } },
  ],
  route,
  unknowable: { status: "it depends on the backend that answers" },
  unprovable: "a backend that syncs may be the one that lacks it",
});

/** Pools of which one node still syncs. */
const SYNCING_POOLS = family("pools with a backend that syncs", {
  "geth, one of three syncs, at random": oneSyncs("at random"),
  "geth, one of three syncs, by connection": oneSyncs("by connection"),
});

const slow = (ms: number): Row => ({
  source: "issues of self-hosted nodes on slow disks, such as geth#21544",
  behaviour: () => (exchange) => {
    const timer = setTimeout(() => honest(exchange), ms);
    exchange.socket.once("close", () => clearTimeout(timer));
  },
});

/** Honest nodes that need some time for each request. */
const SLOW_NODES = family("slow nodes", {
  "a node that needs 0.5 s a call": slow(500),
  "a node that needs 2 s a call": slow(2_000),
  "a node that needs 4 s a call": {
    ...slow(4_000),
    unprovable: "seven passes take longer than 20 s",
  },
});

/** So many blocks that the second of two nodes of a client is behind. */
const BEHIND = (
  [
    ["geth", 1, "at random"],
    ["geth", 1, "in turn"],
    ["geth", 1, "by connection"],
    ["geth", 2, "at random"],
    ["geth", 3, "by connection"],
    ["geth", 5, "at random"],
    ["geth", 5, "by connection"],
    ["Nethermind", 1, "at random"],
    ["Nethermind", 5, "by connection"],
    ["Besu", 1, "at random"],
    ["Besu", 3, "in turn"],
    ["Erigon", 2, "at random"],
    ["Reth", 2, "at random"],
    ["Arbitrum Nitro", 2, "in turn"],
    ["AvalancheGo", 1, "at random"],
    ["OpenEthereum", 3, "at random"],
    ["geth without the state", 1, "at random"],
    ["geth", 1, "at random", { pinsGenesis: true }],
    ["Nethermind", 2, "by connection", { pinsGenesis: true }],
  ] as const
).map(([name, blocks, route, pinning]): [string, Row] => {
  const client = POOLED_CLIENTS[name];
  const where = pinning === undefined ? "" : " on a pinned chain";
  return [
    `${name}${where}, one of two ${blocks} blocks behind, ${route}`,
    {
      source: client.source,
      backends: ({ head }) => [
        client,
        { ...client, head: () => head - blocks },
      ],
      route,
      ...pinning,
    },
  ];
});

const BLOCK_MS = 1_000;

/** So many milliseconds after the first of two nodes, the second one hears of blocks. */
const LATE = (
  [
    [100, "at random"],
    [300, "by connection"],
    [1_000, "at random"],
    [1_000, "in turn"],
  ] as const
).map(([lateMs, route]): [string, Row] => [
  `geth, one of two ${lateMs} ms late, ${route}`,
  {
    source: "go-ethereum, eth/api_backend.go; blocks reach nodes one by one",
    backends: (chain, random) => {
      const startedAt = performance.now() - BLOCK_MS * random.fraction();
      const head = (lag: number) => () => {
        const blocks = (performance.now() - startedAt - lag) / BLOCK_MS;
        return Math.min(chain.head, chain.head - 25 + Math.floor(blocks));
      };
      return [{ head: head(0) }, { head: head(lateMs) }];
    },
    route,
  },
]);

/** Pools of nodes that hear of blocks at different times. */
const LAGGING_POOLS = [
  ...family(
    "pools with a backend that is blocks behind",
    Object.fromEntries(BEHIND),
  ),
  ...family("pools with a backend that is late", Object.fromEntries(LATE)),
];

/** Tells if as many requests are within a limit. */
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

/** An endpoint that answers so within a limit on requests, or on calls. */
const limited = (
  source: string,
  limit: () => Limit,
  refuse: Behaviour,
  costOf: (exchange: Exchange) => number = () => 1,
): Row => ({
  source,
  behaviour: () => {
    const isWithin = limit();
    return when((exchange) => isWithin(costOf(exchange)), honest, refuse);
  },
});

/** Gateways that limit the number of requests. */
const RATE_LIMITS = family("rate limits", {
  "nginx, limit_req of 2 a second, 503": {
    ...limited(NGINX, leaky(2, 5), NGINX_503),
    unprovable: "seven passes take more than a minute at that rate",
  },
  "nginx, limit_req of 5 a second, 503": limited(NGINX, leaky(5, 5), NGINX_503),
  "nginx, limit_req of 5 a second without a burst, 429": limited(
    `${NGINX}, limit_req_status`,
    leaky(5, 0),
    respond(429),
  ),
  "a gateway that takes 5 requests a second, 429 without Retry-After": limited(
    "RFC 6585, section 4: Retry-After is optional",
    perSecond(5),
    respond(429, "Too Many Requests"),
  ),
  "a gateway that takes 15 requests a second, 429 without Retry-After": limited(
    "RFC 6585, section 4: Retry-After is optional",
    perSecond(15),
    respond(429, "Too Many Requests"),
  ),
  "Kong, 10 a second, Retry-After of one second": limited(
    "docs.konghq.com/hub/kong-inc/rate-limiting",
    perSecond(10),
    respond(429, '{"message":"API rate limit exceeded"}', {
      "retry-after": "1",
    }),
  ),
  "Infura, 10 a second, backoff_seconds in data.rate": limited(
    "INFURA/infura#201",
    perSecond(10),
    rpcError(-32005, "project ID request rate exceeded", {
      data: { rate: { allowed_rps: 1, backoff_seconds: 1 } },
      status: 429,
    }),
  ),
  "Infura, 10 a second, backoff_seconds in data": limited(
    "docs.infura.io, avoid rate limiting",
    perSecond(10),
    rpcError(-32005, "limit exceeded", { data: { backoff_seconds: 1 } }),
  ),
  "Alchemy, compute units per second, each call counted": limited(
    "docs.alchemy.com/reference/throughput",
    perSecond(20),
    rpcError(
      429,
      "Your app has exceeded its compute units per second capacity. If you have retries enabled, you can safely ignore this message.",
      { status: 429 },
    ),
    ({ methods }) => methods.length,
  ),
  "QuickNode, 15 a second": limited(
    "quicknode.com/docs/error-references, -32007",
    perSecond(15),
    rpcError(-32007, "15/second request limit reached", { status: 429 }),
  ),
  "Chainstack, requests per second of the plan": limited(
    "docs.chainstack.com/docs/limits",
    perSecond(10),
    rpcError(-32005, "You've exceeded the RPS limit available", {
      status: 429,
    }),
  ),
  "Ankr, call rate limit": limited(
    "ankr.com/docs/rpc-service/service-plans",
    perSecond(10),
    rpcError(
      -32090,
      "Too many requests, reason: call rate limit exhausted, retry in 10s",
    ),
  ),
  "proxyd, over rate limit": limited(
    "ethereum-optimism/infra, proxyd/errors.go, -32016",
    perSecond(10),
    rpcError(-32016, "over rate limit", { status: 429 }),
  ),
  "Cloudflare, error 1015 as text": limited(
    "developers.cloudflare.com, error 1015",
    perSecond(10),
    respond(429, "error code: 1015"),
  ),
  "Amazon API Gateway": limited(
    "docs.aws.amazon.com/apigateway, request throttling",
    leaky(10, 5),
    respond(429, '{"message":"Too Many Requests"}'),
  ),
  "HAProxy, 429 with an HTML page": limited(
    "docs.haproxy.org/2.8/configuration.html, http-request deny deny_status 429",
    perSecond(10),
    respond(429, "<html><body><h1>429 Too Many Requests</h1></body></html>\n"),
  ),
});

/** An endpoint that answers so to one request of twenty. */
const sometimes = (source: string, behaviour: Behaviour): Row => ({
  source,
  behaviour: (random) => when(() => random.fraction() < 0.05, behaviour),
});

/** Gateways that fail now and then. */
const OCCASIONAL_ERRORS = family("errors now and then", {
  "Cloudflare's gateway, -32046": sometimes(
    "developers.cloudflare.com/web3/ethereum-gateway",
    rpcError(-32046, "Cannot fulfill request"),
  ),
  "dRPC, code 30": sometimes(
    "drpc.org/docs/howitworks/error-codes",
    rpcError(30, "Request timeout on the free tier", { status: 408 }),
  ),
  "Cloudflare, an HTML page with 403": sometimes(
    "developers.cloudflare.com/waf/tools/challenge-pages",
    respond(
      403,
      '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body></body></html>',
      { "content-type": "text/html" },
    ),
  ),
  "nginx, 502": sometimes(
    "nginx.org/en/docs/http/ngx_http_proxy_module.html",
    respond(502, "<html><head><title>502 Bad Gateway</title></head></html>"),
  ),
  "Envoy, 503": sometimes(
    "envoyproxy.io, response flags UH and UF; istio/istio#7665",
    respond(503, "upstream connect error or disconnect/reset before headers"),
  ),
  "AWS ALB, 504": sometimes(
    "docs.aws.amazon.com/elasticloadbalancing, HTTP 504",
    respond(504, "<html><head><title>504 Time-out</title></head></html>"),
  ),
  "Cloudflare, 520": sometimes(
    "developers.cloudflare.com, error 520",
    respond(520, "error code: 520"),
  ),
  "Cloudflare, 524": sometimes(
    "developers.cloudflare.com, error 524",
    respond(524, "error code: 524"),
  ),
  "geth, request timed out": sometimes(
    "go-ethereum, rpc/errors.go, errcodeTimeout",
    rpcError(-32002, "request timed out"),
  ),
  "proxyd, no backend is available": sometimes(
    "ethereum-optimism/infra, proxyd/errors.go, -32011",
    rpcError(-32011, "no backends available", { status: 503 }),
  ),
  "dRPC, code 15": sometimes(
    "drpc.org/docs/howitworks/error-codes",
    rpcError(15, "Too many request, try again later"),
  ),
  "dRPC, code 19": sometimes(
    "drpc.org/docs/howitworks/error-codes",
    rpcError(19, "Temporary internal error. Please retry", { status: 500 }),
  ),
  "dRPC, code 21": sometimes(
    "drpc.org/docs/howitworks/error-codes",
    rpcError(21, "Can't route your request"),
  ),
  "a gateway without a node just now": sometimes(
    "Pocket, Lava: no available nodes found",
    rpcError(-32000, "no available nodes found"),
  ),
  "a gateway whose backend does not answer": sometimes(
    "BlastAPI, GetBlock: -32603",
    rpcError(-32603, "Failed to get response from backend"),
  ),
  "a gateway that says its limit as a text": sometimes(
    "BlockPI and others: no JSON-RPC, HTTP 200",
    respond(200, '{"error":"rate limit exceeded"}'),
  ),
  "a gateway with a quota, -32001": sometimes(
    "NodeReal, -32001",
    rpcError(-32001, "Exceeded the quota usage"),
  ),
  "a gateway, 401": sometimes(
    "Alchemy and QuickNode, now and then during deployments",
    respond(401, '{"message":"Unauthorized"}'),
  ),
  "a gateway, 403 as JSON": sometimes(
    "AWS WAF, Forbidden",
    respond(403, '{"message":"Forbidden"}'),
  ),
  "a gateway, 404": sometimes(
    "ingress-nginx, default backend - 404",
    respond(404, "default backend - 404"),
  ),
  "a node that answers null to calls": sometimes(
    "besu, EthCall.java: null where the world state is not available",
    resultOf("eth_call", null),
  ),
  "a load balancer that closes connections": sometimes(
    "nodejs/undici#583: a keep-alive connection closed by the server",
    ({ socket }) => {
      socket.destroy();
    },
  ),
});

/** Each connection has one of so many backends, of which the first fails. */
const oneFails = (
  name: string,
  backends: number,
  fault: Behaviour,
  isInTurn = false,
) => ({
  [`kube-proxy, one of ${name}`]: {
    source:
      "kubernetes.io/docs/reference/networking/virtual-ips; RPC by HTTP/1.1 keep-alive",
    behaviour: (random) => {
      const chosen = new Map<number, number>();
      return when(({ connection }) => {
        const number = isInTurn ? connection : random.below(2 ** 20);
        const one = chosen.get(connection) ?? number % backends;
        chosen.set(connection, one);
        return one === 0;
      }, fault);
    },
  } satisfies Row,
});
const BAD_GATEWAY = respond(502, "<html><h1>502 Bad Gateway</h1></html>");

/** Balancers that send each connection to one backend, of which some fail. */
const BALANCED_CONNECTIONS = family(
  "balancers by connection with a backend that fails",
  {
    ...oneFails("2 backends answers 502, in turn", 2, BAD_GATEWAY, true),
    ...oneFails("3 backends answers 502, in turn", 3, BAD_GATEWAY, true),
    ...oneFails("2 backends answers 502, at random", 2, BAD_GATEWAY),
    ...oneFails("3 backends answers 503, at random", 3, respond(503)),
  },
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
