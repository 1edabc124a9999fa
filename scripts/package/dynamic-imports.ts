import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { groupOf, START_UP } from "./module-groups.ts";

const DYNAMIC_IMPORT = /\bimport\(\s*"([^"]+)",?\s*\)/g;

/** What the modules of this package import dynamically. */
export interface DynamicImports {
  /** The modules of this package, by group. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  /** The modules of other packages. */
  readonly packages: readonly string[];
}

/**
 * Finds what modules import dynamically.
 *
 * @param paths The modules to read, relative to `root`, with slashes.
 */
export function findDynamicImports(
  root: string,
  paths: readonly string[],
): DynamicImports {
  const modules = new Set<string>();
  const packages = new Set<string>();
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    for (const [, specifier = ""] of text.matchAll(DYNAMIC_IMPORT)) {
      if (specifier.startsWith(".")) {
        modules.add(targetOf(path, specifier));
      } else {
        packages.add(specifier);
      }
    }
  }
  const groups = Map.groupBy([...modules].toSorted(), groupOf);
  return { groups, packages: [...packages].toSorted() };
}

/** The specifier of the file with all dynamic imports. */
export const ON_DEMAND = "./on-demand.js";

/**
 * Replaces the dynamic imports in a module by calls of the functions in `ON_DEMAND`.
 * Hardhat's loader for TypeScript rewrites every file that has a dynamic import, and
 * generates a source map, which is slow for long files. Lines stay the same.
 */
export function callImports(
  path: string,
  text: string,
  { groups, packages }: DynamicImports,
): string {
  const called = text.replace(DYNAMIC_IMPORT, (found, specifier: string) => {
    const lines = "\n".repeat(found.split("\n").length - 1);
    if (!specifier.startsWith(".")) {
      return `onDemand.${packageName(packages.indexOf(specifier))}(${lines})`;
    }
    const target = targetOf(path, specifier);
    const group = groupOf(target);
    const index = groups.get(group)?.indexOf(target) ?? -1;
    return `onDemand.${groupName(group)}(${lines}).then((group) => group.${moduleName(index)})`;
  });
  return called === text
    ? text
    : `import * as onDemand from "${ON_DEMAND}"; ${called}`;
}

/**
 * The text of the file with all dynamic imports.
 *
 * @param startUp What imports the group of modules that are imported at the start.
 */
export function onDemandFile(
  { groups, packages }: DynamicImports,
  startUp: string,
): string {
  const functions = [
    ...[...groups.keys()].map((group) => [
      groupName(group),
      group === START_UP ? startUp : `import("./${group}.js")`,
    ]),
    ...packages.map((specifier, index) => [
      packageName(index),
      `import("${specifier}")`,
    ]),
  ];
  return functions
    .map(([name, code]) => `export const ${name} = () => ${code};\n`)
    .join("");
}

/** The text of the entry of a group. */
export function groupEntry(modules: readonly string[]): string {
  return modules
    .map(
      (path, index) => `export * as ${moduleName(index)} from "./${path}";\n`,
    )
    .join("");
}

const moduleName = (index: number) => `module${index}`;

const groupName = (group: string) => `${group.replaceAll(/\W/g, "_")}Group`;

const packageName = (index: number) => `package${index}`;

const targetOf = (path: string, specifier: string) =>
  join(dirname(path), specifier).replaceAll("\\", "/");
