import type { NodeProfile } from "./profile.ts";
import {
  backend,
  type ClientTexts,
  GETH,
  nodeError,
  pooled,
  ROUTES,
} from "./profile-node.ts";

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
const CLIENTS: Readonly<
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
  const [client, source] = CLIENTS[clientName] ?? [GETH, ""];
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
export const LAGGING_POOLS: readonly NodeProfile[] = [
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
