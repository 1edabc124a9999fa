import type { Behaviour, Exchange } from "../../support/faulty-server.ts";

export const SUBGRAPH_PATH = "/subgraphs/name/oceanprotocol/ocean-subgraph";
export const PROVIDER_ADDRESS = "0x68C24FA5b2319C81b34f248d1f928601D2E5246B";

/** What a backend on one server answers, by service; all is well by default. */
export interface BackendAnswers {
  readonly provider?: Behaviour;
  readonly metadataCache?: Behaviour;
  readonly health?: Behaviour;
  readonly subgraph?: Behaviour;
}

/**
 * Provider, metadata cache and subgraph on one server, below the paths /p0, /c0
 * and /s0, for a chain with this head.
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
    subgraph = ({ json }) => json(metaOf(head)),
  } = answers;
  const routes: Readonly<Record<string, Behaviour>> = {
    "GET /p0": provider,
    "GET /c0": metadataCache,
    "GET /c0/health": health,
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
