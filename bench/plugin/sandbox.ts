import { z } from "zod";

import { runWorker } from "./run-worker.ts";

const WORKER = new URL("./sandbox-worker.ts", import.meta.url);

const PROCESSES = 7;
/** The connections to each network in a process. */
const ROUNDS = 6;

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

/** Times connections of the built package to each network, in several processes. */
export async function measureSandbox(
  onProgress: (text: string) => void,
): Promise<SandboxTimes> {
  const first: number[] = [];
  const plain: number[] = [];
  const sandbox: number[] = [];
  for (let index = 0; index < PROCESSES; index++) {
    onProgress(
      `connections to a sandbox, process ${index + 1} of ${PROCESSES}`,
    );
    const times = await runWorker(WORKER, [`${ROUNDS}`], processTimes);
    first.push(...times.sandbox.slice(0, 1));
    plain.push(...times.plain.slice(1));
    sandbox.push(...times.sandbox.slice(1));
  }
  return { first, plain, sandbox };
}
