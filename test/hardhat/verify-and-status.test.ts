import { expect } from "chai";

import { hexQuantity } from "../../src/base/hex.ts";
import { selectNetworks } from "../../src/connect/select-networks.ts";
import { ALPHA_NETWORK_NAMES } from "../../src/networks/definitions.ts";
import { serveSandboxes } from "../../src/sandbox/start-sandboxes.ts";
import { simulateOn } from "../../tasks/verify/simulate.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import { startChainNode } from "../support/chain-node.ts";
import {
  ask,
  connectTo,
  forwardTo,
  serveSandbox,
} from "../support/connections.ts";
import { honest, startFaultyServer } from "../support/node-model/server.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";

const DAY = 86_400n;

describe("verify and status for programs", () => {
  it("given a sandbox connection, when it is verified and its status is queried, then its own chain is asked, and all holds", async () => {
    await using connection = await connectTo("thirdSandbox");
    const report = await connection.alpha.verify({ level: "wiring" });

    expect(report).to.include({ outcome: "ok", level: "wiring" });
    expect(
      report.networks.map(({ hardhatNetwork }) => hardhatNetwork),
    ).to.deep.equal(["thirdSandbox"]);
    const status = await connection.alpha.status();
    expect(
      status.networks.map(({ network, state }) => [network, state]),
    ).to.deep.equal([["third", "ok"]]);
  });

  it("given an Alpha token that is configured unlike the sandbox's contract, then the sandbox is as it should be", async () => {
    const alpha = {
      networks: { devnet: { tokens: { alpha: { symbol: "A", decimals: 6 } } } },
    };
    const config = { alpha };
    await using connection = await connectTo("devnetSandbox", config);
    const report = await connection.alpha.verify({ level: "identity" });
    const hre = await createAlphaHre(config);
    const { served, close } = await serveSandboxes(
      hre.network,
      [{ hardhatNetwork: "devnetSandbox", port: 0 }],
      { hostname: "127.0.0.1", allowedOrigins: [] },
    );
    const [{ url } = { url: "" }] = served;
    const { devnet } = alpha.networks;
    await using live = await connectTo("devnet", {
      alpha: { networks: { devnet: { ...devnet, url } } },
    });
    const ofServed = await live.alpha.verify({ level: "identity" });
    await close();

    expect(report.outcome).to.equal("ok");
    expect(ofServed.outcome).to.equal("ok");
  });

  it("given throwOnCallFailures: false on the connection, then it reads the same facts", async () => {
    const factsOf = async (throwOnCallFailures: boolean) => {
      const sandbox = { hardhat: { throwOnCallFailures } };
      const config = { alpha: { sandbox } };
      await using connection = await connectTo("devnetSandbox", config);
      const { networks } = await connection.alpha.verify({ level: "wiring" });
      return networks.flatMap(({ facts }) => facts ?? []);
    };
    const facts = await factsOf(false);

    expect(facts).to.have.length.above(15);
    expect(facts).to.deep.equal(await factsOf(true));
  });

  it("given code that is removed on the connection's chain, then its contract is absent, and the connection stays open", async () => {
    await using connection = await connectTo("devnetSandbox");
    const router = connection.alpha.contracts.router;
    await ask(connection, "hardhat_setCode", router, "0x");

    const report = await connection.alpha.verify();

    expect(report.outcome).to.equal("failed");
    expect(
      report.networks[0]?.contracts
        .filter(({ verdict }) => verdict !== "present")
        .map(({ key, verdict }) => [key, verdict]),
    ).to.deep.equal([["Router", "absent"]]);
    expect(await ask(connection, "eth_chainId")).to.equal("0x7ec8");
  });

  it("given hre.alpha, when all sandboxes are verified, or some, or their status is queried, then all is ok, for those alone", async () => {
    const { alpha } = await createAlphaHre();
    const wiring = { sandbox: true, level: "wiring", strict: true } as const;
    const names = ["third", "devnet"];
    const all = await alpha.verify(wiring);

    for (const [report, expected] of [
      [all, [...ALPHA_NETWORK_NAMES]],
      [await alpha.verify({ ...wiring, networks: names }), names],
      [await alpha.status({ sandbox: true }), [...ALPHA_NETWORK_NAMES]],
    ] as const) {
      expect(report.outcome, JSON.stringify(report)).to.equal("ok");
      expect(report.networks.map(({ network }) => network)).to.deep.equal(
        expected,
      );
    }
    for (const { facts } of all.networks) {
      expect(facts?.length).to.be.above(15);
    }
  });

  it("given a network of the user's with a chain of its own, then the further nodes and the services of the live chain are not compared with it", async () => {
    await using own = await startChainNode({ chainId: 31_337 });
    await using live = await startChainNode({ chainId: 32_456 });
    const { alpha } = await createAlphaHre({
      alpha: { networks: { devnet: { endpoints: [live.url] } } },
      networks: {
        mine: {
          ...{ type: "http", url: own.url, chainId: 31_337 },
          alphaNetwork: "devnet",
        },
      },
    });
    const { networks } = await alpha.status({
      networks: ["mine"],
      services: true,
    });
    const states = networks[0]?.services?.map(({ state }) => state);

    expect(networks[0]).to.include({ endpoint: own.url, chainId: 31_337 });
    expect(networks[0]).not.to.have.property("endpoints");
    expect(live.requests).to.eql([]);
    expect(new Set(states)).to.eql(new Set(["skipped"]));
  });

  it("given an own contract without an address, then its path in the config is told", async () => {
    await using sandbox = await serveSandbox("devnetSandbox");
    const devnet = { url: sandbox.url, contracts: { Market: {} } };
    await using live = await connectTo("devnet", {
      alpha: { networks: { devnet } },
    });
    const { networks } = await live.alpha.verify();
    const problems = networks.flatMap((network) => network.problems);

    expect(problems.map(({ remedy }) => remedy)).to.include(
      "Set it in alpha.networks.devnet.contracts.Market.address in the Hardhat config.",
    );
  });

  it("given an unknown name or level, then the plugin's error lists the valid ones", async () => {
    const { alpha } = await createAlphaHre();
    for (const [parameters, valid] of [
      [{ networks: ["nowhere"] }, /Valid names: devnet, /],
      [
        { networks: "devnet" },
        /^Expected networks to be a list of names, such as \["devnet"\], got /,
      ],
      [
        { networks: ["devnet", undefined] },
        /^Expected networks to be a list of names, .*, got one with something else/,
      ],
      [
        { strict: "no" },
        /^verify: expected strict to be of the type boolean, got the text "no"/,
      ],
      [{ level: "all" }, /Valid levels: presence, identity, wiring\.$/],
      [
        { levle: "wiring" },
        /^verify: unknown option "levle"\. Did you mean level\? Valid options: networks, sandbox, level, strict\.$/,
      ],
    ] as const) {
      expect(
        await pluginMessageOf(() =>
          Reflect.apply(alpha.verify, alpha, [
            { sandbox: true, ...parameters },
          ]),
        ),
      ).to.match(valid);
    }
  });

  it("given a maximum age that is no number, which no block is older than, then it is an error", async () => {
    const { alpha } = await createAlphaHre();
    for (const maxBlockAge of [Number(undefined), "10m", 0, -1, null]) {
      expect(
        await pluginMessageOf(() =>
          Reflect.apply(alpha.status, alpha, [{ sandbox: true, maxBlockAge }]),
        ),
      ).to.match(/^status: expected maxBlockAge to be a number .*, got /);
    }
  });

  it("given a node that stopped a day ago, then values that are as expected then prove nothing of now, but code is still there", async () => {
    await using sandbox = await serveSandbox("devnetSandbox");
    const askSandbox = forwardTo(sandbox.url);
    let isOther = false;
    const server = await startFaultyServer({
      behaviour: honest,
      ask: async (method, params) => {
        const result = await askSandbox(method, params);
        if (isOther && method === "eth_chainId") {
          return "0x1";
        }
        if (method !== "eth_getBlockByNumber") {
          // A development node may idle.
          return method === "web3_clientVersion" ? "Geth/v1.16.0" : result;
        }
        const { timestamp, ...head } = Object(result);
        return { ...head, timestamp: hexQuantity(BigInt(timestamp) - DAY) };
      },
    });
    try {
      const owner = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
      const hre = await createAlphaHre({
        alpha: {
          networks: { devnet: { expect: { "router.owner": owner } } },
        },
        networks: {
          mine: { type: "http", url: server.url, alphaNetwork: "devnet" },
        },
      });
      const { alpha } = hre;
      const networks = ["mine"];
      const selection = { names: networks, globalNetwork: undefined };
      const selected = selectNetworks(hre.config, {
        ...selection,
        sandbox: false,
      });
      const simulation = async () => {
        const { networks } = await simulateOn(hre, selected, undefined, {
          ...{ from: owner, to: owner, data: "0x", strict: false },
          ...{ lock: false, writeLock: false, simulate: undefined },
          ...{ addresses: undefined, restore: undefined, level: undefined },
          allow: undefined,
        });
        expect(networks[0]?.outcome).to.equal("unknown");
        return networks[0]?.rows[0]?.findings[0]?.reason;
      };
      const simulated = await simulation();
      isOther = true;
      const elsewhere = await simulation();
      isOther = false;
      const { outcome } = await alpha.verify({ networks, level: "identity" });
      const report = await alpha.verify({ networks });
      const [network] = report.networks;

      expect(elsewhere).to.match(
        /mine at http:\S+ cannot be forked: it serves chain id 1, not 32456/,
      );
      expect(simulated).to.match(
        /mine at http:\S+ cannot be forked: its latest block is 864\d\d s old, .*maxBlockAge sets the limit/,
      );
      expect(outcome).to.equal("ok");
      expect(report).to.include({ outcome: "unknown", level: "wiring" });
      expect(network?.reason).to.match(
        /^the values may have changed since the block that was read: its latest block is 864\d\d s old/,
      );
      expect(network?.finding).to.include({
        code: "outdated",
        remedy:
          "Check whether the node or the chain has stopped; maxBlockAge sets the limit.",
      });
      expect(network?.facts?.some(({ verdict }) => verdict === "unknown")).to.be
        .false;
    } finally {
      await server.close();
    }
  });
});
