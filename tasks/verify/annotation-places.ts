import { resolve } from "node:path";
import type { HardhatConfig } from "hardhat/types/config";
import type { GroupedProblem } from "../../src/base/problems.ts";
import type { ValueOrigin } from "../../src/config/layers.ts";
import { parseJson } from "../../src/files/json.ts";
import { readTextFile } from "../../src/files/read-text.ts";
import { readJson } from "../../src/sources/read-json.ts";
import { memberIn } from "../../src/sources/values.ts";
import type { JudgedNetwork } from "../../src/verify/found.ts";
import { LOCK_FILE, pathInFile } from "../../src/verify/lock-file/lock-file.ts";
import { contractId } from "../../src/verify/values/path.ts";
import { isOfExpectation } from "../../src/verify/words/findings.ts";
import { type PathBase, relativePath } from "../cli/output.ts";

/** Where a problem of a network can be corrected. */
export interface Place {
  /** Relative to the root of the repository. */
  readonly file: string;
  /** From 1; `undefined` if it is not known. */
  readonly line?: number | undefined;
}

/** The place of a problem; `undefined` if it is not known. */
export type PlaceOf = (
  network: JudgedNetwork,
  problem: GroupedProblem,
) => Place | undefined;

/** The files of a verification. */
export interface PlaceFiles {
  readonly config: Pick<HardhatConfig, "alpha"> & {
    readonly paths: Pick<HardhatConfig["paths"], "root" | "config">;
  };
  /** The lock file that the networks were compared with. */
  readonly lock:
    | { readonly path: string; readonly text: string | undefined }
    | undefined;
  /** The file of `--addresses`. */
  readonly addresses: string | undefined;
}

/**
 * Finds the places of problems: a change in the lock file at its entry, an address where
 * it is set, an expectation at its id, and anything else in the Hardhat config.
 */
export async function annotationPlaces(
  { config: { paths, alpha }, lock, addresses }: PlaceFiles,
  base: PathBase,
): Promise<PlaceOf> {
  const named = (file: string) => relativePath(file, base);
  const configText = await textOf(paths.config);
  const listText = await textOf(addresses);
  const inConfig = (text?: string): Place | undefined =>
    paths.config === undefined
      ? undefined
      : { file: named(paths.config), line: lineOf(configText, text) };
  const inLock = (path: readonly string[]): Place | undefined => {
    const { text, path: file = "" } = lock ?? {};
    return text === undefined
      ? undefined
      : { file: named(file), line: lineOfEntry(text, path) };
  };

  return (network, problem) => {
    const [first] = problem.affected;
    if (isOfExpectation(problem)) {
      return inConfig(problem.subject);
    }
    const entry = ["networks", network.hardhatNetwork ?? network.network];
    const { group = "", name = "", address } = first?.check ?? {};
    const compared =
      first?.verdict === "changed" ? lockedPlace(group, name) : undefined;
    if (group === "lock" || compared !== undefined) {
      const within = compared ?? onlyContract(network);
      return inLock([...entry, ...within]) ?? inConfig();
    }
    if (group !== "contracts") {
      return inConfig();
    }
    if (addresses !== undefined) {
      return { file: named(addresses), line: lineOf(listText, address) };
    }
    const contract = alpha.networks[network.network]?.contracts.find(
      (one) => contractId(one) === name,
    );
    const source = sourceOf(contract?.origin);
    if (source !== undefined) {
      const { file, line } = source;
      return { file: named(resolve(paths.root, file)), line };
    }
    return inConfig(contract?.origin.kind === "config" ? address : undefined);
  };
}

/** The entry of the one contract that all changes are of; empty if there are several. */
function onlyContract({ lock }: JudgedNetwork): readonly string[] {
  const contracts = new Set(lock?.changes.map(({ contract }) => contract));
  const [contract] = contracts;
  if (contracts.size === 1 && contract !== undefined) {
    return ["contracts", contract];
  }
  return [];
}

/** Where the lock file has what a check has compared. */
function lockedPlace(
  group: string,
  name: string,
): readonly string[] | undefined {
  if (group === "contracts") {
    return ["contracts", name];
  }
  return group === "control" ? pathInFile(name) : undefined;
}

function sourceOf(origin: ValueOrigin | undefined) {
  if (origin?.kind === "derived") {
    return origin.source;
  }
  if (origin?.kind === "source") {
    return origin;
  }
  return undefined;
}

async function textOf(file: string | undefined): Promise<string> {
  const read = file === undefined ? undefined : await readTextFile(file);
  return read?.kind === "text" ? read.text : "";
}

/** The only line that contains an address or the id of a value, in any case. */
function lineOf(text: string, part: string | undefined): number | undefined {
  if (part === undefined) {
    return undefined;
  }
  const hasPart = (line: string) => line.includes(part.toLowerCase());
  const lines = text.toLowerCase().split("\n");
  const first = lines.findIndex(hasPart);
  const isOnly = first !== -1 && first === lines.findLastIndex(hasPart);
  return isOnly ? first + 1 : undefined;
}

/** The line of an entry of the lock file, or of the nearest one around it. */
function lineOfEntry(
  text: string,
  path: readonly string[],
): number | undefined {
  if (parseJson(text.replace(/^\uFEFF/, "")) === undefined) {
    return undefined;
  }
  let value = readJson(text, LOCK_FILE);
  let line: number | undefined;
  for (const name of path) {
    const member = memberIn(value, name);
    if (member === undefined) {
      return line;
    }
    value = member.value;
    line = value.place.line;
  }
  return line;
}
