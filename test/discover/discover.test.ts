import { existsSync } from "node:fs";
import { expect } from "chai";
import { getContractAddress } from "viem";
import type { Address } from "../../src/base/address.ts";
import { enabledNetworks } from "../../src/config/configured-networks.ts";
import {
  type DiscoverQuestion,
  discover,
} from "../../src/discover/discover.ts";
import { findStartBlock } from "../../src/discover/discover-registry.ts";
import type { DiscoverReport, Discovery } from "../../src/discover/report.ts";
import { createProviderTransport } from "../../src/rpc/provider-transport.ts";
import { PLAIN } from "../../tasks/cli/style.ts";
import { DISCOVER_FORMATS } from "../../tasks/discover/action.ts";
import type { Naming } from "../../tasks/discover/format.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { honest, startFaultyServer } from "../support/node-model/server.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { createChain } from "../support/sandbox-connection.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  createMarketplace,
  discoveryAt,
  type Marketplace,
  validated,
} from "./marketplaces.ts";

const { plan } = SANDBOX_PLANS.devnet;
const THIRD_ROUTER = SANDBOX_PLANS.third.plan.router;
const KEY = "a-key-of-forty-characters-that-is-a-secret";
const VARIABLE = "ALPHA_DISCOVER_RPC_URL";
/** Creates a contract of one byte. */
const CREATION_CODE = "0x600160005360016000f3";

async function discoveryOf(question: DiscoverQuestion): Promise<Discovery> {
  const hre = await createAlphaHre({
    networks: { empty: { type: "edr-simulated" } },
  });
  return validated(await discover(hre, question));
}

async function discovered(question: DiscoverQuestion): Promise<DiscoverReport> {
  const { report } = await discoveryOf(question);
  return report;
}

/** Only the table shows rows. */
type PrintedDiscovery = Pick<Discovery, "report"> & Partial<Discovery>;

async function printed(
  { contractRows = [], factRows = [], ...discovery }: PrintedDiscovery,
  format: string,
  as?: string,
  networks: Naming["networks"] = [],
  alpha: Naming["alpha"] = {},
) {
  const load = DISCOVER_FORMATS[format];
  return (
    (await load?.())?.render(
      { contractRows, factRows, ...discovery },
      { as, networks, alpha },
      PLAIN,
    ) ?? ""
  );
}

/** The chain as a node. */
async function serve({ transport }: Marketplace) {
  return await startFaultyServer({
    behaviour: honest,
    ask: async (method, params) => {
      const reply = await transport.request(method, params);
      if (reply.ok) {
        return reply.result;
      }
      const { code = -32000, data, reason: message } = reply;
      return { error: { code, message, data } };
    },
  });
}

