import { z } from "zod";

import { runWorker } from "./run-worker.ts";

/** What is sent to a sandbox, with a label. */
export const MEMORY_CASES = [
  { id: "transfer", label: "a transfer, mined at once" },
  { id: "token", label: "an ERC-20 transfer, mined at once" },
  { id: "batched", label: "a transfer, in blocks of 100" },
  { id: "reverted", label: "a transfer, undone with 99 others (`evm_revert`)" },
  { id: "call", label: "a call (`eth_call`)" },
] as const;

/** The growth of the resident memory in bytes for each request, in each process. */
export type MemoryGrowth = Readonly<
  Record<(typeof MEMORY_CASES)[number]["id"], readonly number[]>
>;

const WORKER = new URL("./memory-worker.ts", import.meta.url);
const COUNT = 10_000;
const PROCESSES = 3;

/** Measures by how much the memory of a sandbox grows, in processes of its own each. */
export async function measureMemory(
  onProgress: (text: string) => void,
): Promise<MemoryGrowth> {
  const growth = {
    transfer: [],
    token: [],
    batched: [],
    reverted: [],
    call: [],
  };
  for (const { id } of MEMORY_CASES) {
    const bytes: number[] = growth[id];
    for (let index = 0; index < PROCESSES; index++) {
      onProgress(
        `memory of a sandbox, ${id}, process ${index + 1} of ${PROCESSES}`,
      );
      bytes.push(await runWorker(WORKER, [id, `${COUNT}`], z.number()));
    }
  }
  return growth;
}
