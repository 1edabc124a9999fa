import { dirname, join, relative, resolve, sep } from "node:path";
import type { Abi } from "viem";
import {
  type Decoded,
  isRecord,
  recordOf,
  unread,
} from "../../base/records.ts";
import { jsonErrorPlace, parseJson } from "../../files/json.ts";
import { readTextFile } from "../../files/read-text.ts";
import { hasValidViews } from "./watched-views.ts";

/** Bytes of code. */
export interface CodePlace {
  readonly start: number;
  readonly length: number;
}

/** The compiled form of a contract of the project. */
export interface OwnArtifact {
  /** Its fully qualified name, or the file; and its build, as far as that is known. */
  readonly name: string;
  readonly abi: Abi;
  /** The hexadecimal digits of the runtime code. */
  readonly code: string;
  readonly isVyper: boolean;
  /** The places of each value that is not known before it is deployed. */
  readonly open: readonly (readonly CodePlace[])[];
  /** True if it tells which of them are immutables. */
  readonly hasImmutables: boolean;
  /** The source file, if it has changed since. */
  readonly changed: string | undefined;
}

/** The input of builds that were read already, by their files. */
export type KnownBuilds = Map<string, Readonly<Record<string, unknown>>>;

/**
 * Reads the artifact of a contract.
 *
 * @param name that of a contract of the project, also fully qualified, or the path of a
 * JSON file
 * @param known builds, which many contracts share; what is read is added
 * @returns `undefined` if the project has no such contract
 */
export async function readOwnArtifact(
  name: string,
  { root, artifacts }: { readonly root: string; readonly artifacts: string },
  known: KnownBuilds = new Map(),
): Promise<Decoded<OwnArtifact> | undefined> {
  if (name.endsWith(".json")) {
    const file = resolve(root, name);
    const builds = join(dirname(dirname(file)), "build-info");
    return await readArtifactFile(file, name, { builds, known });
  }
  const { getAllFilesMatching } = await import(
    "@nomicfoundation/hardhat-utils/fs"
  );
  const qualified = (file: string) =>
    relative(artifacts, file)
      .replaceAll(sep, "/")
      .replace(/\/([^/]+)\.json$/, ":$1");
  const [file, ...others] = await getAllFilesMatching(artifacts, (one) =>
    `:${qualified(one)}`.endsWith(`:${name}`),
  );
  const names = [file ?? "", ...others].map(qualified).sort().join(", ");
  if (others.length > 0) {
    return unread(`the project has several contracts ${name}: ${names}`);
  }
  if (file === undefined) {
    return undefined;
  }
  return await readArtifactFile(file, names, {
    builds: join(artifacts, "build-info"),
    known,
    root,
  });
}

interface Builds {
  /** The folder of the builds. */
  readonly builds: string;
  readonly known: KnownBuilds;
  /** The folder of the project, if it has the contract's source. */
  readonly root?: string;
}

async function readArtifactFile(
  file: string,
  shown: string,
  { builds, known, root }: Builds,
): Promise<Decoded<OwnArtifact>> {
  const read = await readTextFile(file);
  if (read.kind !== "text") {
    return unread(`the artifact ${shown} could not be read: ${read.reason}`);
  }
  const parsed = parseJson(read.text);
  if (parsed === undefined) {
    const { line } = jsonErrorPlace(read.text) ?? { line: 1 };
    return unread(`${shown} is not valid JSON: check line ${line}`);
  }
  const json = recordOf(parsed);
  const { abi, bytecode, deployedBytecode, sourceName } = json;
  // Foundry has an object with what the compiler gives, which others have in evm.
  const isWhole = isRecord(deployedBytecode);
  const compiled = isWhole
    ? deployedBytecode
    : recordOf(recordOf(json["evm"])["deployedBytecode"]);
  const { immutableReferences = compiled["immutableReferences"] } = json;
  const hex = isWhole ? compiled["object"] : deployedBytecode;
  const code = CODE.exec(String(hex))?.[1]?.toLowerCase();
  const hasAbi = Array.isArray(abi) && (await hasValidViews(abi));
  if (!hasAbi || code === undefined) {
    return unread(`${shown} has no valid abi or no deployedBytecode`);
  }
  const id = String(json["buildInfoId"]).replace(/[^\w.-]/g, "");
  const path = join(builds, `${id}.json`);
  const build = known.get(path) ?? (await readRecord(path));
  known.set(path, build);
  const { settings, sources } = recordOf(build["input"]);
  const { content } = recordOf(
    recordOf(sources)[String(json["inputSourceName"])],
  );
  const now = await readTextFile(join(root ?? "", String(sourceName)));
  const isSame =
    root === undefined ||
    content === undefined ||
    (now.kind === "text" && now.text === content);
  return {
    ok: true,
    value: {
      name: `${shown} (${settings ? describeBuild(build["solcVersion"], settings) : "compiler not known"})`,
      abi,
      code,
      // Vyper ends the creation code with its version.
      isVyper: /65767970657283[\da-f]{6,20}$/i.test(
        String(recordOf(bytecode)["object"] ?? bytecode),
      ),
      open: [
        ...linksIn(code),
        ...Object.values(recordOf(immutableReferences)),
      ] as OwnArtifact["open"],
      hasImmutables: immutableReferences !== undefined,
      changed: isSame ? undefined : String(sourceName),
    },
  };
}

async function readRecord(file: string) {
  const read = await readTextFile(file);
  return recordOf(read.kind === "text" && parseJson(read.text));
}

const CODE = /^(?:0x)?((?:[\da-f]{2}|__\$[\da-f]{34}\$__)*)$/i;

/**
 * The compiler writes the same 20 bytes wherever the address of a library belongs. A
 * library begins with its own address, so that it can tell calls to itself.
 */
function linksIn(code: string): OwnArtifact["open"] {
  const links = [
    ...code.matchAll(/__\$[\da-f]{34}\$__|(?<=^73)0{40}(?=3014)/g),
  ];
  return [...Map.groupBy(links, ([text]) => text).values()].map((places) =>
    places.map(({ index }) => ({ start: index / 2, length: 20 })),
  );
}

function describeBuild(version: unknown, settings: unknown): string {
  const { optimizer, evmVersion, viaIR } = recordOf(settings);
  const { enabled, runs } = recordOf(optimizer);
  return [
    `solc ${String(version)}`,
    enabled === true ? `optimizer with ${String(runs)} runs` : "no optimizer",
    ...(viaIR === true ? ["via IR"] : []),
    ...(evmVersion === undefined ? [] : [`EVM version ${String(evmVersion)}`]),
  ].join(", ");
}
