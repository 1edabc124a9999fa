import { expect } from "chai";
import fc from "fast-check";

import { timeLimits } from "../../src/connect/open-transport.ts";
import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { statusOfServices } from "../../src/status/services/status-of-services.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { DISGUISES, TRUNCATIONS } from "../support/disguises.ts";
import { SAYINGS } from "../support/node-model/cases.ts";
import { EXPECTED } from "../support/node-model/run-case.ts";
import {
  type FaultyServer,
  honest,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { reportFormats } from "../support/report-formats.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

/** Beside the key in every text; no other text has it. */
const MARKER = "Qzwxv";
const RUNS = 200;
const SEED = 20_261_122;

/** An honest node of devnet. */
function node(method: string): unknown {
  switch (method) {
    case "eth_chainId":
      return `0x${EXPECTED.chain.chainId.toString(16)}`;
    case "eth_getBlockByNumber":
      return {
        number: "0xffff",
        hash: `0x${"ab".repeat(32)}`,
        timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}`,
      };
    case "eth_syncing":
      return false;
    case "web3_clientVersion":
      return "Geth/v1.14.12";
    case "eth_getCode":
      return "0x6080604052";
    default:
      return { error: { code: -32601, message: "no such method" } };
  }
}

/** Where a request has a key. */
const PLACES: Readonly<
  Record<
    string,
    (key: string) => {
      readonly path: string;
      readonly user?: string;
      readonly headers?: Record<string, string>;
    }
  >
> = {
  "the path": (key) => ({ path: `/v3/${encodeURIComponent(key)}` }),
  "a query": (key) => ({ path: `/?key=${encodeURIComponent(key)}` }),
  "the password": (key) => ({ path: "", user: `u1:${key}@` }),
  "a bearer token": (key) => ({
    path: "",
    headers: { Authorization: `Bearer ${key}` },
  }),
  "a header": (key) => ({ path: "", headers: { "X-Api-Key": key } }),
};

interface Trial {
  readonly key: string;
  readonly place: string;
  readonly channel: string;
  readonly disguise: string;
}

const ALL_DISGUISES = { ...DISGUISES, ...TRUNCATIONS };
const TRIAL = fc
  .record({
    key: fc.stringMatching(/^[A-Za-z0-9]{1,40}$/),
    place: fc.constantFrom(...Object.keys(PLACES)),
    channel: fc.constantFrom(...Object.keys(SAYINGS)),
    disguise: fc.constantFrom(...Object.keys(ALL_DISGUISES)),
  })
  .filter(
    ({ key, disguise }) => key.length >= 12 || !(disguise in TRUNCATIONS),
  );

const FORMATS = {
  verify: await reportFormats("verify"),
  status: await reportFormats("status"),
};
const [ROUTER, TOKEN] = [
  SANDBOX_PLANS.devnet.plan.router,
  SANDBOX_PLANS.devnet.plan.token,
];

/** Everything that the tasks show of a server that behaves so. */
async function shownBy(
  server: FaultyServer,
  { key, place }: Pick<Trial, "key" | "place">,
): Promise<readonly string[]> {
  const {
    path,
    user = "",
    headers: sent,
  } = PLACES[place]?.(key) ?? { path: "" };
  const url = `http://${user}127.0.0.1:${server.port}${path}`;
  const transport = createHttpTransport({
    url,
    ...(sent === undefined ? {} : { headers: sent }),
    deadline: Date.now() + 10_000,
    retries: 0,
  });
  try {
    const [network, status, services] = await Promise.all([
      verifyNetwork(transport, {
        ...EXPECTED,
        targets: [
          { kind: "registry", key: "Router", address: ROUTER },
          { kind: "token", key: "Alpha", address: TOKEN },
        ],
      }),
      statusOfNetwork(transport, EXPECTED),
      sent === undefined ? servicesOf(url) : [],
    ]);
    return [
      ...inEveryFormat(
        "verify",
        { level: "presence" },
        network,
        network.outcome,
      ),
      ...inEveryFormat("status", {}, { ...status, services }, "unknown"),
    ];
  } finally {
    await transport.close();
  }
}

async function servicesOf(url: string) {
  const { config } = await hre;
  const network = config.alpha.networks.devnet;
  if (network === undefined) {
    throw new Error("devnet is disabled");
  }
  const limits = { ...timeLimits(2_000), retries: 0 };
  return await statusOfServices({
    network,
    urls: new Map(
      ["providerUri", "metadataCacheUri", "subgraphUri"].map((field) => [
        field,
        { url },
      ]),
    ),
    limits,
    node: Promise.resolve({ state: "unknown" } as const),
  });
}
const hre = createAlphaHre();

function inEveryFormat(
  task: "verify" | "status",
  details: object,
  network: object,
  outcome: string,
): readonly string[] {
  const report = {
    schemaVersion: 1,
    task,
    ...details,
    outcome,
    networks: [network],
  };
  return [...FORMATS[task].values()].map((format) => format(report));
}

/** Runs of 8 letters of a key, whatever is between them; shorter ones are words, too. */
function partsOf(key: string, shown: string): readonly string[] {
  const letters = shown.toLowerCase().replace(/[^a-z0-9]/g, "");
  const lower = key.toLowerCase();
  return key.length < 8
    ? []
    : Array.from({ length: key.length - 7 }, (_, at) =>
        lower.slice(at, at + 8),
      ).filter((part) => letters.includes(part));
}

describe("verify, status and the guard, given a server that repeats the key of the request", function () {
  this.timeout(120_000);
  let server: FaultyServer;

  before(async () => {
    server = await startFaultyServer({ node });
  });

  after(async () => {
    await server.close();
  });

  it(`given ${RUNS} keys of 1 to 40 characters, each in some place, disguise and answer, no format shows a text that has it`, async () => {
    await fc.assert(
      fc.asyncProperty(TRIAL, async (trial) => {
        const { key, channel, disguise } = trial;
        const said = `Cannot POST ${ALL_DISGUISES[disguise]?.(key)} ${MARKER}`;
        server.behave(SAYINGS[channel]?.(said) ?? honest);

        for (const shown of await shownBy(server, trial)) {
          expect(shown).not.to.include(MARKER);
          expect(partsOf(key, shown)).to.deep.equal([]);
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("given the same texts and a URL without a key, some format shows the texts of every answer that is shown at all", async () => {
    const silent: string[] = [];
    for (const [channel, behave] of Object.entries(SAYINGS)) {
      server.behave(behave(MARKER));
      const shown = await shownBy(server, { key: "", place: "" });
      if (!shown.join("").toLowerCase().includes(MARKER.toLowerCase())) {
        silent.push(channel);
      }
    }
    expect(silent).to.deep.equal([
      "a page of Express",
      "a title",
      "a body of text",
      "a body of text with 401",
      "a body of text with 200",
      "a JSON body with an HTTP error",
      "a reason phrase",
      "a Retry-After header",
      "a Content-Encoding header",
      "an error's data",
      "a revert's data",
      "the version of JSON-RPC",
      "the id",
      "members of a block",
      "a word of storage",
      "the result of a call",
    ]);
  });

  it("given keys of 1 to 40 characters, the guard's error does not show a text that has one", async () => {
    await fc.assert(
      fc.asyncProperty(TRIAL, async ({ key, channel, disguise }) => {
        const said = `Cannot POST ${ALL_DISGUISES[disguise]?.(key)} ${MARKER}`;
        server.behave(SAYINGS[channel]?.(said) ?? honest);
        const message = await messageOfGuard(
          `http://127.0.0.1:${server.port}/v3/${key}`,
        );

        expect(message).to.include("The transaction on");
        expect(message).not.to.include(MARKER);
        expect(partsOf(key, message)).to.deep.equal([]);
      }),
      { seed: SEED, numRuns: 25 },
    );
  });
});

async function messageOfGuard(url: string): Promise<string> {
  const { network } = await createAlphaHre({
    alpha: {
      networks: {
        third: { url, hardhat: { accounts: "remote", timeout: 2_000 } },
      },
    },
  });
  const connection = await network.create("third");
  try {
    return await pluginMessageOf(() =>
      connection.provider.request({
        method: "eth_sendRawTransaction",
        params: ["0x22"],
      }),
    );
  } finally {
    await connection.close();
  }
}
