import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { z } from "zod";

import { ROOT } from "../../scripts/paths.ts";
import { runNode } from "../../test/support/run-node.ts";
import { plainEnvironment } from "../measure/plain-environment.ts";

const WORKER = fileURLToPath(new URL("./sandbox-worker.ts", import.meta.url));
const ENTRY = pathToFileURL(join(ROOT, "dist", "src", "index.js")).href;
const TIMEOUT_MS = 120_000;

const processTimes = z.object({
  plain: z.array(z.number()),
  sandbox: z.array(z.number()),
});

/** The times in ms until new connections return their first result. */
export interface SandboxTimes {
  /** The first connection to devnetSandbox of each process, after a plain one. */
  readonly first: readonly number[];
  /** Later connections to a plain simulated network. */
  readonly plain: readonly number[];
  /** Later connections to devnetSandbox, each after a plain one. */
  readonly sandbox: readonly number[];
}

/** Times `rounds` connections of the built package to each network in each process. */
export async function measureSandbox({
  processes,
  rounds,
  onProgress,
}: {
  readonly processes: number;
  readonly rounds: number;
  readonly onProgress: (text: string) => void;
}): Promise<SandboxTimes> {
  const first: number[] = [];
  const plain: number[] = [];
  const sandbox: number[] = [];
  for (let index = 0; index < processes; index++) {
    onProgress(
      `connections to a sandbox, process ${index + 1} of ${processes}`,
    );
    const times = await measureProcess(rounds);
    first.push(...times.sandbox.slice(0, 1));
    plain.push(...times.plain.slice(1));
    sandbox.push(...times.sandbox.slice(1));
  }
  return { first, plain, sandbox };
}

async function measureProcess(
  rounds: number,
): Promise<z.infer<typeof processTimes>> {
  const { code, stdout, stderr } = await runNode([WORKER, ENTRY, `${rounds}`], {
    cwd: ROOT,
    env: plainEnvironment(process.env),
    timeout: TIMEOUT_MS,
  });
  if (code !== 0) {
    throw new Error(`could not time the sandbox: ${stderr}`);
  }
  return processTimes.parse(JSON.parse(stdout));
}
