import { z } from "zod";

/** A request to the process of a shaper. */
export const shaperRequest = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("forward"), port: z.number() }),
  z.object({ kind: z.literal("traffic") }),
  z.object({ kind: z.literal("reset") }),
  z.object({ kind: z.literal("drop") }),
]);

export type ShaperRequest = z.infer<typeof shaperRequest>;

/** Its answer. The port is 0, unless one was forwarded. */
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
