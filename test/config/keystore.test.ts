import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import hardhatKeystore from "@nomicfoundation/hardhat-keystore";
import { expect } from "chai";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";
import { discover } from "../../src/discover/discover.ts";
import { createAlphaHre } from "../support/alpha-hre.ts";
import publicNetworks from "../support/public-networks.json" with {
  type: "json",
};
import { withEnvironment } from "../support/with-environment.ts";

const PASSWORD = "a password of tests";

interface Keystore {
  readonly hre: HardhatRuntimeEnvironment;
  /** What the keystore asked the user for. */
  readonly prompts: readonly string[];
  /** Makes the keystore, with one variable in it. */
  storeFirst(name: string, value: string): Promise<void>;
}

/** A project with the real keystore, its files in a folder that is removed. */
async function withKeystore(
  act: (keystore: Keystore) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "alpha-keystore-"));
  const prompts: string[] = [];
  const answers: string[] = [];
  const plugin: HardhatPlugin = {
    id: "keystore-of-tests",
    npmPackage: null,
    hookHandlers: {
      config: async () => ({
        default: async () => ({
          resolveUserConfig: async (config, resolveVariable, next) => ({
            ...(await next(config, resolveVariable)),
            keystore: {
              filePath: join(folder, "keystore.json"),
              devFilePath: join(folder, "dev.json"),
              devPasswordFilePath: join(folder, "dev.password"),
            },
          }),
        }),
      }),
      userInterruptions: async () => ({
        default: async () => ({
          requestSecretInput: async (_context, _interruptor, prompt) => {
            prompts.push(prompt);
            return answers.shift() ?? PASSWORD;
          },
        }),
      }),
    },
  };
  try {
    await withEnvironment({}, async () => {
      const hre = await createAlphaHre({ plugins: [hardhatKeystore, plugin] });
      const storeFirst = async (key: string, value: string) => {
        const { log } = console;
        answers.push(PASSWORD, PASSWORD, value);
        try {
          // The task prints a banner and its result.
          console.log = () => {};
          await hre.tasks.getTask(["keystore", "set"]).run({ key });
        } finally {
          console.log = log;
        }
        prompts.length = 0;
      };
      await act({ hre, prompts, storeFirst });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function urlOf(
  hre: HardhatRuntimeEnvironment,
  name: string,
): Promise<string> {
  const network = hre.config.networks[name];
  if (network?.type !== "http") {
    throw new Error("no live network");
  }
  return await network.url.getUrl();
}

describe("with hardhat-keystore", () => {
  it("given the node of alpha discover in it, then that is asked, and only its origin is shown", async () => {
    await withKeystore(async ({ hre, prompts, storeFirst }) => {
      const router = `0x${"1".repeat(40)}`;
      await storeFirst("ALPHA_DISCOVER_RPC_URL", "http://127.0.0.1:1/a-key");

      const report = await discover(hre, { router });

      expect(report.endpoint).to.equal("http://127.0.0.1:1");
      expect(report.cause?.reason).to.contain("chain id could not be read");
      expect(JSON.stringify(report)).not.to.contain("a-key");
      expect(prompts).to.have.lengthOf(1);
      await discover(hre, { router, hardhatNetwork: "devnetSandbox" });
      expect(prompts).to.have.lengthOf(1);
    });
  });

  it("given a URL in it, has that after a prompt; the other networks need none", async () => {
    await withKeystore(async ({ hre, prompts, storeFirst }) => {
      await storeFirst("ALPHA_TESTNET_RPC_URL", "http://127.0.0.1:1/a-key");

      expect(await urlOf(hre, "devnet")).to.equal(
        publicNetworks.networks.devnet.portal.nodeUri,
      );
      expect(prompts).to.deep.equal([]);
      expect(await urlOf(hre, "testnet")).to.equal("http://127.0.0.1:1/a-key");
      expect(prompts).to.have.lengthOf(1);
    });
  });
});
