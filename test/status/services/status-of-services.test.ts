import { expect } from "chai";

import type { AlphaUserConfig } from "../../../src/config/user-config.ts";
import { timeLimits } from "../../../src/connect/open-transport.ts";
import type { AlphaNetworkName } from "../../../src/networks/definitions.ts";
import type {
  NodeStatus,
  ServiceName,
  ServiceStatus,
} from "../../../src/status/report.ts";
import { statusOfServices } from "../../../src/status/services/status-of-services.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { DEAD_URL } from "../../support/listen.ts";
import { respond } from "../../support/node-model/behaviours.ts";
import {
  type Behaviour,
  type FaultyServer,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { ALL_FAULTS } from "../../support/node-model/transport-faults.ts";
import { runPooled } from "../../support/node-model/trials.ts";
import {
  type BackendAnswers,
  backend,
  metaOf,
  oceanNodeOf,
  PROVIDER_ADDRESS,
  providerOf,
  SUBGRAPH_PATH,
} from "./backend.ts";

const HEAD = 1000;
const NODE: NodeStatus = {
  state: "ok",
  chainId: 32456,
  head: {
    number: String(HEAD),
    hash: `0x${"ab".repeat(32)}`,
    timestamp: 1,
    ageSeconds: 1,
  },
  syncing: false,
  latencyMs: 1,
};
const OTHER = "0x9546d39CE3E48BC942f0be4AA9652cBe0Aff3592";

interface Asked {
  readonly network?: AlphaNetworkName;
  readonly alpha?: AlphaUserConfig;
  readonly node?: NodeStatus;
  /** Behind the origin of each URL. */
  readonly query?: string;
  /** The URL of provider and metadata cache, which may be relative to the server's. */
  readonly other?: string;
  readonly attemptTimeoutMs?: number;
}

/** The statuses of the services that a server plays. */
async function ask(
  server: Pick<FaultyServer, "url">,
  {
    network = "devnet",
    alpha = {},
    node = NODE,
    query = "",
    other,
    attemptTimeoutMs = 2000,
  }: Asked = {},
): Promise<Readonly<Record<ServiceName, ServiceStatus>>> {
  const { config } = await createAlphaHre({ alpha });
  const resolved = config.alpha.networks[network];
  if (resolved === undefined) {
    throw new Error(`${network} is disabled`);
  }
  const { href } = new URL(other ?? "/", server.url);
  const [provider, metadataCache, subgraph, oceanNode] = await statusOfServices(
    {
      network: resolved,
      urls: new Map([
        ["providerUri", { url: other ? href : `${server.url}/p0${query}` }],
        [
          "metadataCacheUri",
          { url: other ? href : `${server.url}/c0${query}` },
        ],
        ["subgraphUri", { url: `${server.url}/s0${query}` }],
        ["oceanNodeUri", { url: `${server.url}/n0${query}` }],
      ]),
      limits: { ...timeLimits(8000), attemptTimeoutMs },
      node: Promise.resolve(node),
    },
  );
  if (
    provider === undefined ||
    metadataCache === undefined ||
    subgraph === undefined ||
    oceanNode === undefined
  ) {
    throw new Error("a service is missing");
  }
  return { provider, metadataCache, subgraph, oceanNode };
}

/** Asks a backend that answers so, and closes it; no socket may be left. */
async function askBackend(answers: BackendAnswers | Behaviour, asked?: Asked) {
  const chainId = asked?.network === "third" ? 100 : 32456;
  const server = await startFaultyServer({
    behaviour:
      typeof answers === "function" ? answers : backend(chainId, HEAD, answers),
  });
  try {
    const statuses = await ask(server, asked);
    while (server.openSockets > 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return { ...statuses, received: server.received, url: server.url };
  } finally {
    await server.close();
  }
}

const answer =
  (value: unknown): Behaviour =>
  ({ json }) =>
    json(value);

/** Each of these once, then the last one always. */
function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  let nth = 0;
  return (exchange) => (behaviours[nth++] ?? behaviours.at(-1))?.(exchange);
}

describe("the status of services", function () {
  this.timeout(60_000);

  it("given a backend that is well, then all are ok with what they say, and each was asked as portals ask it", async () => {
    const { provider, metadataCache, subgraph, oceanNode, received, url } =
      await askBackend({});

    const ok = { state: "ok", endpoint: url, latencyMs: 0 };
    const index = { block: String(HEAD), lagBlocks: "0" };
    const address = { expected: PROVIDER_ADDRESS, actual: PROVIDER_ADDRESS };
    expect(
      [provider, metadataCache, subgraph, oceanNode].map((status) => ({
        ...status,
        latencyMs: 0,
      })),
    ).to.deep.equal([
      {
        ...ok,
        service: "provider",
        software: "Provider",
        version: "2.1.6",
        providerAddress: address,
      },
      {
        ...ok,
        ...index,
        service: "metadataCache",
        software: "Aquarius",
        version: "5.1.2",
      },
      { ...ok, ...index, service: "subgraph" },
      {
        ...ok,
        ...index,
        service: "oceanNode",
        version: "2.1.0",
        // The provider has another path.
        providerAddress: { ...address, expected: null },
        note: "its address is not compared: the portal config has none for it",
      },
    ]);
    expect(
      received.map(({ httpMethod, path }) => `${httpMethod} ${path}`),
    ).to.have.members([
      "GET /p0",
      "GET /c0",
      "GET /c0/health",
      "GET /c0/api/aquarius/chains/status/32456",
      "POST /n0/directCommand",
      `POST /s0${SUBGRAPH_PATH}`,
    ]);
    const bodies = received
      .filter(({ httpMethod }) => httpMethod === "POST")
      .map(({ body }) => JSON.parse(body));
    expect(bodies).to.deep.include.members([
      { query: "{ _meta { block { number } hasIndexingErrors } }" },
      { command: "status" },
    ]);
  });

  for (const [title, answers, service, expected] of [
    [
      "a metadata cache that has lost its database",
      { health: respond(400, "Not connected to any database") },
      "metadataCache",
      { state: "failing", version: "5.1.2" },
    ],
    [
      "a metadata cache that has no sync state",
      {
        sync: respond(
          404,
          "<!doctype html>\n<title>404 Not Found</title>\n<p>The requested URL was not found on the server.</p>",
        ),
      },
      "metadataCache",
      { state: "ok", note: "it does not report what it has indexed" },
    ],
    [
      "a subgraph that has caught up when asked again",
      { subgraph: inTurn(answer(metaOf(900)), answer(metaOf(999))) },
      "subgraph",
      { state: "ok", block: "999", lagBlocks: "1" },
    ],
  ] as const) {
    it(`given ${title}, then the ${service} is ${expected.state}, and that is told`, async () => {
      const statuses = await askBackend(answers);

      expect(statuses[service]).to.deep.include(expected);
    });
  }

  it("given the third network, then its provider's address is compared if its portal config is v4", async () => {
    const alpha = { networks: { third: { versions: { portal: "v4" } } } };
    const address = { actual: OTHER };
    const provider = answer(providerOf(100, OTHER));
    const [v3, v4] = [
      await askBackend({ provider }, { network: "third" }),
      await askBackend({ provider }, { network: "third", alpha }),
    ];

    expect(v3.provider).to.deep.include({
      state: "ok",
      providerAddress: { ...address, expected: null },
    });
    expect(v4.provider).to.deep.include({
      state: "wrong",
      providerAddress: { ...address, expected: PROVIDER_ADDRESS },
    });
    expect(v4.provider.remedy).to.contain("backend.providerAddress");
  });

  it("given a subgraph that gives no answer when asked again, then its lag is unknown", async () => {
    const { subgraph } = await askBackend({
      subgraph: inTurn(answer(metaOf(900)), respond(404)),
    });

    expect(subgraph.state).to.equal("unknown");
    expect(subgraph.reason).to.contain("HTTP 404");
    expect(subgraph).not.to.have.any.keys("lagBlocks", "block");
  });

  it("given a node of unknown state, then only the lag of each indexer is unknown", async () => {
    const { provider, ...services } = await askBackend(
      {},
      { node: { state: "unknown", reason: "r" } },
    );

    expect(provider.state).to.equal("ok");
    for (const indexer of ["metadataCache", "subgraph", "oceanNode"] as const) {
      const { state, block } = services[indexer];
      expect([state, block]).to.deep.equal(["unknown", String(HEAD)]);
    }
  });

  for (const [title, sync, expected, words] of [
    ["a lag", answer({ last_block: 900 }), "lagging", "100 below the node"],
    [
      "that it does not index the chain",
      respond(404, '{"error":"Chain 32456 is not indexed."}'),
      "wrong",
      "does not index the chain",
    ],
    [
      "an error of its database with the same status",
      respond(404, '{"error":"Error retrieving chain 32456: timed out."}'),
      "unknown",
      "HTTP 404",
    ],
    ["a 404 of a gateway", respond(404, "Not Found"), "unknown", "HTTP 404"],
    ["a page", respond(200, "<html></html>"), "unknown", "an HTML page"],
  ] satisfies readonly (readonly [string, Behaviour, string, string])[]) {
    it(`given a metadata cache whose sync state is ${title}, then it is ${expected}`, async () => {
      const { metadataCache } = await askBackend({ sync });

      expect(metadataCache.state).to.equal(expected);
      expect(metadataCache.reason).to.contain(words);
    });
  }

  for (const [title, chainIds, expected, words] of [
    ["its chain", ["1", "32456"], "ok", undefined],
    [
      "other chains",
      ["1", "137"],
      "wrong",
      "it serves the chains 1, 137, not 32456",
    ],
    ["no chains", undefined, "ok", "does not report which chains it serves"],
  ] as const) {
    it(`given an Ocean Node as metadata cache that reports ${title}, then it is ${expected}`, async () => {
      const software = { software: "Ocean-Node", version: "0.2.3" };
      const { metadataCache } = await askBackend({
        metadataCache: answer({ ...software, chainIds }),
      });

      expect(metadataCache).to.include({ state: expected, ...software });
      const { reason, note } = metadataCache;
      if (words === undefined) {
        expect(note).to.equal(undefined);
      } else {
        expect(reason ?? note).to.contain(words);
      }
    });
  }

  const ELSEWHERE = "http://127.0.0.1:1/";
  const withoutIndex = { ...oceanNodeOf(32456, "1"), indexer: [] };
  for (const [title, status, asked, expected, words] of [
    [
      "another chain",
      oceanNodeOf(1, String(HEAD)),
      {},
      "wrong",
      "it serves the chain 1, not 32456",
    ],
    [
      "another address",
      oceanNodeOf(32456, String(HEAD), OTHER),
      { other: "/n0/?key=1" },
      "wrong",
      `its address is ${OTHER}`,
    ],
    [
      "another address beside a provider with another path",
      oceanNodeOf(32456, String(HEAD), OTHER),
      {},
      "ok",
      "not compared",
    ],
    [
      "another address beside another provider",
      oceanNodeOf(32456, String(HEAD), OTHER),
      { other: ELSEWHERE },
      "ok",
      "not compared",
    ],
    [
      "block 0, which it also reports without its database",
      oceanNodeOf(32456, "0"),
      {},
      "unknown",
      "without its database",
    ],
    [
      "a malformed block",
      oceanNodeOf(32456, "0x3e8"),
      {},
      "unknown",
      "does not report its block",
    ],
    [
      "no index of the chain",
      withoutIndex,
      { other: "/n0" },
      "wrong",
      "does not index",
    ],
    [
      "no index beside a metadata cache with another path",
      withoutIndex,
      {},
      "ok",
      "does not index",
    ],
    [
      "no index beside another metadata cache",
      withoutIndex,
      { other: ELSEWHERE },
      "ok",
      "does not index",
    ],
    ["no chains", { version: "2" }, {}, "unknown", "an Ocean Node?"],
  ] as const) {
    it(`given an Ocean Node that reports ${title}, then it is ${expected}`, async () => {
      const { oceanNode } = await askBackend(
        { oceanNode: answer(status) },
        asked,
      );

      expect(oceanNode.state).to.equal(expected);
      expect(oceanNode.reason ?? oceanNode.note).to.contain(words);
      expect(oceanNode.reason === undefined).to.equal(expected === "ok");
    });
  }

  it("given names and errors full of control characters and log commands, then one printable line of each is shown", async () => {
    const hostile = `\u001B[31mred\u202E\n::error::${"x".repeat(500)}`;
    const { provider, subgraph } = await askBackend({
      provider: answer({ ...providerOf(32456), version: hostile }),
      subgraph: answer({ errors: [{ message: hostile }] }),
    });

    for (const text of [provider.version, subgraph.reason]) {
      expect(text)
        .to.match(/^[^\p{C}]{1,200}$/u)
        .and.contain("red");
      expect(text).not.to.contain("::error::");
    }
  });

  it("given a secret in the URLs that comes back in every way, then it is nowhere in the statuses, and only origins are", async () => {
    const secret = "c0ffee-5ecret-c0ffee";
    for (const behaviour of [
      answer({ ...providerOf(32456), software: secret, version: secret }),
      answer({ software: `Aquarius ${secret}`, version: `v${secret}` }),
      answer({ errors: [{ message: `no ${secret}` }] }),
      respond(400, secret),
      ({ send }) => send({ status: 401, body: `bad key ${secret}` }),
      respond(302, "", { location: `https://x/${secret}` }),
      respond(200, secret),
    ] satisfies readonly Behaviour[]) {
      const { received, url, ...statuses } = await askBackend(behaviour, {
        query: `?key=${secret}`,
      });

      expect(received[0]?.path).to.contain(secret);
      expect(JSON.stringify(statuses)).not.to.contain("5ecret");
      for (const { endpoint } of Object.values(statuses)) {
        expect(endpoint).to.equal(url);
      }
    }
  });

  /** Every name and text in the answers of a backend that is well. */
  const WORDS = [
    ...`${JSON.stringify([providerOf(32456), metaOf(HEAD), oceanNodeOf(32456, String(HEAD))])} software Aquarius version plugin last_block 5.1.2 Elasticsearch connected`.matchAll(
      /[A-Za-z_]{4,}|[\d.]{4,}/g,
    ),
  ].map(([word]) => word);

  it("given URLs with any word of the answers in them, then the services are judged by what they sent", async () => {
    const judged = ({
      received: _,
      url: __,
      ...statuses
    }: object & Awaited<ReturnType<typeof askBackend>>) =>
      Object.values(statuses).map(
        ({ state, block, lagBlocks, providerAddress, reason }) => ({
          ...{ state, block, lagBlocks, providerAddress, reason },
        }),
      );
    const expected = judged(await askBackend({}));
    expect(WORDS).to.include.members([
      "providerAddresses",
      "hasIndexingErrors",
      "Aquarius",
      "1000",
    ]);

    await runPooled([...new Set(WORDS)], 10, async (word) => {
      const found = judged(await askBackend({}, { query: `?key=${word}` }));
      expect(found, word).to.deep.equal(expected);
    });
  });

  for (const [word, answers, service, state] of [
    [
      "blockchain",
      { sync: respond(404, '{"error":"Chain 32456 is not indexed."}') },
      "metadataCache",
      "wrong",
    ],
    [
      "database",
      { health: respond(400, "Not connected to any database") },
      "metadataCache",
      "failing",
    ],
    [
      "indexing_error",
      { subgraph: answer({ errors: [{ message: "indexing_error" }] }) },
      "subgraph",
      "failing",
    ],
  ] as const) {
    it(`given URLs with "${word}" in them and a ${service} that says it, then it is ${state}`, async () => {
      const statuses = await askBackend(answers, { query: `?key=${word}` });

      expect(statuses[service].state).to.equal(state);
    });
  }

  it("given nobody at the port, then each is unknown, by its own name", async () => {
    const { provider, metadataCache, subgraph } = await ask({ url: DEAD_URL });

    expect(provider.reason).to.contain("is the provider running?");
    expect(metadataCache.reason).to.contain("is the metadata cache running?");
    expect(subgraph.reason).to.contain("is the subgraph running?");
  });

  it("given every way in which servers misbehave, then no service is ok or proven wrong, each has a printable reason, and no socket is left", async () => {
    const faults = Object.entries(ALL_FAULTS);
    expect(faults.length).to.be.above(100);
    await runPooled(faults, 25, async ([name, fault]) => {
      const {
        received: _,
        url,
        ...statuses
      } = await askBackend(fault, {
        attemptTimeoutMs: 300,
      });

      for (const { state, reason, endpoint } of Object.values(statuses)) {
        expect(state, name).to.equal("unknown");
        expect(reason, name).to.match(/^[^\p{C}\p{Zl}\p{Zp}]{8,400}$/u);
        expect(endpoint, name).to.equal(url);
      }
    });
  });
});
