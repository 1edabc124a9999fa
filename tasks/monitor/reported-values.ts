import { z } from "zod";
import { isRecord } from "../../src/base/records.ts";

/** The values that were read, in a report of `alpha verify`. */
export const REPORTED_VALUES = z.object({
  chainId: z.number(),
  anchors: z
    .object({
      genesisHash: z.string().nullish(),
      block: z.object({ hash: z.string() }).nullish(),
    })
    .optional(),
  facts: z
    .array(z.object({ id: z.string(), value: z.unknown() }))
    .readonly()
    .optional(),
  contracts: z
    .array(
      z.object({
        kind: z.enum(["registry", "token", "portal", "own", "list"]),
        key: z.string(),
        index: z.number().optional(),
        address: z.string().optional(),
        codeHash: z.string().optional(),
        proxy: z.custom<object>(isRecord).optional(),
      }),
    )
    .readonly(),
});

/** The values that were read, in a report or before it is one; none of `alpha status`. */
export type WithValues = Partial<z.infer<typeof REPORTED_VALUES>>;
