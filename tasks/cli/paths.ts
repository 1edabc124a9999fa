import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The folder to which paths in annotations and logs are relative. GitHub expects
 * the root of the repository, wherever in it a step runs; elsewhere it is the
 * working directory.
 *
 * @param workspace `GITHUB_WORKSPACE`
 * @param folder the working directory
 */
export function repositoryRoot(
  workspace: string | undefined,
  folder: string,
): string {
  if (workspace === undefined || !isAbsolute(workspace)) {
    return folder;
  }
  const path = relative(workspace, folder);
  const isOutside =
    path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return isOutside ? folder : workspace;
}

/** The folders that the paths of a report are resolved with. */
export interface PathBase {
  /** The folder to which the paths of the user are relative. */
  readonly folder: string;
  /** The folder to which the paths in the report are relative. */
  readonly root: string;
}

/** A file's path as a report names it, with slashes on every system. */
export function relativePath(file: string, { folder, root }: PathBase): string {
  return relative(root, resolve(folder, file)).split(sep).join("/");
}
