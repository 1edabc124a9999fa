import { join } from "node:path";
import hardhatKeystore from "@nomicfoundation/hardhat-keystore";
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { HardhatPlugin } from "hardhat/types/plugins";

import { createAlphaHre } from "./alpha-hre.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { withEnvironment } from "./with-environment.ts";

export const PASSWORD = "a password of tests";

interface Keystore {
  readonly hre: HardhatRuntimeEnvironment;
  /** What the keystore asked the user for. */
  readonly prompts: readonly string[];
  /** Makes the keystore, with one variable in it. */
  storeFirst(name: string, value: string): Promise<void>;
}

/** The files of a keystore in a folder. */
const filesIn = (folder: string) => ({
  filePath: join(folder, "keystore.json"),
  devFilePath: join(folder, "dev.json"),
  devPasswordFilePath: join(folder, "dev.password"),
});

/** Source text of plugins: the real keystore with its files in a folder. */
export const keystorePlugins = (folder: string): string => `
  (await import("@nomicfoundation/hardhat-keystore")).default,
  {
    id: "keystore-of-tests",
    npmPackage: null,
    hookHandlers: {
      config: async () => ({
        default: async () => ({
          resolveUserConfig: async (config, resolveVariable, next) => ({
            ...(await next(config, resolveVariable)),
            keystore: ${JSON.stringify(filesIn(folder))},
          }),
        }),
      }),
    },
  },`;

/**
 * A project with the real keystore, its files in a folder, by default one that is
 * removed.
 */
export async function withKeystore(
  act: (keystore: Keystore) => Promise<void>,
  given?: string,
): Promise<void> {
  using temporary = temporaryFolder();
  const folder = given ?? temporary.root;
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
            keystore: filesIn(folder),
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
}
