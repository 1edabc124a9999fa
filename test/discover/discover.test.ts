import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { encodeDeployData, getContractAddress } from "viem";
import type { Address } from "../../src/base/address.ts";
import { enabledNetworks } from "../../src/config/configured-networks.ts";
import { contractArtifact } from "../../src/contracts/contract-artifact.ts";
import {
  type DiscoverQuestion,
  discover,
} from "../../src/discover/discover.ts";
import { findStartBlock } from "../../src/discover/find-start-block.ts";
import type { DiscoverReport } from "../../src/discover/report.ts";
import { createProviderTransport } from "../../src/rpc/provider-transport.ts";
import { PLAIN } from "../../tasks/cli/style.ts";
import type { Naming } from "../../tasks/discover/format.ts";
import { DISCOVER_FORMATS } from "../../tasks/discover/formats.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { honest, startFaultyServer } from "../support/node-model/server.ts";
import { pluginMessageOf } from "../support/rejection-of.ts";
import { createChain } from "../support/sandbox-connection.ts";
import { SANDBOX_PLANS } from "../support/sandbox-plans.ts";
import { expectDiscoverReport } from "./discover-schema.ts";
import {
  createMarketplace,
  discoverAt,
  type Marketplace,
} from "./marketplaces.ts";

const { plan } = SANDBOX_PLANS.devnet;
const KEY = "a-key-of-forty-characters-that-is-a-secret";
const VARIABLE = "ALPHA_DISCOVER_RPC_URL";

async function discovered(question: DiscoverQuestion): Promise<DiscoverReport> {
  const hre = await createAlphaHre({
    networks: { empty: { type: "edr-simulated" } },
  });
  return expectDiscoverReport(await discover(hre, question));
}

