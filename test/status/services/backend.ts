import type { Behaviour, Exchange } from "../../support/node-model/server.ts";

export const SUBGRAPH_PATH = "/subgraphs/name/oceanprotocol/ocean-subgraph";
export const PROVIDER_ADDRESS = "0x68C24FA5b2319C81b34f248d1f928601D2E5246B";

/** What a backend on one server answers, by service; all is well by default. */
export interface BackendAnswers {
  readonly provider?: Behaviour;
  readonly metadataCache?: Behaviour;
  readonly health?: Behaviour;
  readonly sync?: Behaviour;
  readonly subgraph?: Behaviour;
  readonly oceanNode?: Behaviour;
}

/**
 * Provider, metadata cache, subgraph and Ocean Node on one server, below the paths /p0,
 * /c0, /s0 and /n0, for a chain with this head.
 */
export function backend(
  chainId: number,
  head: number,
  answers: BackendAnswers = {},
): Behaviour {
  const {
    provider = ({ json }) => json(providerOf(chainId)),
    metadataCache = ({ json }) =>
      json({ software: "Aquarius", version: "5.1.2", plugin: "elasticsearch" }),
    health = ({ send }) => send({ body: "Elasticsearch connected" }),
    sync = ({ json }) => json({ last_block: head, version: "5.1.2" }),
    subgraph = ({ json }) => json(metaOf(head)),
    oceanNode = ({ json }) => json(oceanNodeOf(chainId, String(head))),
  } = answers;
  const routes: Readonly<Record<string, Behaviour>> = {
    "GET /p0": provider,
    "GET /c0": metadataCache,
    "GET /c0/health": health,
    [`GET /c0/api/aquarius/chains/status/${chainId}`]: sync,
    "POST /n0/directCommand": oceanNode,
    [`POST /s0${SUBGRAPH_PATH}`]: subgraph,
  };
  return (exchange: Exchange) => {
    const { httpMethod, path } = exchange.received;
    const route = routes[`${httpMethod} ${path.replace(/\?.*/, "")}`];
    if (route === undefined) {
      exchange.send({ status: 404, body: `no ${httpMethod} ${path}` });
    } else {
      route(exchange);
    }
  };
}

/** The later form of a provider's description. */
export function providerOf(
  chainId: number,
  address = PROVIDER_ADDRESS,
): Record<string, unknown> {
  return {
    chainIds: [chainId],
    providerAddresses: { [String(chainId)]: address },
    serviceEndpoints: { nonce: ["GET", "/api/services/nonce"] },
    software: "Provider",
    version: "2.1.6",
  };
}

/** A subgraph's answer that is well, at this block. */
export function metaOf(block: number): Record<string, unknown> {
  return {
    data: { _meta: { block: { number: block }, hasIndexingErrors: false } },
  };
}

/** The status of an Ocean Node, with chain ids and blocks as texts. */
export function oceanNodeOf(
  chainId: number,
  block: string,
  address = PROVIDER_ADDRESS,
): Record<string, unknown> {
  const chain = { chainId: String(chainId), network: "a" };
  return {
    id: "16Uiu2HAm",
    address,
    version: "2.1.0",
    provider: [chain],
    indexer: [{ ...chain, block }],
    platform: { cpus: 2 },
  };
}
