import type { VerifyLevel } from "../../../src/verify/report.ts";
import type { Header, ProfileChain } from "./chains.ts";
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
} from "./server.ts";
import { respond, rpcError } from "./transport-faults.ts";
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
}

/** How a node answers. */
export interface ProfileNode {
  ask(
    method: string,
    params: readonly unknown[],
    arrival: Arrival,
  ): Promise<unknown>;
  /** What happens to answers on their way. Default: nothing. */
  readonly behaviour?: Behaviour;
}

function client(
  family: string,
  name: string,
  source: string,
  options: BackendOptions | ((chain: ProfileChain) => BackendOptions),
  more: Partial<NodeProfile> & { readonly behaviour?: () => Behaviour } = {},
): NodeProfile {
  const { behaviour = () => honest, ...rest } = more;
  return {
    family,
    name,
    source,
    start: (chain) => ({
      ask: backend(
        chain,
        typeof options === "function" ? options(chain) : options,
      ),
      behaviour: behaviour(),
    }),
    ...rest,
  };
}

function version(text: string): BackendOptions {
  return { client: { ...GETH, version: text } };
}

/** The revert data of an anvil's error, if it is one. */
function revertDataIn(answer: unknown): string | undefined {
  const data: unknown = Object(Object(answer).error).data;
  return typeof data === "string" && data.startsWith("0x") ? data : undefined;
}

/** Puts revert data where another client has it. */
function reverts(
  error: (data: string) => unknown,
): Pick<BackendOptions, "change"> {
  return {
    change: (method, answer) => {
      const data = revertDataIn(answer);
      return method === "eth_call" && data !== undefined ? error(data) : answer;
    },
  };
}

/** How OpenEthereum and older Nethermind say that a call reverted. */
const VM_EXECUTION_ERROR = reverts((data) =>
  nodeError(-32015, "VM execution error.", `Reverted ${data}`),
);

const PLAIN = "clients by themselves";

