import { isAbsolute, relative, sep } from "node:path";

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
