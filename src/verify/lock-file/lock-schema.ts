import { z } from "zod";
import { type Address, isAddress } from "../../base/address.ts";
import type { Hex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { PROXY_KINDS } from "../../contracts/code-kinds.ts";
import { decode, type Json } from "../values/codec.ts";
import { partsOfId } from "../values/path.ts";

const address = z.custom<Address>(
  isAddress,
  "Expected an address (0x and 40 hexadecimal digits)",
);

const hash = z.custom<Hex>(
  (value) => typeof value === "string" && /^0x[0-9a-f]{64}$/.test(value),
  "Expected a hash (0x and 64 hexadecimal digits in lower case)",
);

/** Any name: the project may have had a network of its own that it removed. */
const alphaNetwork = z
  .string()
  .regex(/^[A-Za-z][\w-]*$/, "Expected the name of a network");

const block = z
  .string()
  .regex(/^(0|[1-9][0-9]*)$/, "Expected a whole number in decimal, as a text");

const contractKey = z
  .string()
  .regex(
    /^(registry|token|portal|own)\..+$/,
    "Expected the name of a contract, such as registry.Router",
  );

const KINDS = PROXY_KINDS.map(({ name }) => name);
export const LATER_KIND = `Expected a kind of proxy that this version knows: ${KINDS.join(", ")}`;
const hop = z
  .object({
    kind: z.string().refine((kind) => KINDS.includes(kind), LATER_KIND),
    to: address,
    code: hash.optional(),
    beacon: address.optional(),
    admin: address.optional(),
  })
  .strict();

const contract = z
  .object({
    address,
    code: hash,
    accepted: z.literal(true).optional(),
    runs: z.array(hop).min(1).optional(),
  })
  .strict();

const value = z.custom<Json>(
  (json) => decode(json) !== undefined,
  "Expected a value, such as an address, a number in decimal as a text, or a list without an item or an address twice",
);

/** A record by names. Zod's own leaves `__proto__` out without a word. */
export function byName<T extends z.ZodTypeAny>(
  name: z.ZodType<string>,
  one: T,
) {
  return z
    .unknown()
    .superRefine((all, context) => {
      if (isRecord(all) && Object.hasOwn(all, "__proto__")) {
        const path = ["__proto__"];
        context.addIssue({ code: "custom", path, message: "Unknown field" });
      }
    })
    .pipe(z.record(name, one));
}

const party = z
  .object({
    controls: z.string().optional(),
    is: value.optional(),
    values: byName(
      z
        .string()
        .min(1)
        .refine((name) => name !== "is", 'Expected "is" beside "values"'),
      value,
    ).optional(),
  })
  .strict();

/** A network in a lock file, as `schemas/lock.json` says it. */
export const LOCKED_NETWORK = z
  .object({
    alphaNetwork,
    chainId: z.number().int().positive(),
    catalogue: z.number().int().positive(),
    chain: z
      .object({
        genesis: hash.nullish(),
        block: z
          .object({ number: block, hash: hash.nullish() })
          .strict()
          .optional(),
      })
      .strict()
      .optional(),
    contracts: z.record(contractKey, contract),
    policy: byName(
      z
        .string()
        .min(1)
        .refine(
          (id) => partsOfId(id) === undefined,
          'Expected what is behind an address in "parties"',
        ),
      value,
    ).default({}),
    parties: z
      .record(
        z
          .string()
          .refine((at): boolean => isAddress(at), "Expected an address"),
        party,
      )
      .superRefine((parties, context) => {
        const known = new Map<string, string>();
        for (const at of Object.keys(parties)) {
          const other = known.get(at.toLowerCase());
          if (other !== undefined) {
            const message = `Expected each address once; ${other} is the same one`;
            context.addIssue({ code: "custom", path: [at], message });
          }
          known.set(at.toLowerCase(), at);
        }
      })
      .default({}),
    analysis: z
      .object({
        found: z.number().int().positive().optional(),
        inUse: z.array(z.string().min(1)).optional(),
        accepted: z.array(z.string().min(1)).optional(),
      })
      .strict()
      .optional(),
  })
  .strict();

/** A network as a lock file has it, and a step of what a contract there runs. */
export type NetworkInFile = z.infer<typeof LOCKED_NETWORK>;
export type HopInFile = z.infer<typeof hop>;