/** Single nodes of each client, and what is their own. */
const PLAIN_CLIENTS: readonly NodeProfile[] = [
  client(PLAIN, "geth", "go-ethereum, internal/ethapi/api.go", {}),
  client(
    PLAIN,
    "Nethermind",
    "Nethermind.JsonRpc, EthRpcModule.cs: revert data in data, code 3",
    {
      ...version("Nethermind/v1.29.1+dfea5240/linux-x64/dotnet8.0.8"),
      ...reverts((data) => nodeError(3, "execution reverted: revert", data)),
    },
  ),
  client(
    PLAIN,
    "Nethermind before 1.25, -32015",
    "Nethermind.JsonRpc, ErrorCodes.cs, ExecutionError",
    {
      ...version("Nethermind/v1.14.6/linux-x64/dotnet6.0.10"),
      ...VM_EXECUTION_ERROR,
    },
  ),
  client(
    PLAIN,
    "OpenEthereum, -32015",
    "openethereum, rpc/src/v1/helpers/errors.rs, vm",
    {
      ...version("OpenEthereum//v3.3.5-stable/x86_64-linux-musl/rustc1.59.0"),
      ...VM_EXECUTION_ERROR,
    },
  ),
  client(PLAIN, "Besu", "besu, JsonRpcErrorResponse, REVERT_ERROR", {
    ...version("besu/v24.10.0/linux-x86_64/openjdk-java-21"),
    ...reverts((data) => nodeError(-32000, "Execution reverted", data)),
  }),
  client(PLAIN, "Erigon", "erigon, turbo/jsonrpc/eth_call.go", {
    ...version("erigon/2.60.10/linux-amd64/go1.22.8"),
  }),
  client(PLAIN, "Reth", "reth, rpc-eth-types/src/error/mod.rs", {
    ...version("reth/v1.1.2-4f0cb5d/x86_64-unknown-linux-gnu"),
  }),
  client(
    PLAIN,
    "Polygon Edge, at most 20 calls in a batch",
    "polygon-edge, command/server/config/config.go and jsonrpc/dispatcher.go",
    {
      ...version("polygon-edge [chain-id: 100] [version: v1.3.3]"),
      ...reverts((data) => nodeError(-32600, "execution was reverted", data)),
    },
    {
      behaviour: () => (exchange) => {
        const isLong = exchange.received.body.split('"jsonrpc"').length > 21;
        if (isLong) {
          exchange.json({
            jsonrpc: "2.0",
            error: {
              code: -32600,
              message: "Batch request length too long",
            },
          });
        } else {
          honest(exchange);
        }
      },
    },
  ),
  client(
    PLAIN,
    "oasis-web3-gateway, which prunes the first block",
    "oasis-web3-gateway, rpc/eth/api.go and indexer",
    (chain) => ({
      ...version("oasis-web3-gateway/5.2.0"),
      own: {
        eth_getBlockByNumber: ([block]) =>
          block === "0x0" || block === "earliest"
            ? null
            : headerOf(chain, block),
      },
    }),
  ),
  client(
    PLAIN,
    "GoQuorum with Raft, times in nanoseconds",
    "docs.kaleido.io, Reconciling timestamps in Quorum Raft",
    (chain) => ({
      ...version("Geth/v1.10.3-stable(quorum-v24.4.1)/linux-amd64/go1.19"),
      own: {
        eth_getBlockByNumber: ([block]) => {
          const header = headerOf(chain, block);
          return (
            header && {
              ...header,
              timestamp: `0x${(BigInt(header.timestamp) * 10n ** 9n).toString(16)}`,
            }
          );
        },
      },
    }),
  ),
  client(
    PLAIN,
    "a gateway without batches",
    "developers.cloudflare.com/web3: single requests only",
    {},
    {
      behaviour: () => (exchange) => {
        if (exchange.received.body.startsWith("[")) {
          exchange.send({ status: 400, body: '{"error":"invalid request"}' });
        } else {
          honest(exchange);
        }
      },
    },
  ),
  client(
    PLAIN,
    "a permissioned Besu, which runs no creations",
    "besu, EthCall.java with account permissioning",
    {
      change: (method, answer, [call]) =>
        method === "eth_call" && Object(call).to === undefined
          ? nodeError(
              -32007,
              "Sender account not authorized to send transactions",
            )
          : answer,
    },
  ),
  client(
    PLAIN,
    "a node whose calls see its own clock",
    "hardhat and others run calls in a pending block",
    {
      change: (method, answer) => {
        const data = revertDataIn(answer);
        if (method !== "eth_call" || data === undefined || data.length < 258) {
          return answer;
        }
        const clock = Math.floor(Date.now() / 1000).toString(16);
        const own = `${data.slice(0, 194)}${clock.padStart(64, "0")}${data.slice(258)}`;
        return isProgram(data)
          ? nodeError(3, "execution reverted", own)
          : answer;
      },
    },
  ),
];

function isProgram(data: string): boolean {
  return /^0x0{56}(63616c70|63616c6c)/.test(data);
}

function headerOf(chain: ProfileChain, block: unknown): Header | null {
  const number = block === "latest" ? chain.head : Number(block);
  return chain.header(number) ?? null;
}

const MISSING = "missing methods";

/** Gateways that lack a method. */
const MISSING_METHODS: readonly NodeProfile[] = [
  ...(
    [
      [
        "Cloudflare's gateway",
        "developers.cloudflare.com/web3, supported API methods",
        nodeError(-32601, "Method not found"),
      ],
      [
        "proxyd",
        "ethereum-optimism/infra, proxyd/errors.go, -32001",
        nodeError(-32001, "rpc method is not whitelisted"),
      ],
      [
        "Alchemy",
        "docs.alchemy.com, unsupported methods",
        nodeError(-32600, "Unsupported method: eth_syncing on ETH_MAINNET"),
      ],
      [
        "Erigon behind a gateway",
        "go-ethereum, rpc/errors.go, methodNotFoundError",
        nodeError(
          -32601,
          "the method eth_syncing does not exist/is not available",
        ),
      ],
    ] as const
  ).map(([name, source, error]) =>
    client(MISSING, `${name}, without eth_syncing`, source, {
      own: { eth_syncing: () => error },
    }),
  ),
  client(
    MISSING,
    "a gateway without web3_clientVersion",
    "developers.cloudflare.com/web3, supported API methods",
    {
      own: { web3_clientVersion: () => nodeError(-32601, "Method not found") },
    },
  ),
  ...(
    [
      [
        "zkSync-like nodes",
        "docs.zksync.io/zksync-protocol/api/ethereum-rpc",
        nodeError(-32601, "Method not found"),
      ],
      [
        "proxyd",
        "ethereum-optimism/infra, proxyd/errors.go, -32001",
        nodeError(-32001, "rpc method is not whitelisted"),
      ],
    ] as const
  ).map(([name, source, error]) =>
    client(MISSING, `${name}, without eth_getStorageAt`, source, {
      own: { eth_getStorageAt: () => error },
    }),
  ),
];

