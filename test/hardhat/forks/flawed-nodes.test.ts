import { expect } from "chai";

import { verifyNetworks } from "../../../src/verify/verify-networks.ts";
import { sentence } from "../../../src/verify/words/sentences.ts";
import { startLiveNetwork } from "../../e2e/live-network.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import { type Anvil, httpProvider } from "../../support/anvil.ts";
import { connectTo, forwardTo } from "../../support/connections.ts";
import {
  type Behaviour,
  honest,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { pluginMessageOf } from "../../support/rejection-of.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ROUTER = SANDBOX_PLANS.devnet.plan.router.toLowerCase();

/** Answers some requests with a result in place of the honest one. */
const lying =
  (
    result: string,
    isLie: (method: string, params: readonly unknown[]) => boolean,
  ): Behaviour =>
  (exchange) =>
    isLie(exchange.method, exchange.params)
      ? exchange.json({ ...exchange.honest(), result })
      : honest(exchange);

function deniesRouterOnce(): Behaviour {
  let count = 0;
  return lying(
    "0x",
    (method, [address]) =>
      method === "eth_getCode" &&
      String(address).toLowerCase() === ROUTER &&
      ++count === 1,
  );
}

describe("forks of nodes with flaws", function () {
  this.timeout(60_000);
  let anvil: Anvil;

  before(async () => {
    anvil = await startLiveNetwork("devnet");
    const { request } = httpProvider(anvil.url);
    await request({ method: "anvil_mine", params: ["0x400"] });
  });
  after(async () => await anvil.close());

  async function verifyFork(
    behaviour: Behaviour,
    forks: true | { readonly blockNumbers: { readonly devnet: number } } = true,
  ) {
    using folder = temporaryFolder();
    const ask = forwardTo(anvil.url);
    await using server = await startFaultyServer({ behaviour, ask });
    const networks = { devnet: { url: server.url } };
    const paths = { cache: folder.root };
    const hre = await createAlphaHre({ paths, alpha: { forks, networks } });
    const report = await verifyNetworks(hre, {
      ...{ names: ["devnetFork"], globalNetwork: undefined, sandbox: false },
    });
    return { outcome: report.outcome, network: report.networks[0] };
  }

  for (const [what, forks] of [
    ["its latest", true],
    // Below the latest block that the simulator takes for final.
    ["an old", { blockNumbers: { devnet: 100 } }],
  ] as const) {
    it(`given a node that denies a contract once, when a fork of ${what} block is verified, then the contract is unknown: the simulator keeps the answer`, async () => {
      const { outcome, network } = await verifyFork(deniesRouterOnce(), forks);
      const { contracts = [] } = network ?? {};

      expect(outcome).to.equal("unknown");
      const router = contracts.find(({ key }) => key === "Router");
      expect(router?.verdict).to.equal("unknown");
      expect(router?.reason?.code).to.equal("no-code-proof");
      expect(router?.reason && sentence(router.reason)).to.equal(
        "no code was reported, which proves nothing: a fork caches its node's answers, so a second read cannot confirm them: verify the network itself",
      );
    });
  }

  it("given a node that hides storage, as confidential chains do, then the fork is refused: it would start empty", async () => {
    const isHidden = (method: string) => method === "eth_getStorageAt";
    const hidden = lying(`0x${"0".repeat(64)}`, isHidden);
    const { outcome, network } = await verifyFork(hidden);

    expect(outcome).to.equal("unknown");
    expect(network?.why).to.contain("hides the storage of contracts");
  });

  it("given a node without the state of the forked block, then contract() and fund() say so, and what to do", async () => {
    using folder = temporaryFolder();
    const message = "missing trie node 4a1c (path ) state 0x4a1c. Ask later.";
    const states = ["eth_getCode", "eth_getStorageAt", "eth_getBalance"];
    let isPruned = false;
    const forward = forwardTo(anvil.url);
    await using server = await startFaultyServer({
      ask: async (method, params) =>
        isPruned && states.includes(method)
          ? { error: { code: -32000, message } }
          : await forward(method, params),
    });
    const networks = { devnet: { url: server.url } };
    await using connection = await connectTo("devnetFork", {
      paths: { cache: folder.root },
      alpha: { forks: true, networks },
    });
    isPruned = true;
    const account = `0x${"5e".repeat(20)}` as const;

    for (const act of [
      () => connection.alpha.contract("erc721Factory"),
      () => connection.alpha.fund(account, { alpha: 1 }),
    ]) {
      expect(await pluginMessageOf(act)).to.match(
        /missing trie node .*[^.…](\.|…) The node has no state of the forked block: fork a newer one \(alpha\.forks\.blockNumbers\.devnet\), or use an archive node\.$/,
      );
    }
  });
});
