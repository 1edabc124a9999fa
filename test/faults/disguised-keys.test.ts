import { expect } from "chai";
import fc from "fast-check";

import { createHttpTransport } from "../../src/rpc/http-transport.ts";
import { statusOfNetwork } from "../../src/status/status-of-networks.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { DISGUISES, TRUNCATIONS } from "../support/disguises.ts";
import { altered } from "../support/node-model/behaviours.ts";
import { SAYINGS } from "../support/node-model/echoes.ts";
import { EXPECTED, inEveryFormat } from "../support/node-model/run-case.ts";
import {
  type FaultyServer,
  honest,
  startFaultyServer,
} from "../support/node-model/server.ts";
import { useOpened } from "../support/node-model/trials.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";

/** Beside the key in every text; no other text has it. */
const MARKER = "Qzwxv";
const RUNS = 200;
const SEED = 20_261_122;

/** What an honest node of devnet answers. */
const RESULTS: Readonly<Record<string, unknown>> = {
  eth_chainId: `0x${EXPECTED.chain.chainId.toString(16)}`,
  eth_getBlockByNumber: {
    number: "0xffff",
    hash: `0x${"ab".repeat(32)}`,
    timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}`,
  },
  eth_syncing: false,
  web3_clientVersion: "Geth/v1.14.12",
  eth_getCode: "0x6080604052",
};
const NO_METHOD = { error: { code: -32601, message: "no such method" } };

interface Place {
  readonly path?: string;
  readonly user?: string;
  readonly headers?: Record<string, string>;
}

/** Where a request has a key. */
const PLACES: Readonly<Record<string, (key: string) => Place>> = {
  "the path": (key) => ({ path: `/v3/${encodeURIComponent(key)}` }),
  "a query": (key) => ({ path: `/?key=${encodeURIComponent(key)}` }),
  "the password": (key) => ({ user: `u1:${key}@` }),
  "a bearer token": (key) => ({ headers: { Authorization: `Bearer ${key}` } }),
  "a header": (key) => ({ headers: { "X-Api-Key": key } }),
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

const [ROUTER, TOKEN] = [
  SANDBOX_PLANS.devnet.plan.router,
  SANDBOX_PLANS.devnet.plan.token,
];

/** Everything that the tasks show of a server that behaves so. */
async function shownBy(
  server: FaultyServer,
  { key, place }: Pick<Trial, "key" | "place">,
): Promise<readonly string[]> {
  const { path = "", user = "", headers = {} } = PLACES[place]?.(key) ?? {};
  const transport = createHttpTransport({
    url: `http://${user}127.0.0.1:${server.port}${path}`,
    headers,
    deadline: Date.now() + 10_000,
    retries: 0,
  });
  try {
    const [network, status] = await Promise.all([
      verifyNetwork(transport, {
        ...EXPECTED,
        targets: [
          { kind: "registry", key: "Router", address: ROUTER },
          { kind: "token", key: "Alpha", address: TOKEN },
        ],
      }),
      statusOfNetwork(transport, EXPECTED),
    ]);
    return [
      ...inEveryFormat("verify", network),
      ...inEveryFormat("status", status),
    ].map((shown) =>
      typeof shown === "string" ? shown : JSON.stringify(shown),
    );
  } finally {
    await transport.close();
  }
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

describe("verify and status, given a server that repeats the key of the request", function () {
  this.timeout(120_000);
  const opened = useOpened(() =>
    startFaultyServer({ node: (method) => RESULTS[method] ?? NO_METHOD }),
  );

  it(`given ${RUNS} keys of 1 to 40 characters, each in some place, disguise and answer, no format shows a text that has it`, async () => {
    await fc.assert(
      fc.asyncProperty(TRIAL, async (trial) => {
        const { key, channel, disguise } = trial;
        const said = `Cannot POST ${ALL_DISGUISES[disguise]?.(key)} ${MARKER}`;
        opened().behave(SAYINGS[channel]?.(said) ?? honest);

        for (const shown of await shownBy(opened(), trial)) {
          expect(shown).not.to.include(MARKER);
          expect(partsOf(key, shown)).to.deep.equal([]);
        }
      }),
      { seed: SEED, numRuns: RUNS },
    );
  });

  it("given names of the answers as keys, the answers are judged as they were sent", async () => {
    const syncing = { currentBlock: "0xff", highestBlock: "0xfff", rest: "3" };
    opened().behave(
      altered((answer, { method }) =>
        method === "eth_syncing" ? { ...answer, result: syncing } : answer,
      ),
    );
    const statusAt = async (path: string) => {
      const transport = createHttpTransport({ url: `${opened().url}${path}` });
      const status = await statusOfNetwork(transport, EXPECTED);
      await transport.close();
      const { state, head, syncing: progress } = status;
      return { state, head: head?.number, progress };
    };
    const expected = await statusAt("");
    expect(expected.state).to.equal("syncing");
    expect(JSON.stringify(expected)).to.include(`"${0xfff}"`);

    for (const name of ["timestamp", "currentBlock", "highestBlock"]) {
      expect(await statusAt(`/${name}`), name).to.deep.equal(expected);
    }
  });

  it("given the same texts and a URL without a key, some format shows the texts of every answer that is shown at all", async () => {
    const silent: string[] = [];
    for (const [channel, behave] of Object.entries(SAYINGS)) {
      opened().behave(behave(MARKER));
      const shown = await shownBy(opened(), { key: "", place: "" });
      if (!shown.join("").toLowerCase().includes(MARKER.toLowerCase())) {
        silent.push(channel);
      }
    }
    expect(silent).to.deep.equal([
      "a page of Express",
      "a body of text",
      "a body of text with 401",
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
});
