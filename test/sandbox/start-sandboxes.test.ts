import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { expect } from "chai";
import { privateKeyToAddress } from "viem/accounts";

import type { AlphaUserConfig } from "../../src/config/user-config.ts";
import { sandboxAccounts } from "../../src/sandbox/sandbox-accounts.ts";
import { serverUrl } from "../../src/sandbox/server/serve-sandboxes.ts";
import { startSandboxes } from "../../src/sandbox/start-sandboxes.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { httpProvider } from "../support/anvil.ts";
import { listen } from "../support/listen.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: true };
const FREE = { port: 0, hostname: "127.0.0.1", allowedOrigins: [] };
const UNUSABLE_ROUTER = "0x0000000000000000000000000000000000000001";

async function start(
  alpha: AlphaUserConfig,
  names: readonly string[],
  use: (started: Awaited<ReturnType<typeof startSandboxes>>) => Promise<void>,
) {
  const hre = await createAlphaHre({ alpha });
  const started = await startSandboxes(hre, { ...ALL, names }, FREE);
  try {
    await use(started);
  } finally {
    await started.close();
  }
}

describe("sandboxes that are served", () => {
  it("given two names, then those are served in their order, each on a chain of its own", async () => {
    await start({}, ["third", "devnetSandbox"], async ({ sandboxes }) => {
      expect(
        sandboxes.map(({ network, chainId }) => [network, chainId]),
      ).to.deep.equal([
        ["third", 100],
        ["devnet", 32456],
      ]);
      expect(new Set(sandboxes.map(({ url }) => url)).size).to.equal(2);
    });
  });

  it("given a chain that mines by itself, then closing ends it", async () => {
    const mining = { auto: false, interval: 20 };
    const hardhat = { allowBlocksWithSameTimestamp: true, mining };
    await start({ sandbox: { hardhat } }, ["devnet"], async (started) => {
      const { request } = httpProvider(started.sandboxes[0]?.url ?? "");
      const head = () => request({ method: "eth_blockNumber" });
      const before = await head();
      while ((await head()) === before) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await started.close();
      expect(await head().catch(() => "refused")).to.equal("refused");
    });
  });

  it("given a client in the middle of a request, then closing does not wait for it", async () => {
    await start({}, ["devnet"], async ({ sandboxes, close }) => {
      const { port } = new URL(sandboxes[0]?.url ?? "");
      const client: Socket = connect(Number(port), "127.0.0.1");
      const gone = once(client, "close");
      client.on("error", () => {});
      await once(client, "connect");
      client.write(
        "POST / HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{",
      );
      // A request and its answer later the server has surely got that.
      await httpProvider(sandboxes[0]?.url ?? "").request({
        method: "eth_chainId",
      });

      await close();

      await gone;
    });
  });

  it("given one that cannot be populated, then none is served, and the port is free again", async () => {
    const hre = await createAlphaHre({
      alpha: { networks: { third: { registry: { Router: UNUSABLE_ROUTER } } } },
    });
    const port = await quietPort();
    const refusal = await pluginMessageOf(() =>
      startSandboxes(
        hre,
        { ...ALL, names: ["devnet", "third"] },
        { ...FREE, port },
      ),
    );

    expect(refusal).to.contain("Could not populate the sandbox");
    expect(await isFree(port)).to.equal(true);
  });

  for (const [title, alpha, parameters, message] of [
    [
      "sandboxes that are disabled",
      { sandbox: false },
      {},
      "devnet has no sandbox: alpha.sandbox is false",
    ],
    [
      "networks that are disabled",
      { networks: { devnet: false, testnet: false, third: false } },
      {},
      "disabled",
    ],
    [
      "more sandboxes than there are ports left",
      {},
      { port: 65_534 },
      "would need port 65536",
    ],
    [
      "a hostname that is not an address of this machine",
      {},
      { hostname: "192.0.2.1" },
      "port 0 of 192.0.2.1: this machine does not have the address",
    ],
  ] as const) {
    it(`given ${title}, then the error says so`, async () => {
      const hre = await createAlphaHre({ alpha });

      expect(
        await pluginMessageOf(() =>
          startSandboxes(hre, ALL, { ...FREE, ...parameters }),
        ),
      ).to.contain(message);
    });
  }
});