async function printed(
  report: DiscoverReport,
  format: string,
  as?: string,
  networks: Naming["networks"] = [],
  alpha: Naming["alpha"] = {},
) {
  const load = DISCOVER_FORMATS[format];
  return (await load?.())?.render(report, { as, networks, alpha }, PLAIN) ?? "";
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
  let marketplace: Marketplace;
  let report: DiscoverReport;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "discover-"));
    marketplace = await createMarketplace(SANDBOX_PLANS.devnet);
    report = await discoverAt(marketplace.transport, marketplace);
  });

  after(async () => {
    await marketplace.close();
    await rm(folder, { recursive: true });
  });

  it("given a sandbox by --network, then its registry is that of the network", async () => {
    const found = await discovered({ router, hardhatNetwork: "devnetSandbox" });

    expect(found.outcome).to.equal("ok");
    expect(found).to.include({ network: "devnet", endpoint: "in-process" });
    expect(found.registry.fixedPrice).to.equal(plan.fixedPrice);
  });

  it("given a registry, then the report says which commands compare a file with it", async () => {
    expect(report.notes.at(-1)).to.match(
      /^to compare a file with the registry, .*alpha export NAME --format address-json --check FILE/,
    );
    expect(
      (await discovered({ router, hardhatNetwork: "devnetSandbox" })).notes.at(
        -1,
      ),
    ).to.match(
      /registry, run alpha export devnet --format address-json --check/,
    );
  });

  it("given a network of the config that is no Alpha network, then it is asked, and the router is absent", async () => {
    const found = await discovered({ router, hardhatNetwork: "empty" });

    expect(found.network).to.equal(null);
    expect(found.contracts.map(({ verdict }) => verdict)).to.deep.equal([
      "absent",
    ]);
  });

  it("given a router that is absent, then the table says so, and what could not be told", async () => {
    const found = await discovered({ router, hardhatNetwork: "empty" });
    const shown = await printed(found, "table");

    expect(shown).to.match(new RegExp(`✘ absent +Router +${router}`));
    expect(shown).to.match(/there is no code at block \d+/);
    expect(shown).to.contain("Router is left out: ");
    expect(shown).to.contain("The start block is unknown: ");
  });

  it("given a registry, then the table has each contract with its releases, and each token with its symbol", async () => {
    const shown = await printed(report, "table");

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
    const hre = await createAlphaHre();
    const { error } = console;
    const { exitCode } = process;
    const said: string[] = [];
    const write = async (url: string, format: string, out: string) => {
      const task = hre.tasks.getTask(["alpha", "discover"]);
      await task.run({ router, rpcUrl: url, format, out });
    };
    const server = await serve(marketplace);
    try {
      console.error = (line: string) => said.push(line);
      for (const format of ["config", "address-json"]) {
        const file = join(folder, `${format}.txt`);
        await write(server.url, format, file);
        const text = await readFile(file, "utf8");
        expect(text).to.contain(plan.fixedPrice);

        await write("http://127.0.0.1:1", format, file);
        expect(await readFile(file, "utf8")).to.equal(text);

        await write("http://127.0.0.1:1", format, `${file}.new`);
        expect(existsSync(`${file}.new`)).to.equal(false);
      }
    } finally {
      console.error = error;
      process.exitCode = exitCode;
      await server.close();
    }
    expect(said.join("\n")).to.contain("config.txt was not written.");
    expect(said.join("\n")).to.match(
      /Nothing could be read: .*is the node running\? Check the node/,
    );
  });

  it("given a file with the key of another chain's entry, then nothing is written, not even with --force, and another key is added", async () => {
    const hre = await createAlphaHre();
    const file = join(folder, "address.json");
    const text = `{"mumbai":{"chainId":80001,"veOCEAN":"${router}"}}`;
    await writeFile(file, text);
    const { error } = console;
    const { exitCode } = process;
    const server = await serve(marketplace);
    const add = async (as: string, force: boolean) => {
      const task = hre.tasks.getTask(["alpha", "discover"]);
      const options = { router, rpcUrl: server.url, format: "address-json" };
      await task.run({ ...options, as, force, out: file });
    };
    try {
      console.error = () => {};
      for (const force of [false, true]) {
        expect(await pluginMessageOf(() => add("mumbai", force))).to.match(
          /address\.json has an entry "mumbai" with the chain id 80001, and the new entry has 32456\./,
        );
        expect(await readFile(file, "utf8")).to.equal(text);
      }
      await add("mine", false);
    } finally {
      console.error = error;
      process.exitCode = exitCode;
      await server.close();
    }
    const book = JSON.parse(await readFile(file, "utf8"));
    expect(book.mumbai).to.deep.equal(JSON.parse(text).mumbai);
    expect(book.mine).to.include({ chainId: 32456, Router: router });
  });

  for (const [what, question, message] of [
    [
      "no address",
      { router: "0x12", rpcUrl: "http://127.0.0.1:1" },
      /not an address/,
    ],
    [
      "the zero address",
      { router: `0x${"0".repeat(40)}`, rpcUrl: "http://127.0.0.1:1" },
      /zero address/,
    ],
    [
      "a wrong checksum",
      { router: router.replace("a", "A"), rpcUrl: "http://127.0.0.1:1" },
      /wrong checksum/,
    ],
    ["no node to ask", { router }, /--network .* or --rpc-url/],
    [
      "a network and a URL",
      { router, hardhatNetwork: "devnetSandbox", rpcUrl: "http://127.0.0.1:1" },
      /cannot be combined/,
    ],
    [
      "a misspelt network",
      { router, hardhatNetwork: "devnetSandbx" },
      /did you mean "?devnetSandbox/i,
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
    const block = await printed(report, "config");
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

  it("given another name to print it under, then it has the keys and the chain id of that one", async () => {
    const block = await printed(report, "config", "third");

    expect(block).to.contain("third: {");
    expect(block).to.contain("chainId: 32456");
    expect(block).to.contain("ERC20Templates: [");
  });

  it("given a chain id that another chain has, too, then only the router tells the network", async () => {
    const url = {
      ...report,
      chainId: 100,
      network: null,
      hardhatNetwork: null,
    };
    const third = { ...url, router: SANDBOX_PLANS.third.plan.router };

    expect(await printed(url, "config")).to.match(
      /marketplace: \{\s+like: "testnet",\s+chainId: 100,\s+registry: \{/,
    );
    expect(await printed(url, "config", "my-chain")).to.contain(
      '"my-chain": {',
    );
    expect(await printed(url, "address-json")).to.contain('"chain-100"');
    expect(await printed(third, "config")).to.contain("third: {");
    expect(await printed(third, "address-json")).to.contain('"gen-x-testnet"');
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

    it("given its chain id, then it has its name, like, chain id and keys", async () => {
      expect(await printed(byUrl(7), "config", undefined, networks)).to.match(
        /mine: \{\s+like: "third",\s+chainId: 7,\s+registry: \{\s+AlphaToken: /,
      );
      expect(
        await printed(byUrl(7), "address-json", undefined, networks),
      ).to.contain('"mine"');
    });

    it("given another chain under its name, then it is an error, with both chain ids", async () => {
      expect(
        await pluginMessageOf(() =>
          printed(byUrl(9), "config", "mine", networks),
        ),
      ).to.match(/has mine with the chain id 7, but .* is on chain 9/);
    });

    for (const [name, message] of [
      ["discover", /ALPHA_DISCOVER_RPC_URL is the node of alpha discover/],
      ["mine-backend", /ALPHA_MINE_BACKEND_\w+ would be a variable of mine/],
      ["Devnet", /only differs from devnet/],
      ["mineSandbox", /"mineSandbox" is that of mine/],
      ["a b", /Expected a letter/],
      ["toString", /Expected a letter/],
    ] as const) {
      it(`given the name ${name}, which the config refuses, then it is an error before anything is read, and after`, async () => {
        const config = await DISCOVER_FORMATS["config"]?.();

        expect(
          await pluginMessageOf(async () =>
            config?.checkName?.({ as: name, networks, alpha }),
          ),
        ).to.match(message);
        expect(
          await pluginMessageOf(() =>
            printed(byUrl(9), "config", name, networks, alpha),
          ),
        ).to.match(message);
      });
    }

    it("given its own name, that of the reference or a new one, then that is none", async () => {
      const config = await DISCOVER_FORMATS["config"]?.();

      for (const as of ["mine", "devnet", "sapphire", undefined]) {
        config?.checkName?.({ as, networks, alpha });
      }
    });

    it("given it under another name, then that is like the same network", async () => {
      expect(await printed(byUrl(7), "config", "twin", networks)).to.match(
        /twin: \{\s+like: "third",\s+chainId: 7,/,
      );
      expect(await printed(report, "config", "twin", networks)).to.match(
        /twin: \{\s+like: "devnet",\s+chainId: 32456,/,
      );
    });

    it("given a chain id that another chain has, too, then only its router tells it", async () => {
      const [own, other] = [plan.token, router].map((of) =>
        printed(byUrl(100, of), "config", undefined, networks),
      );

      expect(await own).to.match(/hundred: \{\s+like: "devnet",/);
      expect(await other).to.match(/marketplace: \{\s+like: "testnet",/);
    });
  });

  it("given what is left out, then the config block says so, in comments of one line", async () => {
    const block = await printed(
      {
        ...report,
        registry: { router },
        leftOut: [{ role: "fixedPrice", reason: "it is\nforeign */" }],
      },
      "config",
    );

    expect(block).to.match(/^\/\/ FixedPrice is left out: it is foreign/m);
    expect(block).not.to.contain("FixedPrice:");
  });
});

describe("findStartBlock", () => {
  it("given a contract that a transaction created, then its block is found, and of none a later one", async () => {
    const chain = await createChain();
    const transport = createProviderTransport(chain.connection.provider);
    try {
      await chain.request("hardhat_mine", "0x3");
      const { abi, bytecode } = await contractArtifact(
        "OPFCommunityFeeCollector",
      );
      const accounts = await chain.request("eth_accounts");
      const from = Array.isArray(accounts) ? accounts[0] : undefined;
      const hash = await chain.request("eth_sendTransaction", {
        from,
        data: encodeDeployData({ abi, bytecode, args: [from, from] }),
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
  for (const [what, block, verdict] of [
    ["created it", { number: "0x5", transactions: [creation] }, "found"],
    [
      "is of another nonce",
      { number: "0x5", transactions: [{ ...creation, nonce: "0x4" }] },
      "unknown",
    ],
    [
      "calls a contract",
      { number: "0x5", transactions: [{ ...creation, to: sender }] },
      "unknown",
    ],
    [
      "is of another block",
      { number: "0x6", transactions: [creation] },
      "unknown",
    ],
    [
      "has no valid sender",
      { number: "0x5", transactions: [null, { ...creation, from: "0x12" }] },
      "unknown",
    ],
  ] as const) {
    it(`given a router with code since a block whose transaction ${what}, then it is ${verdict}`, async () => {
      const start = await findStartBlock(
        {
          endpoint: "http://127.0.0.1:1",
          request: async (method, [, number]) => ({
            ok: true,
            result:
              method === "eth_getCode"
                ? BigInt(String(number)) < 5n
                  ? "0x"
                  : "0x6001"
                : block,
          }),
          close: async () => {},
        },
        { router: created, head: 9n },
      );

      expect(start.verdict).to.equal(verdict);
    });
  }

  for (const [what, answer] of [
    [
      "no old states",
      { ok: false, kind: "rpc-error", reason: "missing trie node" },
    ],
    ["null for old states", { ok: true, result: null }],
    ["no code for old states", { ok: true, result: "0x" }],
  ] as const) {
    it(`given a node with ${what}, then it is unknown, after few requests`, async () => {
      let count = 0;
      const start = await findStartBlock(
        {
          endpoint: "http://127.0.0.1:1",
          request: async (method, [, block]) => {
            count += 1;
            return method === "eth_getCode"
              ? BigInt(String(block)) > 999_900n
                ? { ok: true, result: "0x6001" }
                : answer
              : { ok: true, result: { transactions: [] } };
          },
          close: async () => {},
        },
        { router: plan.router, head: 1_000_000n },
      );

      expect(start.verdict).to.equal("unknown");
      expect(count).to.be.below(60);
    });
  }
});
