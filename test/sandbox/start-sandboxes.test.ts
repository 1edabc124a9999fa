import { createServer } from "node:net";

import { expect } from "chai";
import { configVariable } from "hardhat/config";
import { privateKeyToAddress } from "viem/accounts";

import { sandboxAccounts } from "../../src/sandbox/sandbox-accounts.ts";
import {
  serverUrl,
  startSandboxes,
} from "../../src/sandbox/start-sandboxes.ts";
import { createAlphaHre, createAlphaHreOf } from "../support/alpha-hre.ts";
import { httpProvider } from "../support/anvil.ts";
import { listen } from "../support/listen.ts";
import { errorOf, pluginMessageOf } from "../support/rejection-of.ts";

const ALL = { names: [], globalNetwork: undefined, sandbox: true };
const FREE = { port: 0, hostname: "127.0.0.1", allowedOrigins: [] };

describe("sandboxes that are served", () => {
  it("given a chain that mines by itself, then closing ends it", async () => {
    const mining = { auto: false, interval: 20 };
    const hardhat = { allowBlocksWithSameTimestamp: true, mining };
    const hre = await createAlphaHre({ alpha: { sandbox: { hardhat } } });
    const { sandboxes, close } = await startSandboxes(hre, ALL, FREE);
    const { request } = httpProvider(sandboxes[0]?.url ?? "");
    const head = () => request({ method: "eth_blockNumber" });
    try {
      const before = await head();
      while ((await head()) === before) {
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      await close();
    }
    expect(await head().catch(() => "refused")).to.equal("refused");
  });

  it("given a variable of the portal without a value, then its name is shown, and the sandbox served", async () => {
    const providerUri = configVariable("MISSING_PROVIDER_URL");
    const networks = { devnet: { portal: { providerUri } } };
    const hre = await createAlphaHre({ alpha: { networks } });
    const devnet = { ...ALL, names: ["devnet"] };
    const { sandboxes, close } = await startSandboxes(hre, devnet, FREE);
    await close();

    const shown = sandboxes[0]?.portal.fields.find(
      ({ field }) => field === "providerUri",
    );
    expect(shown).to.include({
      value: "{MISSING_PROVIDER_URL}",
      isHidden: true,
    });
  });

  it("given one that cannot be populated, then none is served, and the port is free again", async () => {
    const Router = "0x0000000000000000000000000000000000000001";
    const networks = { third: { registry: { Router } } };
    const hre = await createAlphaHre({ alpha: { networks } });
    const server = createServer();
    const port = await listen(server);
    await new Promise((resolve) => server.close(resolve));

    expect(
      await pluginMessageOf(() =>
        startSandboxes(hre, { ...ALL, names: ["third"] }, { ...FREE, port }),
      ),
    ).to.contain("Could not populate the sandbox");
    expect(await listen(server, port)).to.equal(port);
    server.close();
  });

  for (const [title, alpha, parameters, message] of [
    [
      "sandboxes that are disabled",
      { sandbox: false },
      {},
      "devnet has no sandbox: alpha.sandbox is false",
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
      "keys, one without its prefix",
      [
        { privateKey: "11".repeat(32), balance: "5" },
        { privateKey: `0x${"22".repeat(32)}`, balance: "0" },
      ],
      false,
    ],
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
    ["0.0.0.0", "http://127.0.0.1:1"],
    ["::", "http://[::1]:1"],
  ] as const) {
    it(`given ${hostname}, is ${url}`, () => {
      expect(serverUrl(hostname, 1)).to.equal(url);
    });
  }
});
