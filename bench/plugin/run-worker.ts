import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { ZodType } from "zod";

import { ROOT } from "../../scripts/paths.ts";
import { runNode } from "../../test/support/run-node.ts";
import { plainEnvironment } from "../measure/plain-environment.ts";

const ENTRY = pathToFileURL(join(ROOT, "dist", "src", "index.js")).href;
const TIMEOUT_MS = 120_000;

/**
 * Runs a worker in a process of its own, and returns the JSON value that
 * it prints.
 *
 * @param args are passed after the entry of the built package
 */
export async function runWorker<T>(
  worker: URL,
  args: readonly string[],
  schema: ZodType<T>,
): Promise<T> {
  const { code, stdout, stderr } = await runNode(
    ["--expose-gc", fileURLToPath(worker), ENTRY, ...args],
    { cwd: ROOT, env: plainEnvironment(process.env), timeout: TIMEOUT_MS },
  );
  if (code !== 0) {
    throw new Error(`${worker.pathname} failed: ${stderr}`);
  }
  return schema.parse(JSON.parse(stdout));
}
