import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createProject } from "../cli.ts";
import { guardedEnvironment } from "../guarded-environment.ts";
import { type NodeProcess, startNodeProcess } from "../node-process.ts";

const ARGS = ["node", "--hostname", "127.0.0.1", "--port", "0"];
const LISTENING = /server at http:\/\/(127\.0\.0\.1:\d+)/;

/** Starts a node of the installed Hardhat 3, without the plugin. Close it. */
export async function startHardhat3Node(chainId: number): Promise<NodeProcess> {
  const project = createProject(
    `export default { networks: { chain: { type: "edr-simulated", chainId: ${chainId} } } };`,
  );
  try {
    const node = await startNodeProcess({
      name: "hardhat node",
      program: process.execPath,
      args: [
        join(project.root, "node_modules/hardhat/dist/src/cli.js"),
        ...ARGS,
        "--network",
        "chain",
      ],
      cwd: project.root,
      env: guardedEnvironment(process.env),
      listening: LISTENING,
    });
    return {
      ...node,
      close: async () => {
        await node.close();
        project.remove();
      },
    };
  } catch (error) {
    project.remove();
    throw error;
  }
}

/**
 * Starts a node of Hardhat 2. Close it.
 *
 * @param folder Has Hardhat 2 installed, and gets a config for each chain id.
 */
export async function startHardhat2Node(
  folder: string,
  chainId: number,
): Promise<NodeProcess> {
  const config = join(folder, `hardhat-${chainId}.config.cjs`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    config,
    `module.exports = { networks: { hardhat: { chainId: ${chainId} } } };`,
  );
  return await startNodeProcess({
    name: "hardhat 2 node",
    program: process.execPath,
    args: [
      join(folder, "node_modules/hardhat/internal/cli/bootstrap.js"),
      "--config",
      config,
      ...ARGS,
    ],
    cwd: folder,
    env: {
      ...guardedEnvironment(process.env),
      HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
    },
    listening: LISTENING,
  });
}
