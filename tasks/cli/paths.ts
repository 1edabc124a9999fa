import { isAbsolute, relative, resolve, sep } from "node:path";

/** The folders that the paths of a report are resolved with. */
export interface PathBase {
  /** The folder to which the paths of the user are relative. */
  readonly folder: string;
  /** The folder to which the paths in the report are relative. */
  readonly root: string;
}

/**
 * The folders for the paths in annotations and logs. GitHub expects them relative to
 * the root of the repository, wherever in it a step runs; elsewhere they are relative
 * to the working directory.
 */
export function pathBase(
  folder = process.cwd(),
  workspace = process.env["GITHUB_WORKSPACE"] ?? "",
): PathBase {
  const path = relative(workspace, folder);
  const isOutside =
    path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path);
  return {
    folder,
    root: isAbsolute(workspace) && !isOutside ? workspace : folder,
  };
}

/** A file's path as a report names it, with slashes on every system. */
export function relativePath(file: string, { folder, root }: PathBase): string {
  return relative(root, resolve(folder, file)).split(sep).join("/");
}