describe("the accounts of a sandbox's config", () => {
  const accountsOf: readonly (readonly [string, unknown, boolean])[] = [
    ["Hardhat's own", {}, true],
    [
      "fewer of Hardhat's own, at another path",
      { count: 2, initialIndex: 3, path: "m/44'/1'/7'/" },
      true,
    ],
    [
      "a passphrase on the public mnemonic",
      { count: 2, passphrase: "salt" },
      false,
    ],
    [
      "a mnemonic of the user's own",
      {
        count: 2,
        mnemonic:
          "legal winner thank year wave sausage worth useful legal winner thank yellow",
      },
      false,
    ],
    [
      "the public mnemonic, written out",
      { count: 1, mnemonic: `${"test ".repeat(11)}junk` },
      true,
    ],
    [
      "keys, one without its prefix",
      [
        { privateKey: "11".repeat(32), balance: "5" },
        { privateKey: `0x${"22".repeat(32)}`, balance: "0" },
      ],
      false,
    ],
    ["none", [], false],
  ];
  for (const [title, accounts, isPublic] of accountsOf) {
    it(`given ${title}, then they are the chain's, with its balances, ${isPublic ? "and the keys everybody knows" : "and no key"}`, async () => {
      const hre = await createAlphaHreOf({
        sandbox: { hardhat: { accounts } },
      });
      const connection = await hre.network.create("thirdSandbox");
      const { networkConfig, provider } = connection;
      if (networkConfig.type !== "edr-simulated") {
        throw new Error("no simulated network");
      }

      const listed = await sandboxAccounts(provider, networkConfig.accounts);

      expect(listed.map(({ address }) => address.toLowerCase())).to.deep.equal(
        await provider.request({ method: "eth_accounts" }),
      );
      for (const { address, balance, privateKey } of listed) {
        const held = await provider.request({
          method: "eth_getBalance",
          params: [address, "latest"],
        });
        expect(BigInt(String(held))).to.equal(balance);
        expect(privateKey && privateKeyToAddress(privateKey)).to.equal(
          isPublic ? address : undefined,
        );
      }
      await connection.close();
    });
  }

  for (const [title, accounts, message] of [
    [
      "a key of zero",
      [{ privateKey: `0x${"00".repeat(32)}`, balance: "1" }],
      "Could not create thirdSandbox: invalid scalar",
    ],
    [
      "a key beyond the curve's order, after a good one",
      [
        { privateKey: `0x${"11".repeat(32)}`, balance: "1" },
        { privateKey: `0x${"ff".repeat(32)}`, balance: "1" },
      ],
      "Could not create thirdSandbox: invalid field element",
    ],
    [
      "a mnemonic of four words",
      { mnemonic: "secret words of mine" },
      "Could not create thirdSandbox: Invalid mnemonic. Check its config",
    ],
    ["an invalid path", { path: "n/44/x" }, 'HD path "n/44/x" is invalid'],
  ] as const) {
    it(`given ${title}, then the error says so, without the secret`, async () => {
      const hre = await createAlphaHreOf({
        sandbox: { hardhat: { accounts } },
      });
      const refusal = await errorOf(() =>
        startSandboxes(hre, { ...ALL, names: ["third"] }, FREE),
      );

      expect(refusal.message).to.contain(message);
      expect(String(refusal.cause)).not.to.match(/secret|1157920|ffff/);
      expect(refusal.message).not.to.match(/secret|1157920|ffff/);
    });
  }
});

describe("a server's URL", () => {
  for (const [hostname, url] of [
    ["127.0.0.1", "http://127.0.0.1:1"],
    ["localhost", "http://localhost:1"],
    ["0.0.0.0", "http://127.0.0.1:1"],
    ["::", "http://[::1]:1"],
    ["::1", "http://[::1]:1"],
    ["constructor", "http://constructor:1"],
  ] as const) {
    it(`given ${hostname}, is ${url}`, () => {
      expect(serverUrl(hostname, 1)).to.equal(url);
    });
  }
});

/** A free port outside of the range that systems assign. */
async function quietPort(): Promise<number> {
  for (let left = 100; left > 0; left -= 1) {
    const port = 20_000 + randomInt(10_000);
    if (await isFree(port)) {
      return port;
    }
  }
  throw new Error("no port is free");
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    await listen(server, port);
  } catch {
    return false;
  }
  server.close();
  await once(server, "close");
  return true;
}
