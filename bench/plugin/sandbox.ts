import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";

import { ROOT } from "../../scripts/paths.ts";
import { runNode } from "../../test/support/run-node.ts";
import { plainEnvironment } from "../measure/plain-environment.ts";

const WORKER = fileURLToPath(new URL("./sandbox-worker.ts", import.meta.url));
const ENTRY = pathToFileURL(join(ROOT, "dist", "src", "index.js")).href;
const TIMEOUT_MS = 120_000;

const sandboxTimes = z.object({
  plain: z.array(z.number()),
  sandbox: z.array(z.number()),
});

/**
 * The times, in ms, until new connections to devnetSandbox and to a plain
 * simulated network return their first result. The first one is also the first
 * connection of its process.
 */
export type SandboxTimes = z.infer<typeof sandboxTimes>;

/** Times `rounds` connections of the built package to each network. */
export async function measureSandbox(rounds: number): Promise<SandboxTimes> {
  const { code, stdout, stderr } = await runNode([WORKER, ENTRY, `${rounds}`], {
    cwd: ROOT,
    env: plainEnvironment(process.env),
    timeout: TIMEOUT_MS,
  });
  if (code !== 0) {
    throw new Error(`could not time the sandbox: ${stderr}`);
  }
  return sandboxTimes.parse(JSON.parse(stdout));
}