const ZERO_WORD = `0x${"0".repeat(64)}`;
const EIP1967 = /^0x(360894|a3f0ad|b53127)/;

/** Nodes whose storage cannot be read. */
const HIDDEN_STORAGE: readonly NodeProfile[] = [
  client(
    "hidden storage",
    "Oasis Sapphire, whose storage is confidential",
    "docs.oasis.io/build/sapphire/ethereum; oasisprotocol/sapphire-paratime#588",
    {
      ...version("oasis-web3-gateway/5.2.0"),
      change: (method, answer, [, slot]) =>
        method === "eth_getStorageAt" && !EIP1967.test(String(slot))
          ? ZERO_WORD
          : answer,
    },
  ),
];

/** What nodes without EIP-1898 say to it. */
const REFUSALS = {
  geth: nodeError(
    -32602,
    "invalid argument 1: json: cannot unmarshal object into Go value of type string",
  ),
  ganache: nodeError(-32700, 'Cannot wrap a "object" as a json-rpc type'),
  besu: nodeError(-32602, "Invalid params"),
} as const;

const HASHES = "block hashes as parameters (EIP-1898)";

function mixed(
  name: string,
  source: string,
  parts: readonly BackendOptions[],
  route: keyof typeof ROUTES,
  more: Partial<NodeProfile> = {},
): NodeProfile {
  return {
    family: HASHES,
    name: `${name}, ${route}`,
    source,
    start: (chain, random) => ({
      ask: pooled(
        parts.map((part) => backend(chain, part)),
        ROUTES[route],
        random,
      ),
    }),
    ...more,
  };
}

/** Endpoints that take a block's hash not at all, or not everywhere. */
const BLOCK_HASHES: readonly NodeProfile[] = [
  client(
    HASHES,
    "ganache, which takes none",
    "trufflesuite/ganache, json-rpc types",
    {
      refusesHashes: REFUSALS.ganache,
    },
  ),
  client(
    HASHES,
    "an old geth, which takes none",
    "go-ethereum before 1.9.6, rpc/types.go",
    { refusesHashes: REFUSALS.geth },
  ),
  mixed(
    "an old geth beside a new one",
    "go-ethereum before 1.9.6, rpc/types.go",
    [{}, { refusesHashes: REFUSALS.geth }],
    "at random",
  ),
  mixed(
    "an old geth beside a new one",
    "go-ethereum before 1.9.6, rpc/types.go",
    [{}, { refusesHashes: REFUSALS.geth }],
    "by connection",
  ),
  mixed(
    "an old geth beside a new one",
    "go-ethereum before 1.9.6, rpc/types.go",
    [{ refusesHashes: REFUSALS.geth }, {}],
    "in turn",
  ),
  mixed(
    "an old Besu beside a new one",
    "besu before 20.10, BlockParameterOrBlockHash.java",
    [{}, { refusesHashes: REFUSALS.besu }],
    "at random",
  ),
];

const SYNCING = {
  startingBlock: "0x0",
  currentBlock: "0x10",
  highestBlock: "0x40",
};

