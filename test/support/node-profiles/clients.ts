import { type Behaviour, honest } from "../faulty-server.ts";
import type { NodeProfile } from "./profile.ts";
import type { Header, ProfileChain } from "./profile-chain.ts";
import {
  type BackendOptions,
  backend,
  GETH,
  nodeError,
  pooled,
  ROUTES,
} from "./profile-node.ts";

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
export const CLIENTS: readonly NodeProfile[] = [
  ...PLAIN_CLIENTS,
  ...MISSING_METHODS,
  ...HIDDEN_STORAGE,
  ...BLOCK_HASHES,
  ...SYNCING_POOLS,
  slow(500),
  slow(2_000),
  slow(4_000, { unprovable: "seven passes take longer than 20 s" }),
];
