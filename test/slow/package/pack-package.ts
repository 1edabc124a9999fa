import { createHash } from "node:crypto";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";
import { REPOSITORY, repositoryFiles } from "../../support/repository-files.ts";
import { runNode } from "../../support/run-node.ts";
import {
  type TemporaryFolder,
  temporaryFolder,
} from "../../support/temporary-folder.ts";
import { isRegistryInReach, npm } from "./npm.ts";

/** Not committed, and emptied by whatever installs the dependencies. */
const CACHE = join(REPOSITORY, "node_modules/.cache/alpha-archive");

/**
 * Puts the package into a folder as npm packs it for publishing: packed once for all
 * tests, as long as the files of the repository are the same.
 */
export async function packPackage(folder: string): Promise<string> {
  const kept = join(CACHE, `${digestOfRepository()}.tgz`);
  if (!existsSync(kept)) {
    using work = temporaryFolder();
    const packed = await pack(work.root);
    mkdirSync(CACHE, { recursive: true });
    for (const name of readdirSync(CACHE)) {
      if (!kept.endsWith(name.slice(0, 16 + ".tgz".length))) {
        rmSync(join(CACHE, name), { force: true });
      }
    }
    // Another test may do the same: each sees a whole archive, or none.
    copyFileSync(packed, `${kept}.${process.pid}`);
    renameSync(`${kept}.${process.pid}`, kept);
  }
  const archive = join(folder, "hardhat-alpha-networks.tgz");
  copyFileSync(kept, archive);
  return archive;
}

/**
 * Packs the package before the tests of a suite, which are skipped without npm's
 * registry. The folder is deleted after them.
 */
export function givenPackedPackage(): {
  readonly folder: TemporaryFolder;
  readonly archive: () => string;
} {
  const folder = temporaryFolder();
  let archive = "";
  before(async function () {
    if (!(await isRegistryInReach(folder.root))) {
      this.skip();
    }
    mkdirSync(folder.at("archive"));
    archive = await packPackage(folder.at("archive"));
  });
  after(() => folder.remove());
  return { folder, archive: () => archive };
}

function digestOfRepository(): string {
  const hash = createHash("sha256");
  for (const file of repositoryFiles()) {
    hash.update(`${file}\n`).update(readFileSync(join(REPOSITORY, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/**
 * Packs a copy of the repository: the build deletes `dist`, which other tests read
 * meanwhile. The build is started here and not by npm, whose script would install
 * what package-lock.json lists into the linked `node_modules` of the repository,
 * deleting everything in it first.
 */
async function pack(folder: string): Promise<string> {
  const copy = join(folder, "repository");
  for (const file of repositoryFiles()) {
    cpSync(join(REPOSITORY, file), join(copy, file));
  }
  const modules = "node_modules";
  symlinkSync(join(REPOSITORY, modules), join(copy, modules), "junction");
  const build = await runNode(
    [join(copy, "scripts/commands/build.ts"), "--noCheck"],
    { cwd: copy },
  );
  if (build.code !== 0) {
    throw new Error(`the build ended with ${build.code}:\n${build.stdout}`);
  }
  const args = ["pack", "--ignore-scripts", "--pack-destination", folder];
  const { code, output } = await npm(copy, args);
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (code !== 0 || archive === undefined) {
    throw new Error(`npm pack ended with ${code}:\n${output}`);
  }
  return join(folder, archive);
}
