import { expect } from "chai";
import type { VerificationTarget } from "../../../src/verify/targets.ts";
import { verifyNetwork } from "../../../src/verify/verify-network.ts";
import {
  devnetTargets,
  type ProfileChain,
  useProfileChains,
} from "../../support/node-model/chains.ts";
import {
  type Backend,
  backend,
  expectedOf,
  nodeError,
} from "../../support/node-model/profile-node.ts";
import {
  type FaultyServerOptions,
  withServer,
} from "../../support/node-model/server.ts";

/** How far another block is away. */
const AWAY = 20;

const withoutPrograms = (params: readonly unknown[]) =>
  Object(params[0]).to === undefined
    ? nodeError(-32000, "contract creation is not allowed")
    : undefined;

/** A node of which the state is that of one block, whatever block is named. */
function ofOneBlock(
  heads: ProfileChain,
  state: ProfileChain,
  { away = AWAY, runsPrograms = true } = {},
): Backend {
  const header = backend(heads);
  const read = backend(state, {
    own: runsPrograms ? {} : { eth_call: withoutPrograms },
  });
  const block = `0x${(heads.head - away).toString(16)}`;
  return async (method, params) =>
    /eth_call|eth_get(?:Code|Storage|Trans)/.test(method)
      ? await read(method, [...params.slice(0, -1), block])
      : await header(method, params);
}

/** Heads of one fork, and state of another with blocks of the same height and time. */
function forked(heads: ProfileChain, state: ProfileChain): Backend {
  const read = backend(state);
  return async (method, params) => {
    const answer = await read(method, params);
    if (method !== "eth_getBlockByNumber" || answer === null) {
      return answer;
    }
    const { number, timestamp } = Object(answer);
    return { ...heads.header(Number(number)), timestamp };
  };
}

describe("verify, given reads that are of another block", function () {
  this.timeout(120_000);
  const chains = useProfileChains();
  let targets: readonly VerificationTarget[];
  before(async () => {
    targets = await devnetTargets();
  });

  async function verify(
    chain: ProfileChain,
    ask: NonNullable<FaultyServerOptions["ask"]>,
  ) {
    return await withServer(
      { ask },
      async ({ transport }) =>
        await verifyNetwork(transport, {
          ...expectedOf(chain, false),
          targets,
        }),
    );
  }

  it("and heads of one fork with state of another, of equal height and time, then a contract of the other fork is not present", async () => {
    const { whole, lacking } = chains();

    for (const [heads, state] of [
      [lacking, whole],
      [whole, lacking],
    ] as const) {
      const { outcome } = await verify(heads, forked(heads, state));

      expect(outcome).to.equal("unknown");
    }
  });

  for (const [what, options] of [
    ["that runs programs", {}],
    ["that runs none", { runsPrograms: false }],
  ] as const) {
    it(`and a node ${what} and answers for one block whatever block is named, then nothing is said of the latest one`, async () => {
      const { whole, lacking } = chains();

      for (const [heads, state] of [
        [whole, lacking],
        [lacking, whole],
      ] as const) {
        const found = await verify(heads, ofOneBlock(heads, state, options));

        expect(found.outcome).to.equal("unknown");
        expect(
          found.reason ?? found.contracts.map(({ reason }) => reason).join(),
        ).to.include("a block that does not exist");
      }
    });
  }

  it("and a node that ignores which block is named, of which the program says that it ran on the latest one, then what is there and what is missing is proven", async () => {
    const { whole, lacking } = chains();

    for (const [chain, outcome] of [
      [whole, "ok"],
      [lacking, "failed"],
    ] as const) {
      const node = ofOneBlock(chain, chain, { away: 0 });

      expect((await verify(chain, node)).outcome).to.equal(outcome);
    }
  });

  it("and the chain id from one node and all else from one of another chain, then nothing of that chain is said of it", async () => {
    const { whole } = chains();
    const own = backend(whole);
    const foreign = backend(whole, {
      own: { eth_chainId: () => "0x1", eth_call: withoutPrograms },
    });
    const sizes = new Map<number, number>();

    const { outcome, reason } = await verify(
      whole,
      async (method, params, { nth }) => {
        sizes.set(nth, (sizes.get(nth) ?? 0) + 1);
        // The calls of one batch come at once.
        await Promise.resolve();
        const isAlone = sizes.get(nth) === 1;
        const node = isAlone && method === "eth_chainId" ? own : foreign;
        return await node(method, params);
      },
    );

    expect(outcome).to.equal("unknown");
    expect(reason).to.include("more than one chain");
  });
});
