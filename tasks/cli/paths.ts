import { isAbsolute, relative, resolve, sep } from "node:path";

/**
 * The folder from which annotations and logs name files: GitHub reads their paths
 * from the repository's root, wherever in it a step runs. Elsewhere it is the
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

/** Where the paths in a report start. */
export interface PathBase {
  /** The folder to which the user names files. */
  readonly folder: string;
  /** The folder to which the report names them. */
  readonly root: string;
}

/** A file's path as a report names it, with slashes on every system. */
export function relativePath(file: string, { folder, root }: PathBase): string {
  return relative(root, resolve(folder, file)).split(sep).join("/");
}
