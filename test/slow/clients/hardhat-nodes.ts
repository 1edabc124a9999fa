import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { createProject } from "../../support/cli.ts";
import { guardedEnvironment } from "../../support/guarded-environment.ts";
import {
  type NodeProcess,
  startNodeProcess,
} from "../../support/node-process.ts";

async function startNode(
  cwd: string,
  cli: string,
  args: readonly string[],
  onEnd?: () => void,
): Promise<NodeProcess> {
  return await startNodeProcess({
    name: "hardhat node",
    program: process.execPath,
    args: [
      join(cwd, "node_modules/hardhat", cli),
      ...args,
      ...["node", "--hostname", "127.0.0.1", "--port", "0"],
    ],
    cwd,
    env: {
      ...guardedEnvironment(process.env),
      HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
    },
    listening: /server at http:\/\/(127\.0\.0\.1:\d+)/,
    onEnd,
  });
}

/** Starts a node of the installed Hardhat 3, without the plugin. Close it. */
export async function startHardhat3Node(
  _folder: string,
  chainId: number,
): Promise<NodeProcess> {
  const { root, remove } = createProject(
    `export default { networks: { chain: { type: "edr-simulated", chainId: ${chainId} } } };`,
  );
  const args = ["--network", "chain"];
  return await startNode(root, "dist/src/cli.js", args, remove);
}

/** Starts a node of the Hardhat 2 that a folder has installed. Close it. */
export async function startHardhat2Node(
  folder: string,
  chainId: number,
): Promise<NodeProcess> {
  const config = join(folder, `hardhat-${chainId}.config.cjs`);
  writeFileSync(
    config,
    `module.exports = { networks: { hardhat: { chainId: ${chainId} } } };`,
  );
  const args = ["--config", config];
  return await startNode(folder, "internal/cli/bootstrap.js", args);
}
