import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Rolldown } from "tsdown";

import { pageAssetsModule } from "../wallet-page/page-assets-module.ts";
import { groupOf, START_UP } from "./module-groups.ts";

const DYNAMIC_IMPORT = /\bimport\(\s*"([^"]+)",?\s*\)/g;
/** These modules run in the browser, and are included as text. */
const PAGE = "tasks/wallet/page/";
const PAGE_ASSETS = `${PAGE}page-assets.ts`;

/** The module with all dynamic imports. */
export const ON_DEMAND = "imports:on-demand";
/** Prefix of the id of a module that exports those of a group. */
export const GROUP = "group:";

/** What the modules of this package import dynamically. */
interface DynamicImports {
  /** The modules of this package, by group. */
  readonly groups: ReadonlyMap<string, ReadonlySet<string>>;
  /** The modules of other packages. */
  readonly packages: ReadonlySet<string>;
}

/**
 * Moves all dynamic imports to one module, and imports the modules of a group together.
 * Hardhat's loader for TypeScript rewrites every file that has a dynamic import, and
 * generates a source map, which is slow for long files. The wallet page is included as
 * text.
 *
 * @param root The repository.
 */
export function loadOnDemand(root: string): Rolldown.Plugin {
  const imports = findDynamicImports(root);
  return {
    name: "load-on-demand",
    resolveId(id) {
      return id === ON_DEMAND || id.startsWith(GROUP) ? id : undefined;
    },
    async load(id) {
      if (id === ON_DEMAND) {
        return onDemandModule(imports);
      }
      if (id.startsWith(GROUP)) {
        return groupModule(
          root,
          imports.groups.get(id.slice(GROUP.length)) ?? new Set(),
        );
      }
      const path = relative(root, id).replaceAll("\\", "/");
      if (path === PAGE_ASSETS) {
        return await pageAssetsModule();
      }
      return callImports(path, readFileSync(id, "utf8"));
    },
  };
}

function findDynamicImports(root: string): DynamicImports {
  const groups = new Map<string, Set<string>>();
  const packages = new Set<string>();
  for (const file of globSync("{src,tasks}/**/*.ts", { cwd: root })) {
    const path = file.replaceAll("\\", "/");
    if (path.startsWith(PAGE)) {
      continue;
    }
    const text = readFileSync(join(root, file), "utf8");
    for (const [, specifier = ""] of text.matchAll(DYNAMIC_IMPORT)) {
      if (!specifier.startsWith(".")) {
        packages.add(specifier);
        continue;
      }
      const target = targetOf(path, specifier);
      const name = groupOf(target);
      if (name !== START_UP) {
        const modules = groups.get(name) ?? new Set();
        groups.set(name, modules.add(target));
      }
    }
  }
  return { groups, packages };
}

/**
 * Replaces the dynamic imports in a module: those of modules that every command needs by
 * static ones, of their default exports. Lines stay the same.
 */
function callImports(path: string, text: string): string {
  let head = "";
  let isOnDemand = false;
  const body = text.replace(DYNAMIC_IMPORT, (found, specifier: string) => {
    const lines = "\n".repeat(found.split("\n").length - 1);
    const isOurs = specifier.startsWith(".");
    const target = targetOf(path, specifier);
    const name = nameOf(isOurs ? target : specifier);
    if (isOurs && groupOf(target) === START_UP) {
      head += `import ${name} from "${specifier}"; `;
      return `Promise.resolve({ default: ${name} }${lines})`;
    }
    isOnDemand = true;
    if (!isOurs) {
      return `onDemand.${name}(${lines})`;
    }
    const group = nameOf(GROUP + groupOf(target));
    return `onDemand.${group}(${lines}).then((group) => group.${name})`;
  });
  if (isOnDemand) {
    head += `import * as onDemand from "${ON_DEMAND}"; `;
  }
  return head + body;
}

function onDemandModule({ groups, packages }: DynamicImports): string {
  return [...[...groups.keys()].map((group) => GROUP + group), ...packages]
    .toSorted()
    .map((id) => `export const ${nameOf(id)} = () => import("${id}");\n`)
    .join("");
}

function groupModule(root: string, modules: ReadonlySet<string>): string {
  return [...modules]
    .toSorted()
    .map((path) => {
      const file = JSON.stringify(join(root, path));
      return `export * as ${nameOf(path)} from ${file};\n`;
    })
    .join("");
}

function targetOf(from: string, specifier: string): string {
  return join(dirname(from), specifier).replaceAll("\\", "/");
}

function nameOf(id: string): string {
  return `_${id.replaceAll(/\W/g, "_")}`;
}
