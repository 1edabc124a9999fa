import { z } from "zod";

/** What a shaper's process is asked to do. */
export const shaperRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("forward"), port: z.number() }),
  z.object({ kind: z.literal("traffic") }),
  z.object({ kind: z.literal("reset") }),
  z.object({ kind: z.literal("drop") }),
]);

export type ShaperRequest = z.infer<typeof shaperRequest>;

/** Its answer; the values that were not asked for are zero. */
export const shaperAnswer = z.object({
  port: z.number(),
  traffic: z.object({
    bytesUp: z.number(),
    bytesDown: z.number(),
    sockets: z.number(),
    trips: z.number(),
  }),
});

export type ShaperAnswer = z.infer<typeof shaperAnswer>;
