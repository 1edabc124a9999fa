import { createServer, type Server } from "node:http";
import hardhatVerify from "@nomicfoundation/hardhat-verify";
import { verifyContract } from "@nomicfoundation/hardhat-verify/verify";
import { expect } from "chai";
import { createHardhatRuntimeEnvironment } from "hardhat/hre";
import type { HardhatUserConfig } from "hardhat/types/config";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import hardhatAlphaNetworks from "../../../src/index.ts";
import { listen } from "../../support/listen.ts";
import { errorOf, pluginMessageOf } from "../../support/rejection-of.ts";

const ADDRESS = "0x4Ede1776D6B75de6c907172Abc0453a3C8AB372a";
const GNOSIS = /show them on Gnosis Chain, which has the same chain id 100/;
const PROVIDERS = ["etherscan", "blockscout", "sourcify"] as const;

/** A project with the real hardhat-verify, and a network as that of the command. */
async function projectOn(
  network: string,
  config: HardhatUserConfig = {},
  isVerifyFirst = false,
): Promise<HardhatRuntimeEnvironment> {
  const plugins = [hardhatAlphaNetworks, hardhatVerify];
  return await createHardhatRuntimeEnvironment(
    {
      verify: { etherscan: { apiKey: "key" } },
      ...config,
      plugins: isVerifyFirst ? plugins.toReversed() : plugins,
    },
    { network },
  );
}

const taskOf = (hre: HardhatRuntimeEnvironment, id: readonly string[]) =>
  hre.tasks.getTask([...id]).run({ address: ADDRESS, constructorArgs: [] });

describe("hardhat-verify on the third network", () => {
  for (const isVerifyFirst of [true, false]) {
    const order = isVerifyFirst ? "before" : "after";

    for (const provider of PROVIDERS) {
      it(`given ${provider}, which is listed ${order} this plugin, then it refuses to publish on an explorer of Gnosis Chain`, async () => {
        const hre = await projectOn("thirdSandbox", {}, isVerifyFirst);

        expect(
          await pluginMessageOf(() =>
            verifyContract({ address: ADDRESS, provider }, hre),
          ),
        ).to.match(GNOSIS);
        expect(
          await pluginMessageOf(() => taskOf(hre, ["verify", provider])),
        ).to.match(GNOSIS);
      });
    }

    it(`given a connection, with hardhat-verify listed ${order} this plugin, then its API for Etherscan refuses, and that of devnet does not`, async () => {
      const hre = await projectOn("default", {}, isVerifyFirst);
      const third = await hre.network.create("thirdSandbox");
      const devnet = await hre.network.create("devnetSandbox");

      expect(
        await pluginMessageOf(() => third.verification.etherscan.getApiUrl()),
      ).to.match(GNOSIS);
      expect(devnet.verification.etherscan).to.have.property("getApiUrl");
      await Promise.all([third.close(), devnet.close()]);
    });
  }

  it("given the task for all explorers, then it is refused before it asks any", async () => {
    const hre = await projectOn("third");

    expect(await pluginMessageOf(() => taskOf(hre, ["verify"]))).to.match(
      GNOSIS,
    );
  });

  it("given Gnosis Chain itself as another network, then its explorers stay available", async () => {
    const hre = await projectOn("gnosis", {
      networks: { gnosis: { type: "edr-simulated", chainId: 100 } },
    });
    const connection = await hre.network.create();

    expect(await connection.verification.etherscan.getUrl()).to.equal(
      "https://gnosisscan.io",
    );
    await connection.close();
  });

  it("given devnet, then it is hardhat-verify that says that it has no explorer", async () => {
    const hre = await projectOn("devnetSandbox");
    const error = await errorOf(() =>
      verifyContract({ address: ADDRESS, provider: "blockscout" }, hre),
    );

    expect(error.message).to.match(/^HHE\d+: .*Blockscout.*32456/s);
  });

  describe("given an explorer of its own", () => {
    const asked: string[] = [];
    let server: Server;
    let origin: string;

    before(async () => {
      server = createServer((request, response) => {
        asked.push(request.url ?? "");
        response.setHeader("content-type", "application/json");
        response.end(
          JSON.stringify({
            status: "1",
            message: "OK",
            result: [{ SourceCode: "" }],
          }),
        );
      });
      origin = `http://127.0.0.1:${await listen(server)}`;
    });

    after(() => {
      server.close();
    });

    it("then that is asked, and the others are still refused", async () => {
      const hre = await projectOn("thirdSandbox", {
        chainDescriptors: {
          100: {
            name: "Third",
            blockExplorers: {
              blockscout: { url: origin, apiUrl: `${origin}/api` },
            },
          },
        },
      });

      const error = await errorOf(() =>
        verifyContract({ address: ADDRESS, provider: "blockscout" }, hre),
      );
      expect(error.message).to.match(/^HHE\d+: No bytecode found/);
      expect(asked.join()).to.include(ADDRESS);
      expect(
        await pluginMessageOf(() =>
          verifyContract({ address: ADDRESS, provider: "sourcify" }, hre),
        ),
      ).to.match(GNOSIS);
    });
  });
});
