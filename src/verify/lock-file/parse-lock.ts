import { join } from "node:path";
import { defaultErrorMap, z } from "zod";
import { type Address, toChecksum } from "../../base/address.ts";
import { alphaCommand } from "../../base/command.ts";
import { alphaError } from "../../base/errors.ts";
import { mapValues, recordOf } from "../../base/records.ts";
import { oneLine } from "../../base/text.ts";
import { plainIssues } from "../../config/validate/plain-issues.ts";
import { CATALOGUE } from "../../contracts/followed-values.ts";
import {
  conflictIn,
  jsonErrorPlace,
  parseStrictJson,
} from "../../files/json.ts";
import { readTextFile } from "../../files/read-text.ts";
import {
  EMPTY_LOCK,
  LOCK_FILE,
  LOCK_SCHEMA_VERSION,
  type Lock,
  networkOfFile,
} from "./lock-file.ts";
import {
  byName,
  LATER_KIND,
  LOCKED_NETWORK,
  type NetworkInFile,
} from "./lock-schema.ts";

type NetworksInFile = Readonly<Record<string, NetworkInFile>>;

/** More problems than these are only counted. */
const MAX_SHOWN = 20;
const REPAIR =
  "Repair it or take it from version control. Deleted, it is written anew by --write-lock.";

/**
 * A lock file's text as a lock.
 *
 * @param file its name, for messages
 * @throws HardhatPluginError with the line of a syntax error, the path of each
 * wrong value, the version of a newer format, the networks of a newer catalogue, or the
 * path of a newer kind of proxy.
 */
export function parseLock(text: string, file: string): Lock {
  return lockOf(networksOf(dataOf(text, file), file));
}

/** The networks of a lock file's data, as the file has them. */
function networksOf(data: unknown, file: string): NetworksInFile {
  const version = recordOf(data)["schemaVersion"];
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
  const later = laterNetworks(data);
  if (later.length > 0) {
    throw alphaError(
      `The lock file ${file} is of a later version of hardhat-alpha-networks, which reads more values: ${later.join(", ")}. This version knows catalogue ${CATALOGUE} at most. Update hardhat-alpha-networks.`,
    );
  }
  const parsed = LOCK_SCHEMA.safeParse(data, plainIssues(defaultErrorMap));
  if (parsed.success) {
    return parsed.data.networks;
  }
  const { issues } = parsed.error;
  const problems = issues.map(
    ({ path, message }) => `  ${pathText(path)}: ${oneLine(message)}`,
  );
  const shown = problems.slice(0, MAX_SHOWN);
  if (problems.length > MAX_SHOWN) {
    shown.push(`  and ${problems.length - MAX_SHOWN} more`);
  }
  const all = shown.join("\n");
  throw alphaError(
    issues.some((one) => one.message === LATER_KIND)
      ? `The lock file ${file} is of a later version of hardhat-alpha-networks:\n${all}\nUpdate hardhat-alpha-networks.`
      : `The lock file ${file} is damaged:\n${all}\n${REPAIR}`,
  );
}

function lockOf(networks: NetworksInFile): Lock {
  return { networks: mapValues(networks, networkOfFile) };
}

/** The networks of which a later version has read more values, each with its catalogue. */
function laterNetworks(data: unknown): readonly string[] {
  const { schemaVersion, networks } = recordOf(data);
  const all = schemaVersion === LOCK_SCHEMA_VERSION ? recordOf(networks) : {};
  const later: string[] = [];
  for (const [name, network] of Object.entries(all)) {
    const { catalogue } = recordOf(network);
    if (Number.isInteger(catalogue) && Number(catalogue) > CATALOGUE) {
      later.push(`${oneLine(name)} has catalogue ${catalogue}`);
    }
  }
  return later;
}

/** Replaced by what `--write-lock` writes. */
const FORMER_VERSION = 2;

function dataOf(text: string, file: string): unknown {
  const bare = text.replace(/^\uFEFF/, "");
  const json = parseStrictJson(bare);
  if (!json.ok) {
    if (conflictIn(bare, jsonErrorPlace(bare)) !== undefined) {
      throw alphaError(
        `The lock file ${file} ${json.reason}. Keep both sides of contracts, policy and parties, and either side of all else, and run "${alphaCommand("verify", "--lock")}", which shows what does not fit.`,
      );
    }
    throw alphaError(`The lock file ${file} ${json.reason}. ${REPAIR}`);
  }
  return json.value;
}

/** A path as one would write it: `networks.devnet.contracts["registry.Router"].address`. */
function pathText(path: readonly (string | number)[]): string {
  const text = path
    .map((part) => {
      if (typeof part === "string" && /^[A-Za-z_$][\w$]*$/.test(part)) {
        return `.${part}`;
      }
      return `[${typeof part === "string" ? JSON.stringify(oneLine(part)) : part}]`;
    })
    .join("");
  return text === "" ? "the whole" : text.replace(/^\./, "");
}

/** The schema of a lock file, as `schemas/lock.json` publishes it. */
const LOCK_SCHEMA = z
  .object({
    schemaVersion: z.literal(LOCK_SCHEMA_VERSION),
    networks: byName(z.string().min(1), LOCKED_NETWORK),
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
      const data = dataOf(text, LOCK_FILE);
      const { schemaVersion, networks } = recordOf(data);
      if (isReplaced && schemaVersion === FORMER_VERSION) {
        const former = Object.keys(recordOf(networks));
        return { path, text, lock: EMPTY_LOCK, former };
      }
      const inFile = await withChecksums(networksOf(data, LOCK_FILE));
      return { path, text, lock: lockOf(inFile) };
    }
    case "missing":
      return { path, text: undefined, lock: EMPTY_LOCK };
    case "unreadable":
      throw alphaError(
        `The lock file ${path} could not be read: ${read.reason}. Restore the committed one.`,
      );
  }
}

/** With the addresses behind powers spelled as in the ids of what is read (EIP-55). */
async function withChecksums(
  networks: NetworksInFile,
): Promise<NetworksInFile> {
  const spelled: Record<string, NetworkInFile> = {};
  for (const [name, network] of Object.entries(networks)) {
    const parties: NetworkInFile["parties"] = {};
    for (const [at, party] of Object.entries(network.parties)) {
      parties[await toChecksum(at as Address)] = party;
    }
    spelled[name] = { ...network, parties };
  }
  return spelled;
}
