import { z } from "zod";

/** What a worker tells: it is ready for a run, or has done one. */
export const workerMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("done"),
    ms: z.number(),
    /** Addresses whose answer is not the truth. */
    wrong: z.number(),
    /** Peak of the process and of those it started, in bytes, so far. */
    peakBytes: z.number(),
  }),
  z.object({
    kind: z.literal("failed"),
    ms: z.number(),
    reason: z.string(),
    peakBytes: z.number(),
  }),
]);

export type WorkerMessage = z.infer<typeof workerMessage>;