/** Pools of which one node still syncs. */
const SYNCING_POOLS: readonly NodeProfile[] = (
  ["at random", "by connection"] as const
).map((route) => ({
  family: "pools with a backend that syncs",
  name: `geth, one of three syncs, ${route}`,
  source: "go-ethereum, eth/downloader; web3.py#863",
  start: (chain, random) => ({
    ask: pooled(
      [
        backend(chain),
        backend(chain),
        backend(chain, {
          head: () => 16,
          own: { eth_syncing: () => SYNCING },
        }),
      ],
      ROUTES[route],
      random,
    ),
  }),
  unknowable: { status: "it depends on the backend that answers" },
  unprovable: "a backend that syncs may be the one that lacks it",
}));

/** An honest node that needs some time for each request. */
function slow(ms: number, more: Partial<NodeProfile> = {}): NodeProfile {
  return client(
    "slow nodes",
    `a node that needs ${ms / 1000} s a call`,
    "issues of self-hosted nodes on slow disks, such as geth#21544",
    {},
    {
      behaviour: () => (exchange) => {
        const timer = setTimeout(() => honest(exchange), ms);
        exchange.socket.once("close", () => clearTimeout(timer));
      },
      ...more,
    },
  );
}

/** Single nodes and pools of different clients. */
const CLIENTS: readonly NodeProfile[] = [
  ...PLAIN_CLIENTS,
  ...MISSING_METHODS,
  ...HIDDEN_STORAGE,
  ...BLOCK_HASHES,
  ...SYNCING_POOLS,
  slow(500),
  slow(2_000),
  slow(4_000, { unprovable: "seven passes take longer than 20 s" }),
];

const NETHERMIND: ClientTexts = {
  version: "Nethermind/v1.29.1+dfea5240/linux-x64/dotnet8.0.8",
  unknownBlock: ({ hash, number }) =>
    nodeError(-32001, `${hash ?? number} could not be found`),
};
const BESU: ClientTexts = {
  version: "besu/v24.10.0/linux-x86_64/openjdk-java-21",
  unknownBlock: () => nodeError(-32000, "Block not found"),
  unknownState: null,
};
const ERIGON: ClientTexts = {
  version: "erigon/2.60.10/linux-amd64/go1.22.8",
  unknownBlock: ({ hash, number }) =>
    nodeError(
      -32000,
      hash === undefined
        ? `block ${Number(number)} not found`
        : `block ${hash} not found`,
    ),
};
const RETH: ClientTexts = {
  version: "reth/v1.1.2-4f0cb5d/x86_64-unknown-linux-gnu",
  unknownBlock: ({ hash, number }) =>
    nodeError(
      -32001,
      hash === undefined
        ? `block not found: ${number}`
        : `block not found: hash ${hash}`,
    ),
};
const NITRO: ClientTexts = {
  ...GETH,
  version: "nitro/v3.2.1-d81324d/linux-amd64/go1.23.1",
};
const AVALANCHE: ClientTexts = {
  version: "v0.13.8",
  unknownBlock: ({ hash }) =>
    nodeError(
      -32000,
      hash === undefined
        ? "cannot query unfinalized data"
        : "header for hash not found",
    ),
};
const OPEN_ETHEREUM: ClientTexts = {
  version: "OpenEthereum//v3.3.5-stable/x86_64-linux-musl/rustc1.59.0",
  unknownBlock: () => nodeError(-32000, "Unknown block number"),
};
const GETH_STATE: ClientTexts = {
  ...GETH,
  unknownBlock: () =>
    nodeError(
      -32000,
      "missing trie node 4a1c0d29 (path ) state 0x4a1c0d29 is not available, not found",
    ),
};

/** What each client says of a block that it does not have yet, and where that is said. */
const UNKNOWN_BLOCKS: Readonly<
  Record<string, readonly [client: ClientTexts, source: string]>
