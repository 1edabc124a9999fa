import { z } from "zod";
import { isRecord } from "../../src/base/records.ts";

/** The values that were read, in a report of `alpha verify`. */
export const REPORTED_VALUES = z.object({
  chainId: z.number().optional(),
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

const NODE = { state: z.string(), chainId: z.number().optional() };

/** The states of nodes and services, and which ones they are, in a report of `alpha status`. */
export const REPORTED_STATES = z.object({
  ...NODE,
  endpoints: z.array(z.object(NODE)).readonly().optional(),
  services: z
    .array(
      z.object({
        service: z.string(),
        state: z.string(),
        providerAddress: z.object({ actual: z.string() }).optional(),
        reason: z.string().optional(),
      }),
    )
    .readonly()
    .optional(),
});

/** The values that were read, in a report or before it is one. */
export type WithValues = Partial<z.infer<typeof REPORTED_VALUES>> &
  Partial<z.infer<typeof REPORTED_STATES>>;
