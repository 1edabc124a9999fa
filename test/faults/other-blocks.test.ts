import { expect } from "chai";
import type { JudgedNetwork } from "../../src/verify/found.ts";
import { verifyNetwork } from "../../src/verify/verify-network.ts";
import { blockReader } from "../support/block-reader.ts";
import {
  type Backend,
  backend,
  nodeError,
  pooled,
  ROUTES,
} from "../support/node-model/backends.ts";
import { respond } from "../support/node-model/behaviours.ts";
import { type ProfileChain, useForks } from "../support/node-model/chains.ts";
import { expectedOf } from "../support/node-model/profile-node.ts";
import {
  honest,
  type ServedOptions,
  withServer,
} from "../support/node-model/server.ts";
import { runPooled, seededRandom } from "../support/node-model/trials.ts";

const SEEDS = Array.from({ length: 8 }, (_, index) => index + 1);
const STATE_METHODS: ReadonlySet<string> = new Set([
  ...["eth_call", "eth_getCode", "eth_getStorageAt"],
  "eth_getTransactionCount",
]);

/** One backend for some methods, and another one for all others. */
function byMethod(
  methods: ReadonlySet<string>,
  one: Backend,
  others: Backend,
): Backend {
  return async (method, params) =>
    await (methods.has(method) ? one : others)(method, params);
}

/** A node whose state is always of one block, whatever block is named. */
function ignoringBlocks(chain: ProfileChain, number: number): Backend {
  return byMethod(
    STATE_METHODS,
    async (method, params) =>
      await chain.ask(method, [
        ...params.slice(0, -1),
        `0x${number.toString(16)}`,
      ]),
    backend(chain),
  );
}

const NO_PROGRAMS: Backend = async () =>
  nodeError(-32000, "contract creation is not allowed");

/** The same node without the bulk programs. */
function withoutPrograms(node: Backend): Backend {
  return async (method, params) =>
    await (method === "eth_call" && Object(params[0]).to === undefined
      ? NO_PROGRAMS
      : node)(method, params);
}