> = {
  geth: [GETH, "go-ethereum, eth/api_backend.go, StateAndHeaderByNumberOrHash"],
  Nethermind: [
    NETHERMIND,
    "Nethermind.Facade, Find/SearchResult.cs and BlockFinderExtensions.cs",
  ],
  Besu: [BESU, "besu, EthGetCode.java (orElse null) and EthCall.java"],
  Erigon: [ERIGON, "erigon, turbo/rpchelper/helper.go"],
  Reth: [RETH, "reth, rpc-eth-types/src/error/mod.rs, HeaderNotFound"],
  "Arbitrum Nitro": [NITRO, "nitro, which uses go-ethereum's backend"],
  AvalancheGo: [AVALANCHE, "coreth, eth/api_backend.go, ErrUnfinalizedData"],
  OpenEthereum: [
    OPEN_ETHEREUM,
    "openethereum, rpc/src/v1/helpers/errors.rs, unknown_block",
  ],
  "geth without the state": [
    GETH_STATE,
    "go-ethereum, trie/errors.go, MissingNodeError",
  ],
};

type RouteName = keyof typeof ROUTES;

/** A pool of two nodes, of which the second one is so many blocks behind. */
function behind(
  clientName: string,
  blocks: number,
  routeName: RouteName,
  more: Partial<NodeProfile> = {},
): NodeProfile {
  const [client, source] = UNKNOWN_BLOCKS[clientName] ?? [GETH, ""];
  const s = blocks === 1 ? "" : "s";
  const pinned = more.pinsGenesis === true ? ", on a pinned chain" : "";
  return {
    family: "pools with a backend that is blocks behind",
    name: `${clientName}, one of two ${blocks} block${s} behind, ${routeName}${pinned}`,
    source,
    start: (chain, random) => ({
      ask: pooled(
        [
          backend(chain, { client }),
          backend(chain, { client, head: () => chain.head - blocks }),
        ],
        ROUTES[routeName],
        random,
      ),
    }),
    ...more,
  };
}

const BLOCK_MS = 1_000;

/** A pool of two nodes on a moving chain, of which the second one hears of blocks late. */
function late(lateMs: number, routeName: RouteName): NodeProfile {
  return {
    family: "pools with a backend that is late",
    name: `geth, one of two ${lateMs} ms late, ${routeName}`,
    source: "go-ethereum, eth/api_backend.go; blocks reach nodes one by one",
    start: (chain, random) => {
      const startedAt = performance.now() - BLOCK_MS * random.fraction();
      const head = (lag: number) => () =>
        Math.min(
          chain.head,
          chain.head -
            25 +
            Math.floor((performance.now() - startedAt - lag) / BLOCK_MS),
        );
      return {
        ask: pooled(
          [
            backend(chain, { head: head(0) }),
            backend(chain, { head: head(lateMs) }),
          ],
          ROUTES[routeName],
          random,
        ),
      };
    },
  };
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
  behind("geth", 1, "at random", { pinsGenesis: true }),
  behind("Nethermind", 2, "by connection", { pinsGenesis: true }),
  late(100, "at random"),
  late(300, "by connection"),
  late(1_000, "at random"),
  late(1_000, "in turn"),
];

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
const RATE_LIMITS: readonly NodeProfile[] = [
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
const OCCASIONAL_ERRORS: readonly NodeProfile[] = [
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

/** Ordinary nodes and gateways, each named after the product that it imitates. */
export const NODE_PROFILES: readonly NodeProfile[] = [
  ...CLIENTS,
  ...LAGGING_POOLS,
  ...RATE_LIMITS,
  ...OCCASIONAL_ERRORS,
];

/** A row of the table in `docs/performance.md` for each family. */
export function profileRows(): readonly string[] {
  const families = Map.groupBy(NODE_PROFILES, ({ family }) => family);
  return [...families].map(([family, profiles]) => {
    const named = (isUnknown: (one: NodeProfile) => boolean) =>
      profiles.filter((one) => !isUnknown(one)).length;
    const cells = [
      family,
      profiles.length,
      named(({ unknowable }) =>
        Object.keys(unknowable ?? {}).some((task) => task !== "status"),
      ),
      named(({ unknowable }) => unknowable?.status !== undefined),
      named(({ unprovable }) => unprovable !== undefined),
    ];
    return `| ${cells.join(" | ")} |`;
  });
}
