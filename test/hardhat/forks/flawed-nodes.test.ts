import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import { isForkWaiting } from "../../../src/connect/open-fork.ts";
import { prepareTransport } from "../../../src/connect/open-transport.ts";
import { selectNetworks } from "../../../src/connect/select-networks.ts";
import { verifyNetworks } from "../../../src/verify/verify-networks.ts";
import { createAlphaHre } from "../../support/alpha-hre.ts";
import {
  type Anvil,
  httpProvider,
  placeOnAnvil,
  startAnvil,
} from "../../support/anvil.ts";
import { createProject } from "../../support/cli.ts";
import { forwardTo } from "../../support/connections.ts";
import {
  type Behaviour,
  type Exchange,
  honest,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
const SELECTION = {
  names: ["devnetFork"],
  globalNetwork: undefined,
  sandbox: false,
};

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
  let hasDenied = false;
  return lying("0x", (method, [address]) => {
    const isRouter =
      method === "eth_getCode" &&
      String(address).toLowerCase() === plan.router.toLowerCase();
    const isFirst = isRouter && !hasDenied;
    hasDenied ||= isRouter;
    return isFirst;
  });
}

describe("forks of nodes with flaws", function () {
  this.timeout(60_000);
  let anvil: Anvil;

  before(async () => {
    anvil = await startAnvil({ chainId });
    await placeOnAnvil(anvil.url, plan);
    const { request } = httpProvider(anvil.url);
    await request({ method: "anvil_mine", params: ["0x400"] });
  });
  after(async () => {
    await anvil.close();
  });

  async function withFork(
    behaviour: Behaviour,
    forks: true | { readonly blockNumbers: { readonly devnet: number } },
    use: (hre: HardhatRuntimeEnvironment) => Promise<void>,
  ): Promise<void> {
    const project = createProject("export default {};");
    const ask = forwardTo(anvil.url);
    await using server = await startFaultyServer({ behaviour, ask });
    const networks = { devnet: { url: server.url } };
    try {
      const paths = { cache: project.root };
      await use(await createAlphaHre({ paths, alpha: { forks, networks } }));
    } finally {
      project.remove();
    }
  }

  for (const [what, forks] of [
    ["its latest", true],
    // Below the latest block that the simulator takes for final.
    ["an old", { blockNumbers: { devnet: 100 } }],
  ] as const) {
    it(`given a node that denies a contract once, when a fork of ${what} block is verified, then the contract is unknown: the simulator keeps the answer`, async () => {
      await withFork(deniesRouterOnce(), forks, async (hre) => {
        const { outcome, networks } = await verifyNetworks(hre, SELECTION);
        const { contracts = [] } = networks[0] ?? {};

        expect(outcome).to.equal("unknown");
        expect(contracts.find(({ key }) => key === "Router")).to.include({
          verdict: "unknown",
          reason:
            "no code was reported, which proves nothing: a fork caches its node's answers, so a second read cannot confirm them: verify the network itself",
        });
      });
    });

    it(`given an honest node, when a fork of ${what} block is verified, then all is well`, async () => {
      await withFork(honest, forks, async (hre) => {
        const level = "wiring";
        const { outcome } = await verifyNetworks(hre, SELECTION, { level });

        expect(outcome).to.equal("ok");
      });
    });
  }

  it("given a node that hides storage, as confidential chains do, then the fork is refused: it would start empty", async () => {
    const hidden = lying(
      `0x${"0".repeat(64)}`,
      (method) => method === "eth_getStorageAt",
    );
    await withFork(hidden, true, async (hre) => {
      const { outcome, networks } = await verifyNetworks(hre, SELECTION);

      expect(outcome).to.equal("unknown");
      expect(networks[0]?.reason).to.contain("hides the storage of contracts");
    });
  });

  it("given a node that falls silent once it is forked, then the network's time ends the wait", async () => {
    let isSilent = false;
    const unanswered: Exchange[] = [];
    const silent: Behaviour = (exchange) => {
      if (isSilent) {
        unanswered.push(exchange);
      } else {
        honest(exchange);
      }
    };
    await withFork(silent, true, async (hre) => {
      const [selected] = selectNetworks(hre.config, SELECTION);
      const way = selected && (await prepareTransport(hre, selected));
      if (way?.ok !== true) {
        throw new Error("there is no way to the fork");
      }
      const transport = await way.open({ maxMs: 6_000 });
      isSilent = true;
      const params = [plan.router, "latest"];
      const reply = await transport.request("eth_getCode", params);
      await transport.close();
      expect(isForkWaiting()).to.equal(true);
      // The simulator would ask for minutes, which nothing but an answer ends.
      isSilent = false;
      unanswered.forEach(honest);
      while (isForkWaiting()) {
        await sleep(50);
      }

      expect(reply).to.deep.equal({
        ok: false,
        kind: "timeout",
        reason:
          "the network's time limit was reached: check the node that it forks",
      });
    });
  });
});
