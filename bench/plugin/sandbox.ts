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
 * Times until a new connection answers, in ms, the first of a process at the
 * front: to devnetSandbox and to a plain simulated network.
 */
export type SandboxTimes = z.infer<typeof sandboxTimes>;

/** Times connections of the built package, as many to each network. */
export async function measureSandbox(rounds: number): Promise<SandboxTimes> {
  const { code, stdout, stderr } = await runNode([WORKER, ENTRY, `${rounds}`], {
    cwd: ROOT,
    env: plainEnvironment(process.env),
    timeout: TIMEOUT_MS,
  });
  if (code !== 0) {
    throw new Error(`the sandbox could not be timed: ${stderr}`);
  }
  return sandboxTimes.parse(JSON.parse(stdout));
}
