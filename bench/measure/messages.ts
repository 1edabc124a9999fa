import { z } from "zod";

/** A message of a worker: it is ready for a run, or has finished one. */
export const workerMessage = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("ready") }),
  z.object({
    kind: z.literal("done"),
    ms: z.number(),
    /** The number of addresses with a wrong result. */
    wrong: z.number(),
    /** The peak memory of the process and its children, in bytes. */
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