describe("verify, given answers that are of another block", function () {
  this.timeout(180_000);
  const chains = useForks();

  async function verify(
    options: ServedOptions,
    chain = chains().whole,
  ): Promise<JudgedNetwork> {
    return await withServer(
      options,
      async ({ transport }) =>
        await verifyNetwork(transport, {
          ...expectedOf(chain, false),
          targets: chains().targets,
        }),
    );
  }

  function routerOf({ contracts }: JudgedNetwork) {
    return contracts.find(({ key }) => key === "Router")?.verdict;
  }

  it("given two forks, then they have equal heights and times, and other blocks", () => {
    const { whole, lacking } = chains();

    expect(whole.head).to.equal(lacking.head);
    const [one, other] = [whole, lacking].map((chain) =>
      chain.header(chain.head - 1),
    );
    expect(one?.timestamp).to.equal(other?.timestamp);
    expect(one?.hash).to.not.equal(other?.hash);
  });

  for (const takesHashes of [true, false]) {
    it(`given heads of one fork and state of another one${takesHashes ? "" : ", where no hash is taken (EIP-1898)"}, then nothing of the other fork is said of the heads`, async () => {
      const { whole, lacking } = chains();
      const refusal = {
        refusesHashes: nodeError(-32602, "invalid argument 1: json"),
      };
      const nodeOf = (chain: ProfileChain) =>
        backend(chain, takesHashes ? {} : refusal);
      for (const [state, heads] of [
        [whole, lacking],
        [lacking, whole],
      ] as const) {
        const found = await verify({
          ask: byMethod(STATE_METHODS, nodeOf(state), nodeOf(heads)),
        });

        expect(found.outcome).to.equal("unknown");
        expect(routerOf(found)).to.equal("unknown");
      }
    });
  }

  for (const [routeName, route] of Object.entries(ROUTES)) {
    it(`given a pool of two forks, ${routeName}, then what is said of the block is true there`, async () => {
      const { whole, lacking } = chains();

      const wrongs = await runPooled(SEEDS, 4, async (seed) => {
        const found = await verify({
          ask: pooled(
            [backend(whole), backend(lacking)],
            route,
            seededRandom(seed),
          ),
        });
        const isWhole = whole.numberOf(found.block?.hash) !== undefined;
        const truth = isWhole ? "present" : "absent";
        const verdict = routerOf(found);
        return verdict === "unknown" || verdict === truth
          ? []
          : [`seed ${seed}: ${verdict}, not ${truth}`];
      });

      expect(wrongs.flat()).to.deep.equal([]);
    });
  }

  for (const [title, serve] of Object.entries<(node: Backend) => Backend>({
    "a node": (node) => node,
    "a node without programs": withoutPrograms,
  })) {
    it(`given ${title} that ignores which block is named and has the state of another one, then nothing is said`, async () => {
      const { whole, lacking } = chains();
      for (const [heads, state] of [
        [whole, lacking],
        [lacking, whole],
      ] as const) {
        const node = ignoringBlocks(state, state.head - 30);
        const found = await verify({
          ask: serve(byMethod(STATE_METHODS, node, backend(heads))),
        });

        expect(found.outcome).to.equal("unknown");
        expect(routerOf(found)).to.equal("unknown");
        expect(JSON.stringify(found)).to.contain("does not exist");
      }
    });
  }

  it("given such a node behind a gateway whose first answer for a block that does not exist is an error of its own, then nothing is said", async () => {
    const { whole, lacking } = chains();
    const node = ignoringBlocks(whole, whole.head - 30);
    const seen = new Set<unknown>();

    const found = await verify({
      ask: withoutPrograms(byMethod(STATE_METHODS, node, backend(lacking))),
      behaviour: (exchange) => {
        // A busy machine may have both blocks in one batch.
        const asked = [JSON.parse(exchange.received.body)].flat();
        const first = asked.find(({ method, params }) => {
          const block = Object(params.at(-1)).blockHash;
          const isMissing =
            block !== undefined && lacking.numberOf(block) === undefined;
          return isMissing && !seen.has(method);
        });
        seen.add(first?.method);
        (first === undefined ? honest : respond(502))(exchange);
      },
    });

    expect([...seen]).to.include("eth_getCode");
    expect(found.outcome).to.equal("unknown");
    expect(routerOf(found)).to.equal("unknown");
  });

  it("given a cache of codes that keys on the address, before a node without programs, then nothing is said", async () => {
    const { whole, lacking } = chains();
    const cached = withoutPrograms(
      byMethod(
        new Set(["eth_getCode"]),
        ignoringBlocks(lacking, lacking.head - 30),
        backend(whole),
      ),
    );

    expect((await verify({ ask: cached })).outcome).to.equal("unknown");
  });

  for (const [what, part] of [
    ["none of a contract that is there", "whole"],
    ["that of a contract that is gone", "lacking"],
  ] as const) {
    it(`given a cache of codes by address that has ${what} and nothing else, before a node without programs, then nothing is said of it`, async () => {
      const { whole, lacking, targets } = chains();
      const heads = part === "whole" ? whole : lacking;
      const state = part === "whole" ? lacking : whole;
      const cached = ignoringBlocks(state, state.head);
      const node = backend(heads);
      const router = targets.find(({ key }) => key === "Router")?.address ?? "";

      const found = await verify({
        ask: withoutPrograms(
          async (method, params) =>
            await (method === "eth_getCode" &&
              String(params[0]).toLowerCase() === router.toLowerCase()
              ? cached
              : node)(method, params),
        ),
      });

      expect(found.outcome).to.equal("unknown");
      expect(routerOf(found)).to.equal("unknown");
    });
  }

  for (const [routeName, route] of Object.entries(ROUTES)) {
    for (const [title, serve, honestNodes] of [
      ["a node", (node: Backend) => node, 1],
      ["two nodes", (node: Backend) => node, 2],
      ["a node without programs", withoutPrograms, 1],
      ["two nodes without programs", withoutPrograms, 2],
    ] as const) {
      it(`given a pool of ${title} and one that ignores which block is named, ${routeName}, then nothing of that one's state is said of the heads`, async () => {
        const { whole, lacking } = chains();
        const ignoring = ignoringBlocks(whole, whole.head);
        const bad = byMethod(STATE_METHODS, ignoring, backend(lacking));
        const nodes = Array.from({ length: honestNodes }, () =>
          backend(lacking),
        );

        const wrongs = await runPooled(SEEDS, 4, async (seed) => {
          const found = await verify({
            ask: pooled([...nodes, bad].map(serve), route, seededRandom(seed)),
          });
          return routerOf(found) === "present" ? [`seed ${seed}`] : [];
        });

        expect(wrongs.flat()).to.deep.equal([]);
      });
    }
  }

  it("given a node that takes no hash and tells no parent, and heads of another fork, then nothing is said", async () => {
    const { whole, lacking } = chains();
    const refusal = {
      refusesHashes: nodeError(-32602, "invalid argument 1: json"),
    };
    for (const [heads, state] of [
      [whole, lacking],
      [lacking, whole],
    ] as const) {
      const parent = String(state.header(state.head - 1)?.hash).slice(2);
      const node = backend(state, refusal);
      const withoutParent: Backend = async (method, params) =>
        JSON.parse(
          JSON.stringify(await node(method, params)).replaceAll(
            parent,
            "0".repeat(64),
          ),
        );

      const found = await verify({
        ask: byMethod(STATE_METHODS, withoutParent, backend(heads, refusal)),
      });

      expect(found.outcome).to.equal("unknown");
      expect(found.why).to.contain("the hash of the parent");
    }
  });

  it("given a cache of storage or calls that ignores the block, then no word of storage and no single call counts", async () => {
    const { whole, targets } = chains();
    const router = targets.find(({ key }) => key === "Router")?.address;
    const to = router ?? "0x";
    const stale = backend(whole);
    const block = whole.header(whole.head);
    const ask: Backend = async (method, params) =>
      ["eth_getStorageAt", "eth_call"].includes(method)
        ? await stale(method, [...params.slice(0, -1), "latest"])
        : await stale(method, params);
    await withServer({ ask }, async ({ transport }) => {
      const reader = blockReader(
        transport,
        { number: BigInt(whole.head), hash: `0x${block?.hash.slice(2)}` },
        whole.chainId,
      );
      const owner = "0x8da5cb5b";

      const [word] = await reader.readSlots([[to, "0x0"]], true);
      const [call] = await reader.readCalls([{ to, data: owner }], false);

      expect(word?.ok).to.equal(false);
      expect(call?.kind).to.equal("unknown");
    });
  });

  it("given a node that ignores which block is named and has the state of the latest one, then the programs prove what is there, and what is missing", async () => {
    const { whole, lacking } = chains();
    for (const [chain, outcome] of [
      [whole, "ok"],
      [lacking, "failed"],
    ] as const) {
      const found = await verify({ ask: ignoringBlocks(chain, chain.head) });

      expect(found.outcome).to.equal(outcome);
    }
  });

  it("given another chain's heads and codes, and the network's chain id and programs, then no code of the other chain is said to be there", async () => {
    const { lacking, other } = chains();
    const ask = byMethod(
      new Set(["eth_chainId", "eth_call"]),
      backend(lacking),
      backend(other),
    );

    // Of a batch, one backend answers all.
    const found = await verify({ ask }, lacking);

    expect(found.outcome).to.equal("unknown");
  });

  it("given the chain id from one node and all else from one of another chain, then nothing of that chain is said of it", async () => {
    const { whole, other } = chains();
    const foreign = withoutPrograms(backend(other));
    const own = backend(whole);

    const { outcome, why } = await verify({
      ask: async (method, params, { isBatch }) =>
        await (method === "eth_chainId" && !isBatch ? own : foreign)(
          method,
          params,
        ),
    });

    expect(outcome).to.equal("unknown");
    expect(why).to.include("more than one chain");
  });

  for (const [routeName, route] of Object.entries(ROUTES)) {
    it(`given a pool with a third of another chain, ${routeName}, then nothing of the other chain is said of the network`, async () => {
      const { lacking, other } = chains();

      const wrongs = await runPooled(SEEDS, 4, async (seed) => {
        const found = await verify(
          {
            ask: pooled(
              [backend(lacking), backend(lacking), backend(other)],
              route,
              seededRandom(seed),
            ),
          },
          lacking,
        );
        return routerOf(found) === "present" ? [`seed ${seed}`] : [];
      });

      expect(wrongs.flat()).to.deep.equal([]);
    });
  }
});
