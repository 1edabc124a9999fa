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

/** In characters. Longer ones are made from data: nobody reads them. */
const READABLE = 3000;

const NETWORKS = "AnyAlphaNetwork";

interface Export extends OwnDeclaration {
  /** As the entry calls it. */
  readonly name: string;
}

/**
 * The package's public API: what its entries export, what it adds to Hardhat's
 * types, and the declarations of its own that these are made of.
 *
 * @param root The repository's folder.
 * @param project Its project in TypeScript, of the files that are built.
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
  const made = sorted(
    reached.map((own) => describe({ ...own, name: own.symbol.name })),
  );
  return {
    entries: entries.map(({ specifier, exports }) => ({
      specifier,
      declarations: sorted(exports.map(describe)),
    })),
    augmentations: blocks.map((block) => ({
      name: block.name.getText().slice(1, -1),
      text: block.getText(),
    })),
    resolved: resolvedNetworks(project, networks),
    reached: made.filter(({ text }) => text.length <= READABLE),
    data: made
      .filter(({ text }) => text.length > READABLE)
      .map(({ name, text }) => ({ name, digest: digestOf(text) })),
  };
}

function exportsOf(
  root: string,
  project: Project,
  path: string,
): readonly Export[] {
  const file = project.program.getSourceFile(join(root, path));
  const module = file && project.checker.getSymbolAtLocation(file);
  if (module === undefined) {
    throw new Error(`${path} is not in the project, or exports nothing`);
  }
  return project.checker.getExportsOfModule(module).flatMap((symbol) => {
    const own = ownDeclaration(root, project, symbol);
    return own === undefined ? [] : [{ ...own, name: symbol.name }];
  });
}

/** All `declare module` of the package, of whichever file. */
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

/** By name, whatever order the compiler comes across them. */
const sorted = (declarations: readonly ApiDeclaration[]) =>
  declarations.toSorted((a, b) =>
    a.name === b.name ? compare(a.text, b.text) : compare(a.name, b.name),
  );

/** By code unit: a locale would sort otherwise on other machines. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const digestOf = (text: string) =>
  createHash("sha256").update(text).digest("hex").slice(0, 16);
