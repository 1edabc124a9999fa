import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** An import or export of another module, on one line or on several. */
const MODULE_STATEMENT =
  /^(import|export)( type)?(?: (\*|\{[^}]*\}))? from "([^"]+)";\n/gm;
/** A type of another module in the middle of a type, as the compiler infers it. */
const INLINE_IMPORT = /\bimport\("([^"]+)"\)\.(\w+)/g;
/** A declaration in the scope of its module. */
const DECLARATION =
  /^(?:export )?(?:declare )?(?:type|interface|const|function|class|abstract class) (\w+)/gm;
const ABIS = "src/contracts/abi/";

/** The file with the declarations of all modules. */
const BUNDLE = "declarations";

/**
 * Writes the declarations of the entries, which re-export the names from one file with
 * the declarations of all modules that they reach. A module whose names an entry exports
 * with `export *` has a file of its own: projects can only add to such interfaces.
 *
 * @param code The folder of the compiled modules.
 * @param folder The folder to write to.
 * @param entries The names of the entries in `src`.
 * @throws {Error} if two modules declare the same name, or a statement is unknown.
 */
export function bundleDeclarations(
  code: string,
  folder: string,
  entries: readonly string[],
): void {
  const external = new Map<string, Set<string>>();
  const owners = new Map<string, string>();
  const bodies = new Map<string, string>();
  const separate = new Map(
    entries.flatMap((entry) => separateModules(code, entry)),
  );
  const fileOf = (module: string) => separate.get(module) ?? BUNDLE;

  const visit = (module: string): void => {
    if (bodies.has(module)) {
      return;
    }
    bodies.set(module, "");
    const text = readModule(code, module);
    for (const [, , , names = "", specifier = ""] of statementsIn(text)) {
      if (specifier.startsWith(".")) {
        const target = resolveModule(module, specifier);
        if (target.startsWith(ABIS)) {
          add(external, "./abis.js", names);
        } else if (separate.has(target)) {
          add(external, `./${fileOf(target)}.js`, names);
        } else {
          visit(target);
        }
      } else {
        add(external, specifier, names);
      }
    }
    const body = bodyOf(text);
    for (const [, name = ""] of body.matchAll(DECLARATION)) {
      const owner = owners.get(name);
      if (owner !== undefined) {
        throw new Error(`${owner} and ${module} both declare ${name}`);
      }
      owners.set(name, module);
    }
    bodies.set(module, body);
  };

  for (const entry of entries) {
    const module = `src/${entry}`;
    const text = readModule(code, module);
    for (const [, , , , specifier = ""] of statementsIn(text)) {
      const target = resolveModule(module, specifier);
      if (specifier.startsWith(".") && !separate.has(target)) {
        visit(target);
      }
    }
  }
  const imports: string[] = [];
  const reexports: string[] = [];
  for (const [specifier, names] of external) {
    if (names.size === 0) {
      reexports.push(`export type * from "${specifier}";\n`);
    } else {
      const list = [...names].toSorted().join(", ");
      imports.push(`import type { ${list} } from "${specifier}";\n`);
    }
  }
  writeFileSync(
    join(folder, `${BUNDLE}.d.ts`),
    `${[...imports, ...bodies.values()].join("")}export {};\n`,
  );
  for (const [module, file] of separate) {
    writeFileSync(join(folder, `${file}.d.ts`), readModule(code, module));
  }
  for (const entry of entries) {
    const module = `src/${entry}`;
    const text = entryText(readModule(code, module), reexports, (specifier) =>
      fileOf(resolveModule(module, specifier)),
    );
    writeFileSync(join(folder, `${entry}.d.ts`), text);
  }
}

/** The modules with names that an entry exports with `export *`, and their files. */
function separateModules(
  code: string,
  entry: string,
): readonly (readonly [module: string, file: string])[] {
  const module = `src/${entry}`;
  return [...statementsIn(readModule(code, module))].flatMap(
    ([, kind, , names, specifier = ""]) => {
      const target = resolveModule(module, specifier);
      const isOfNames =
        kind === "export" &&
        names === "*" &&
        specifier.startsWith(".") &&
        /^export (?!type \*|\*|\{)/m.test(readModule(code, target));
      return isOfNames ? [[target, basename(target)] as const] : [];
    },
  );
}

/**
 * An entry that imports from the bundle. What it re-exports of a whole module is the
 * extension of Hardhat's types there, and what that module re-exports of packages.
 */
function entryText(
  text: string,
  reexports: readonly string[],
  fileOf: (specifier: string) => string,
): string {
  return text.replace(
    MODULE_STATEMENT,
    (statement, kind, type = "", names = "*", specifier) => {
      if (!specifier.startsWith(".")) {
        return statement;
      }
      const file = fileOf(specifier);
      return names === "*" && file === BUNDLE
        ? `import "./${BUNDLE}.js";\n${reexports.join("")}`
        : `${kind}${type} ${names} from "./${file}.js";\n`;
    },
  );
}

/** The text of a module, in which types are imported by statements only. */
function readModule(code: string, module: string): string {
  const text = readFileSync(join(code, `${module}.d.ts`), "utf8");
  const statements = new Set<string>();
  const body = text.replace(INLINE_IMPORT, (_, specifier, name) => {
    statements.add(`import type { ${name} } from "${specifier}";\n`);
    return name;
  });
  return [...statements, body].join("");
}

const statementsIn = (text: string) => text.matchAll(MODULE_STATEMENT);

function bodyOf(text: string): string {
  const body = text
    .replace(MODULE_STATEMENT, "")
    .replace(/^export \{\};\n/gm, "");
  if (/^import\b|^export (?:\*|\{)|\bfrom "\.|\bimport\("\./m.test(body)) {
    throw new Error(`unknown statement in:\n${body}`);
  }
  return body;
}

/** The path of an imported module, without its extension. */
function resolveModule(from: string, specifier: string): string {
  const path = join(dirname(from), specifier).replaceAll("\\", "/");
  return path.replace(/\.[cm]?[jt]s$/, "");
}

/** Adds the names in braces; those after `type` are the same. */
function add(
  external: Map<string, Set<string>>,
  specifier: string,
  names: string,
): void {
  const known = external.get(specifier) ?? new Set();
  for (const name of names.replaceAll(/[{}*]|\btype /g, "").split(",")) {
    if (name.trim() !== "") {
      known.add(name.trim());
    }
  }
  external.set(specifier, known);
}
