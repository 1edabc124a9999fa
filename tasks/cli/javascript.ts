import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { alphaError } from "../../src/base/errors.ts";
import { recordOf } from "../../src/base/records.ts";
import { escapeUnprintable } from "../../src/base/text.ts";
import { parseJson } from "../../src/files/json.ts";
import { realPath } from "../../src/files/write-text.ts";

const KIND_OF_TYPE: ReadonlyMap<unknown, ModuleKind> = new Map([
  ["module", "esm"],
  ["commonjs", "commonjs"],
]);
const EXTENSIONS: Readonly<Record<ModuleKind, string>> = {
  commonjs: ".cjs",
  esm: ".mjs",
};

/**
 * Says on stderr where Node takes a `.js` file for another kind of module than was
 * written: by the nearest package.json, of which a Hardhat project's is one.
 */
export async function tellModuleKind(
  file: string | undefined,
  kind: ModuleKind | undefined,
): Promise<void> {
  if (file === undefined || kind === undefined || !/\.js$/i.test(file)) {
    return;
  }
  const type = await nearestPackageType(dirname(await realPath(file)));
  const taken = KIND_OF_TYPE.get(type);
  if (taken !== undefined && taken !== kind) {
    console.error(
      `${file} is written as ${kind}, and loaded where it is, Node takes it for ${taken}: the package.json there has "type": "${String(type)}". To load it there, name it ${EXTENSIONS[kind]}.`,
    );
  }
}

async function nearestPackageType(folder: string): Promise<unknown> {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(
    () => undefined,
  );
  const parent = dirname(folder);
  return text === undefined && parent !== folder
    ? await nearestPackageType(parent)
    : recordOf(parseJson(text ?? ""))["type"];
}

const KINDS: readonly ModuleKind[] = ["commonjs", "esm"];
const KIND_OF_EXTENSION: Readonly<Record<string, ModuleKind>> = {
  ".cjs": "commonjs",
  ".mjs": "esm",
};

/**
 * Which kind of module to print: the one that is asked for, else the one that the
 * file's extension stands for, else CommonJS, which portals have.
 *
 * @throws HardhatPluginError on an unknown kind, and on one that Node would not
 * take the file for.
 */
export function moduleKind(
  wanted: string | undefined,
  file: string | undefined,
): ModuleKind {
  const ofFile = KIND_OF_EXTENSION[file?.slice(-4).toLowerCase() ?? ""];
  if (wanted === undefined) {
    return ofFile ?? "commonjs";
  }
  const kind = KINDS.find((candidate) => candidate === wanted);
  if (kind === undefined) {
    throw alphaError(
      `There is no kind of module "${wanted}". Valid kinds: ${KINDS.join(", ")}.`,
    );
  }
  if (ofFile !== undefined && ofFile !== kind) {
    throw alphaError(
      `The file ${file} is read as ${ofFile} by its extension, not as ${kind}. Name it otherwise, or leave --module away.`,
    );
  }
  return kind;
}

/**
 * A value as JavaScript and TypeScript source that stays one literal wherever it
 * is pasted: no line separator ends it, and in an HTML page no `</script>` or
 * `<!--` does.
 */
export function jsLiteral(value: string | number | boolean): string {
  return escapeUnprintable(JSON.stringify(value)).replaceAll("<", "\\u003c");
}

/** How a JavaScript module gives away what it has. */
export type ModuleKind = "commonjs" | "esm";
