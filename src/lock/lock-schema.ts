import { z } from "zod";

import {
  ALPHA_NETWORK_NAMES,
  isAlphaNetworkName,
} from "../networks/definitions.ts";
import { LOCK_SCHEMA_VERSION } from "./lock-file.ts";

const address = z
  .string()
  .regex(
    /^0x[0-9a-fA-F]{40}$/,
    "Expected an address (0x and 40 hexadecimal digits)",
  );

const contract = z
  .object({
    address,
    codeHash: z
      .string()
      .regex(
        /^0x[0-9a-f]{64}$/,
        "Expected a hash (0x and 64 hexadecimal digits in lower case)",
      ),
    proxy: z
      .object({
        kind: z.enum(["eip1967", "eip1167"]),
        implementation: address,
      })
      .strict()
      .optional(),
  })
  .strict();

const network = z
  .object({
    alphaNetwork: z
      .string()
      .refine(
        isAlphaNetworkName,
        `Expected one of ${ALPHA_NETWORK_NAMES.join(", ")}`,
      ),
    chainId: z.number().int().positive(),
    block: z
      .string()
      .regex(
        /^(0|[1-9][0-9]*)$/,
        "Expected a whole number in decimal, as a text",
      ),
    contracts: z.record(
      z
        .string()
        .regex(
          /^(registry|token|portal)\..+$/,
          "Expected the name of a contract, such as registry.Router",
        ),
      contract,
    ),
  })
  .strict();

/** What a lock file may hold, as `schemas/lock.json` says it. */
export const LOCK_SCHEMA = z
  .object({
    schemaVersion: z.literal(LOCK_SCHEMA_VERSION),
    networks: z.record(z.string().min(1), network),
  })
  .strict();
