import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { recordOf } from "../src/config/narrow.ts";
import { parseJson } from "../src/files/parse-json.ts";
import type { ModuleKind } from "../src/report/formats/config-js.ts";
import { realPath } from "./real-path.ts";

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
