import { createHash } from "node:crypto";
import { join } from "node:path";

import {
  isModuleDeclaration,
  type ModuleDeclaration,
  type SourceFile,
} from "typescript/unstable/ast";
import type { Project } from "typescript/unstable/sync";

import { declarationText } from "./declaration-text.ts";
import { isOwnSource } from "./is-own-source.ts";
import { type OwnDeclaration, ownDeclaration } from "./own-declaration.ts";
import type { PackageEntry } from "./package-entries.ts";
import { reachedDeclarations } from "./reached-declarations.ts";
import { resolvedNetworks } from "./resolved-networks.ts";
import type { ApiDeclaration, PublicApi } from "./types.ts";

/** In characters. Longer declarations are generated from data. */
const MAX_DECLARATION_LENGTH = 3000;

const NETWORKS = "AnyAlphaNetwork";

interface Export extends OwnDeclaration {
  /** The exported name. */
  readonly name: string;
}

/**
 * Reads the public API of the package: the exports of its entries, its additions to
 * Hardhat's types, and the declarations that these use.
 *
 * @param root The folder of the repository.
 * @param project The TypeScript project of the build.
 */
export function readPublicApi(
  root: string,
  project: Project,
  packageEntries: readonly PackageEntry[],
): PublicApi {
  const entries = packageEntries.map(({ specifier, source }) => ({
    specifier,
    exports: exportsOf(root, project, source),
  }));
  const exported = entries.flatMap(({ exports }) => exports);
  const blocks = augmentationsIn(root, project);
  const reached = reachedDeclarations(root, project, {
    from: [...exported.map(({ declaration }) => declaration), ...blocks],
    known: exported,
  });
  const networks = exported.find(({ name }) => name === NETWORKS);
  if (networks === undefined) {
    throw new Error(`no entry exports ${NETWORKS}`);
  }

  const describe = ({ name, symbol, declaration }: Export): ApiDeclaration => ({
    name,
    text: declarationText(project, symbol, declaration),
  });
  const described = sorted(
    reached.map((own) => describe({ ...own, name: own.symbol.name })),
  );
  const all = sorted([...described, ...exported.map(describe)]);
  return {
    entries: entries.map(({ specifier, exports }) => ({
      specifier,
      declarations: sorted(exports.map(describe)).map(abridge),
    })),
    augmentations: blocks.map((block) => ({
      name: block.name.getText().slice(1, -1),
      text: block.getText(),
    })),
    resolved: resolvedNetworks(project, networks),
    reached: described.filter(
      ({ text }) => text.length <= MAX_DECLARATION_LENGTH,
    ),
    data: all
      .filter(({ text }) => text.length > MAX_DECLARATION_LENGTH)
      .map(({ name, text }) => ({ name, digest: digestOf(text) })),
  };
}

/** Shows a long declaration, which is one of `data`, without its type. */
function abridge({ name, text }: ApiDeclaration): ApiDeclaration {
  return text.length <= MAX_DECLARATION_LENGTH
    ? { name, text }
    : { name, text: `const ${name}: …;` };
}

function exportsOf(
  root: string,
  project: Project,
  path: string,
): readonly Export[] {
  const file = project.program.getSourceFile(join(root, path));
  const module = file && project.checker.getSymbolAtLocation(file);
  if (module === undefined) {
    throw new Error(`${path} is not in the project, or has no exports`);
  }
  return project.checker.getExportsOfModule(module).flatMap((symbol) => {
    const own = ownDeclaration(root, project, symbol);
    return own === undefined ? [] : [{ ...own, name: symbol.name }];
  });
}

/** All `declare module` blocks of the package. */
function augmentationsIn(
  root: string,
  { program }: Project,
): readonly ModuleDeclaration[] {
  return program
    .getSourceFileNames()
    .filter((path) => isOwnSource(root, path))
    .map((path): SourceFile | undefined => program.getSourceFile(path))
    .flatMap((file) => file?.statements.filter(isModuleDeclaration) ?? []);
}

/** Sorted by name, since the order of the compiler may change. */
const sorted = (declarations: readonly ApiDeclaration[]) =>
  declarations.toSorted((a, b) =>
    a.name === b.name ? compare(a.text, b.text) : compare(a.name, b.name),
  );

/** Compares code units, so that the order does not depend on the locale. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const digestOf = (text: string) =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);
