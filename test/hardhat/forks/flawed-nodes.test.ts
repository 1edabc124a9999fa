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
import {
  type Behaviour,
  type Exchange,
  honest,
  startFaultyServer,
} from "../../support/node-model/server.ts";
import { SANDBOX_PLANS } from "../../support/sandbox-plans.ts";

const { chainId, plan } = SANDBOX_PLANS.devnet;
/** Below the latest block that the simulator takes for final. */
const OLD_BLOCK = 100;
const SELECTION = {
  names: ["devnetFork"],
  globalNetwork: undefined,
  sandbox: false,
};

describe("forks of nodes with flaws", function () {
  this.timeout(60_000);
  let anvil: Anvil;

  before(async () => {
    anvil = await startAnvil({ chainId });
    await placeOnAnvil(anvil.url, plan);
    await httpProvider(anvil.url).request({
      method: "anvil_mine",
      params: ["0x400"],
    });
  });
  after(async () => {
    await anvil.close();
  });

  for (const [what, block] of [
    ["its latest", undefined],
    ["an old", OLD_BLOCK],
  ] as const) {
    it(`given a node that denies a contract once, when a fork of ${what} block is verified, then the contract is unknown: the simulator keeps the answer`, async () => {
      await withFork(deniesRouterOnce(), block, async (hre) => {
        const { outcome, networks } = await verifyNetworks(hre, SELECTION);

        expect(outcome).to.equal("unknown");
        expect(routerOf(networks)).to.include({
          verdict: "unknown",
          reason:
            "no code was reported, which proves nothing: a fork caches its node's answers, so a second read cannot confirm them: verify the network itself",
        });
      });
    });

    it(`given an honest node, when a fork of ${what} block is verified, then all is well`, async () => {
      await withFork(honest, block, async (hre) => {
        const { outcome } = await verifyNetworks(hre, SELECTION, {
          level: "wiring",
        });

        expect(outcome).to.equal("ok");
      });
    });
  }

  it("given a node that hides storage, as confidential chains do, then the fork is refused: it would start empty", async () => {
    const hidden: Behaviour = (exchange) =>
      exchange.method === "eth_getStorageAt"
        ? exchange.json({ ...exchange.honest(), result: `0x${"0".repeat(64)}` })
        : honest(exchange);
    await withFork(hidden, undefined, async (hre) => {
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
    await withFork(silent, undefined, async (hre) => {
      const [selected] = selectNetworks(hre.config, SELECTION);
      const way = selected && (await prepareTransport(hre, selected));
      if (way?.ok !== true) {
        throw new Error("there is no way to the fork");
      }
      const transport = await way.open({ maxMs: 6_000 });
      isSilent = true;
      const reply = await transport.request("eth_getCode", [
        plan.router,
        "latest",
      ]);
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

  async function withFork(
    behaviour: Behaviour,
    block: number | undefined,
    use: (hre: HardhatRuntimeEnvironment) => Promise<void>,
  ): Promise<void> {
    const project = createProject("export default {};");
    const server = await startFaultyServer({ behaviour, ask });
    try {
      const hre = await createAlphaHre({
        paths: { cache: project.root },
        alpha: {
          forks:
            block === undefined ? true : { blockNumbers: { devnet: block } },
          networks: { devnet: { url: server.url } },
        },
      });
      await use(hre);
    } finally {
      await server.close();
      project.remove();
    }
  }

  async function ask(
    method: string,
    params: readonly unknown[],
  ): Promise<unknown> {
    const response = await fetch(anvil.url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const answer = Object(await response.json());
    return "result" in answer ? answer.result : answer;
  }
});

function deniesRouterOnce(): Behaviour {
  let hasDenied = false;
  return (exchange) => {
    const { method, params } = exchange;
    const address = String(params[0]).toLowerCase();
    if (
      hasDenied ||
      method !== "eth_getCode" ||
      address !== plan.router.toLowerCase()
    ) {
      return honest(exchange);
    }
    hasDenied = true;
    return exchange.json({ ...exchange.honest(), result: "0x" });
  };
}

function routerOf(
  networks: Awaited<ReturnType<typeof verifyNetworks>>["networks"],
) {
  return networks[0]?.contracts.find(({ key }) => key === "Router");
}