describe("discover", function () {
  this.timeout(60_000);
  const { router } = plan;
  const rpcUrl = "http://127.0.0.1:1";
  let marketplace: Marketplace;
  let discovery: Discovery;
  let report: DiscoverReport;

  before(async () => {
    marketplace = await createMarketplace(SANDBOX_PLANS.devnet);
    discovery = await discoveryAt(marketplace.transport, marketplace);
    ({ report } = discovery);
  });

  after(async () => {
    await marketplace.close();
  });

  it("given a sandbox by --network, then its registry is that of the network", async () => {
    const found = await discovered({ router, hardhatNetwork: "devnetSandbox" });

    expect(found.outcome).to.equal("ok");
    expect(found).to.include({ network: "devnet", endpoint: "in-process" });
    expect(found.registry.fixedPrice).to.equal(plan.fixedPrice);
    for (const [{ notes }, words] of [
      [found, "run alpha export devnet --format address-json --check"],
      [report, "alpha export NAME --format address-json --check FILE"],
    ] as const) {
      expect(notes.at(-1)).to.match(/^to compare a file with the registry, /);
      expect(notes.at(-1)).to.contain(words);
    }
  });

  it("given a network of the config that is no Alpha network, then it is asked, the router is absent, and the table says so", async () => {
    const discovery = await discoveryOf({ router, hardhatNetwork: "empty" });
    const { report: found } = discovery;
    const shown = await printed(discovery, "table");

    expect(found.network).to.equal(null);
    expect(found.contracts.map(({ verdict }) => verdict)).to.deep.equal([
      "absent",
    ]);
    expect(shown).to.match(new RegExp(`✘ absent +Router +${router}`));
    expect(shown).to.match(/there is no code at block \d+/);
    expect(shown).to.contain("Router is left out: ");
    expect(shown).to.contain("The start block is unknown: ");
  });

  it("given a registry, then the table has each contract with its releases, and each token with its symbol", async () => {
    const shown = await printed(discovery, "table");

    expect(shown).to.match(
      new RegExp(`✔ recognised FixedPrice +${plan.fixedPrice}`),
    );
    expect(shown).to.match(/^ +OceanToken · \S+ · OCEAN, 18 decimals$/m);
    expect(shown).not.to.match(/[?✘]/);
  });

  it("given a node by its URL, then the chain id is the node's, and only the origin is shown", async () => {
    const server = await serve(marketplace);
    try {
      process.env[VARIABLE] = `${server.url}/v3/${KEY}`;
      const found = await discovered({ router });

      expect(found.outcome, found.reason).to.equal("ok");
      expect(found).to.include({
        chainId: 32456,
        hardhatNetwork: null,
        endpoint: server.url,
      });
      expect(found.registry).to.deep.equal(report.registry);
      expect(JSON.stringify(found)).not.to.contain(KEY);
    } finally {
      delete process.env[VARIABLE];
      await server.close();
    }
  });

  it("given a URL at which nothing listens, then everything is unknown, with what to do", async () => {
    const server = await startFaultyServer({});
    await server.close();

    const found = await discovered({ router, rpcUrl: `${server.url}/${KEY}` });

    expect(found.outcome).to.equal("unknown");
    expect(found.chainId).to.equal(null);
    expect(found.registry).to.deep.equal({});
    expect(found.cause?.remedy).to.contain(VARIABLE);
    expect(JSON.stringify(found)).not.to.contain(KEY);
  });

  it("given a file of an earlier run and a node that is down, then the file is kept, and one that is not there is not written", async () => {
    using folder = temporaryFolder();
    const task = (await createAlphaHre()).tasks.getTask(["alpha", "discover"]);
    const { error } = console;
    const { exitCode } = process;
    const lines: string[] = [];
    const server = await serve(marketplace);
    try {
      console.error = (line: string) => lines.push(line);
      for (const format of ["config", "address-json"]) {
        const name = `${format}.txt`;
        const out = folder.at(name);
        await task.run({ router, format, out, rpcUrl: server.url });
        const text = folder.read(name);
        expect(text).to.contain(plan.fixedPrice);

        await task.run({ router, format, out, rpcUrl });
        expect(folder.read(name)).to.equal(text);

        await task.run({ router, format, out: `${out}.new`, rpcUrl });
        expect(existsSync(`${out}.new`)).to.equal(false);
      }
    } finally {
      console.error = error;
      process.exitCode = exitCode;
      await server.close();
    }

    expect(lines.join()).to.contain("config.txt was not written.");
    expect(lines.join()).to.match(
      /Nothing could be read: .*is the node running\? Check the node/,
    );
  });

  it("given an entry of another router in an address book, then its start block does not stay, and the project's own contracts do", async () => {
    using folder = temporaryFolder();
    const format = await DISCOVER_FORMATS["address-json"]?.();
    const { chainId } = report;
    const former = { chainId, Router: plan.token, startBlock: 7, Own: "0x01" };
    folder.write("address.json", JSON.stringify({ mine: former }));

    await format?.write?.(
      { ...report, startBlock: { verdict: "unknown", reason: "" } },
      { as: "mine", networks: [], alpha: {} },
      {
        file: folder.at("address.json"),
        task: "discover",
        format: "address-json",
        force: false,
        quiet: true,
      },
    );

    const { mine } = JSON.parse(folder.read("address.json"));
    expect(mine).to.include({ Router: router, Own: "0x01" });
    expect(mine).not.to.have.property("startBlock");
  });

  for (const [what, question, message] of [
    [
      "the zero address",
      { router: `0x${"0".repeat(40)}`, rpcUrl },
      /zero address/,
    ],
    [
      "a wrong checksum",
      { router: router.replace("a", "A"), rpcUrl },
      /wrong checksum/,
    ],
    ["no node to ask", { router }, /--network .* or --rpc-url/],
    [
      "a network and a URL",
      { router, hardhatNetwork: "devnetSandbox", rpcUrl },
      /cannot be combined/,
    ],
    [
      "a URL that is none",
      { router, rpcUrl: `ftp://host/${KEY}` },
      /not an http/,
    ],
  ] as const) {
    it(`given ${what}, then it is an error`, async () => {
      const said = await pluginMessageOf(() => discovered(question));

      expect(said).to.match(message);
      expect(said).not.to.contain(KEY);
    });
  }

  it("given the registry, then the config block has the keys of its network, and is JavaScript", async () => {
    const block = await printed({ report }, "config");
    const value: unknown = new Function(`return ({\n${block}\n})`)();

    expect(value).to.deep.equal({
      alpha: {
        networks: {
          devnet: {
            registry: {
              Alpha: plan.token,
              AlphaCommunityFeeCollector: plan.communityFeeCollector,
              Router: plan.router,
              FixedPrice: plan.fixedPrice,
              ERC20Template: plan.erc20Templates,
              ERC721Template: plan.erc721Templates,
              Dispenser: plan.dispenser,
              ERC721Factory: plan.erc721Factory,
            },
          },
        },
      },
    });
  });

  describe("given a network of the project's own", () => {
    let networks: Naming["networks"] = [];
    let alpha: Naming["alpha"] = {};
    const byUrl = (chainId: number, of: Address = router) => ({
      ...report,
      chainId,
      router: of,
      network: null,
      hardhatNetwork: null,
    });

    before(async () => {
      const { config, userConfig } = await createAlphaHreOf({
        networks: {
          third: false,
          mine: { like: "third", chainId: 7 },
          baseless: { like: "devnet", chainId: 8, registry: { Alpha: null } },
          hundred: {
            like: "devnet",
            chainId: 100,
            registry: { Router: plan.token },
          },
        },
      });
      networks = enabledNetworks(config.alpha);
      alpha = userConfig.alpha ?? {};
    });

    // A chain id that another chain has, too, does not tell the network; the router does.
    for (const [chainId, of, format, as, isOwn, wanted] of [
      [
        32456,
        router,
        "config",
        "third",
        false,
        /third: \{\s+chainId: 32456,.*ERC20Templates: \[/s,
      ],
      [
        100,
        router,
        "config",
        undefined,
        false,
        /marketplace: \{\s+like: "testnet",\s+chainId: 100,\s+registry: \{/,
      ],
      [100, router, "address-json", undefined, false, /"chain-100"/],
      // ocean.js does not list testnet, and reads the second one.
      [
        32457,
        router,
        "address-json",
        undefined,
        false,
        /"pontus-x-testnet": \{.*"unknown": \{\s+"chainId": 32457,/s,
      ],
      [100, THIRD_ROUTER, "config", undefined, false, /third: \{/],
      [100, THIRD_ROUTER, "address-json", undefined, false, /"gen-x-testnet"/],
      [7, router, "address-json", undefined, true, /"mine"/],
      [
        7,
        router,
        "config",
        undefined,
        true,
        /mine: \{\s+like: "third",\s+chainId: 7,\s+registry: \{\s+AlphaToken: /,
      ],
      [
        32456,
        router,
        "config",
        "twin",
        true,
        /twin: \{\s+like: "devnet",\s+chainId: 32456,/,
      ],
      [
        100,
        plan.token,
        "config",
        undefined,
        true,
        /hundred: \{\s+like: "devnet",/,
      ],
      // It has no base token, which the chain does not tell.
      [
        8,
        router,
        "config",
        undefined,
        true,
        /baseless: \{\s+like: "devnet",\s+chainId: 8,\s+registry: \{\s+Alpha: null,/,
      ],
    ] as const) {
      it(`given the router ${of} on chain ${chainId}, when it is printed as ${format}${as === undefined ? "" : ` under ${as}`}${isOwn ? " with own networks" : ""}, then it has the name, keys and chain id of its network`, async () => {
        expect(
          await printed(
            { report: byUrl(chainId, of) },
            format,
            as,
            isOwn ? networks : [],
          ),
        ).to.match(wanted);
      });
    }

    it("given another chain under its name, then it is an error, with both chain ids", async () => {
      expect(
        await pluginMessageOf(() =>
          printed({ report: byUrl(9) }, "config", "mine", networks),
        ),
      ).to.match(/has mine with the chain id 7, but .* is on chain 9/);
    });

    for (const [name, message] of [
      ["discover", /ALPHA_DISCOVER_RPC_URL is the node of alpha discover/],
      ["mine-backend", /ALPHA_MINE_BACKEND_\w+ would be a variable of mine/],
      ["a b", /Expected a letter/],
    ] as const) {
      it(`given the name ${name}, which the config refuses, then it is an error before anything is read`, async () => {
        const config = await DISCOVER_FORMATS["config"]?.();

        expect(
          await pluginMessageOf(async () =>
            config?.checkName?.({ as: name, networks, alpha }),
          ),
        ).to.match(message);
      });
    }
  });

  it("given what is left out, and a block that is old, then the config block says so, in comments of one line", async () => {
    const block = await printed(
      {
        report: {
          ...report,
          doubt: "its latest block is 601 s old",
          registry: { router },
          leftOut: [{ role: "fixedPrice", reason: "it is\nforeign */" }],
        },
      },
      "config",
    );

    const [, line] = /^\/\/ (FixedPrice is left out: .*)/m.exec(block) ?? [];
    expect(line).to.equal(
      "FixedPrice is left out: it is foreign */. Set it here, or the network keeps the published one",
    );
    expect(block).not.to.contain("FixedPrice:");
    expect(block).to.match(
      /^\/\/ The registry may have changed since: its latest block is 601 s old$/m,
    );
  });
});

describe("findStartBlock", () => {
  it("given a contract that a transaction created, then its block is found, and of none a later one", async () => {
    const chain = await createChain();
    const transport = createProviderTransport(chain.connection.provider);
    try {
      await chain.request("hardhat_mine", "0x3");
      const accounts = await chain.request("eth_accounts");
      const from = Array.isArray(accounts) ? accounts[0] : undefined;
      const hash = await chain.request("eth_sendTransaction", {
        from,
        data: CREATION_CODE,
      });
      const receipt = Object(
        await chain.request("eth_getTransactionReceipt", hash),
      );
      const router: Address = receipt.contractAddress;
      await chain.request("hardhat_mine", "0x4");

      expect(
        await findStartBlock(transport, { router, head: 8n }),
      ).to.deep.equal({
        verdict: "found",
        block: BigInt(receipt.blockNumber).toString(),
      });

      const placed = `0x${"ab".repeat(20)}` as const;
      await chain.request("hardhat_setCode", placed, "0x6001");
      const start = await findStartBlock(transport, {
        router: placed,
        head: 8n,
      });
      expect(start.verdict).to.equal("unknown");
    } finally {
      await transport.close();
      await chain.connection.close();
    }
  });

  const sender: Address = `0x${"12".repeat(20)}`;
  const created = getContractAddress({ from: sender, nonce: 3n });
  const creation = { from: sender, nonce: "0x3", to: null };
  const fails = { ok: false, kind: "rpc-error", reason: "missing" } as const;
  const none = { ok: true, result: "0x" } as const;
  const found = { number: "0x5", transactions: [creation] };
  for (const [what, block, verdict, before = none] of [
    ["creates it", found, "found"],
    [
      "is of another nonce",
      { ...found, transactions: [{ ...creation, nonce: "0x4" }] },
      "unknown",
    ],
    [
      "calls a contract",
      { ...found, transactions: [{ ...creation, to: sender }] },
      "unknown",
    ],
    ["is of another block", { ...found, number: "0x6" }, "unknown"],
    [
      "has no valid sender",
      { ...found, transactions: [null, { ...creation, from: "0x12" }] },
      "unknown",
    ],
    ["is not there, as old states", found, "unknown", fails],
  ] as const) {
    it(`given a router with code since a block whose transaction ${what}, then it is ${verdict}, after few requests`, async () => {
      let count = 0;
      const start = await findStartBlock(
        {
          endpoint: "http://127.0.0.1:1",
          request: async (method, [, number]) => {
            count += 1;
            if (method !== "eth_getCode") {
              return { ok: true, result: block };
            }
            return BigInt(String(number)) < 5n
              ? before
              : { ok: true, result: "0x6001" };
          },
          close: async () => {},
        },
        { router: created, head: 1_000_000n },
      );

      expect(start.verdict).to.equal(verdict);
      expect(count).to.be.below(60);
    });
  }
});
