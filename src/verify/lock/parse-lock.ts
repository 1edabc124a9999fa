import { join } from "node:path";
import { defaultErrorMap, z } from "zod";
import { type Address, isAddress } from "../../base/address.ts";
import { alphaCommand } from "../../base/command.ts";
import { alphaError } from "../../base/errors.ts";
import type { Hex } from "../../base/hex.ts";
import { isRecord } from "../../base/records.ts";
import { oneLine } from "../../base/text.ts";
import { plainIssues } from "../../config/validate/plain-issues.ts";
import { conflictIn } from "../../files/conflict-markers.ts";
import { jsonErrorPlace, parseStrictJson } from "../../files/json.ts";
import { readTextFile } from "../../files/read-text.ts";
import { decode, type Json } from "../values/codec.ts";
import { partsOfId } from "../wiring/policy-facts.ts";
import {
  CATALOGUE,
  EMPTY_LOCK,
  LOCK_FILE,
  LOCK_SCHEMA_VERSION,
  type Lock,
  networkOfFile,
} from "./lock-file.ts";

/** More problems than these are only counted. */
const MAX_SHOWN = 20;
const REPAIR =
  "Repair it or take it from version control. Deleted, it is written anew by --write-lock.";

/**
 * A lock file's text as a lock.
 *
 * @param file its name, for messages
 * @throws HardhatPluginError with the line of a syntax error, the path of each
 * wrong value, or the version of a newer format.
 */
export function parseLock(text: string, file: string): Lock {
  const data = dataOf(text, file);
  const version = isRecord(data) ? data["schemaVersion"] : undefined;
  if (typeof version === "number" && version > LOCK_SCHEMA_VERSION) {
    throw alphaError(
      `The lock file ${file} has format ${version}, but this version only supports formats up to ${LOCK_SCHEMA_VERSION}. Update hardhat-alpha-networks.`,
    );
  }
  if (version === FORMER_VERSION) {
    throw alphaError(
      `The lock file ${file} has format ${version}, which holds sentences in place of values, and is not compared any more. Write it anew with "${alphaCommand("verify", "--write-lock")}", which prints all values.`,
    );
  }
  const parsed = LOCK_SCHEMA.safeParse(data, plainIssues(defaultErrorMap));
  if (parsed.success) {
    const { networks } = parsed.data;
    const entries = Object.entries(networks);
    return {
      networks: Object.fromEntries(
        entries.map(([name, network]) => [name, networkOfFile(network)]),
      ),
    };
  }
  const problems = parsed.error.issues.map(
    ({ path, message }) => `  ${pathText(path)}: ${oneLine(message)}`,
  );
  const more = problems.length - MAX_SHOWN;
  throw alphaError(
    `The lock file ${file} is damaged:\n${problems.slice(0, MAX_SHOWN).join("\n")}${more > 0 ? `\n  and ${more} more` : ""}\n${REPAIR}`,
  );
}

/** Replaced by what `--write-lock` writes. */
const FORMER_VERSION = 2;

/**
 * The names of the networks in a lock file of the format that `--write-lock` replaces;
 * `undefined` of any other.
 */
function formerNetworks(text: string): readonly string[] | undefined {
  const json = parseStrictJson(text.replace(/^\uFEFF/, ""));
  const { schemaVersion, networks } =
    json.ok && isRecord(json.value) ? json.value : {};
  return schemaVersion === FORMER_VERSION
    ? Object.keys(isRecord(networks) ? networks : {})
    : undefined;
}

function dataOf(text: string, file: string): unknown {
  const bare = text.replace(/^\uFEFF/, "");
  const json = parseStrictJson(bare);
  if (!json.ok) {
    if (conflictIn(bare, jsonErrorPlace(bare)) !== undefined) {
      throw alphaError(
        `The lock file ${file} ${json.reason}. Take one side, with "git checkout --ours ${file}" or "git checkout --theirs ${file}", and run "${alphaCommand("verify", "--write-lock")}" for the networks of the other side.`,
      );
    }
    throw alphaError(`The lock file ${file} ${json.reason}. ${REPAIR}`);
  }
  return json.value;
}

/** A path as one would write it: `networks.devnet.contracts["registry.Router"].address`. */
function pathText(path: readonly (string | number)[]): string {
  const text = path
    .map((part) =>
      typeof part === "string" && /^[A-Za-z_$][\w$]*$/.test(part)
        ? `.${part}`
        : `[${typeof part === "string" ? JSON.stringify(oneLine(part)) : part}]`,
    )
    .join("");
  return text === "" ? "the whole" : text.replace(/^\./, "");
}

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

const hop = z
  .object({
    kind: z.enum(["eip1967", "eip1167", "eip7511", "beacon"]),
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
  "Expected a value, such as an address, a number in decimal as a text, or a list",
);

const party = z
  .object({
    controls: z.string().optional(),
    is: value.optional(),
    values: z
      .record(
        z
          .string()
          .min(1)
          .refine((name) => name !== "is", 'Expected "is" beside "values"'),
        value,
      )
      .optional(),
  })
  .strict();

const network = z
  .object({
    alphaNetwork,
    chainId: z.number().int().positive(),
    catalogue: z
      .number()
      .int()
      .positive()
      .max(
        CATALOGUE,
        `A later version of hardhat-alpha-networks has written it, which reads more values (${CATALOGUE} at most). Update hardhat-alpha-networks`,
      ),
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
    policy: z
      .record(
        z
          .string()
          .min(1)
          .refine(
            (id) => partsOfId(id) === undefined,
            'Expected what is behind an address in "parties"',
          ),
        value,
      )
      .default({}),
    parties: z
      .record(
        z.string().regex(/^0x[\da-fA-F]{40}$/, "Expected an address"),
        party,
      )
      .default({}),
    analysis: z.object({}).strict().optional(),
  })
  .strict();

/** What a lock file may hold, as `schemas/lock.json` says it. */
const LOCK_SCHEMA = z
  .object({
    schemaVersion: z.literal(LOCK_SCHEMA_VERSION),
    networks: z.record(z.string().min(1), network),
  })
  .strict();

/** A project's lock, and the text it was read from. */
export interface ReadLock {
  readonly path: string;
  /** `undefined` where there is no file. */
  readonly text: string | undefined;
  readonly lock: Lock;
  /** The networks of a file of the former format, of which nothing is taken over. */
  readonly former?: readonly string[] | undefined;
}

/**
 * The lock file in a project's root; no file is an empty lock.
 *
 * @param isReplaced whether it is about to be written: then one of the former format
 * counts as empty, too
 * @throws HardhatPluginError if it cannot be read, or is damaged.
 */
export async function readLock(
  root: string,
  isReplaced = false,
): Promise<ReadLock> {
  const path = join(root, LOCK_FILE);
  const read = await readTextFile(path);
  switch (read.kind) {
    case "text": {
      const { text } = read;
      const former = isReplaced ? formerNetworks(text) : undefined;
      return former === undefined
        ? { path, text, lock: parseLock(text, LOCK_FILE) }
        : { path, text, lock: EMPTY_LOCK, former };
    }
    case "missing":
      return { path, text: undefined, lock: EMPTY_LOCK };
    case "unreadable":
      throw alphaError(
        `The lock file ${path} could not be read: ${read.reason}. Restore the committed one.`,
      );
  }
}
