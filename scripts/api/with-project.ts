import { join } from "node:path";

import { API, type Project } from "typescript/unstable/sync";

/**
 * Opens a project in TypeScript's own compiler and gives it to `use`; what `use`
 * got from it is not to be used afterwards.
 *
 * @param root The folder with the project's configuration.
 * @param configFile The configuration's name in it.
 */
export function withProject<T>(
  root: string,
  configFile: string,
  use: (project: Project) => T,
): T {
  const path = join(root, configFile);
  const api = new API({ cwd: root });
  try {
    const project = api
      .updateSnapshot({ openProjects: [path] })
      .getProject(path);
    if (project === undefined) {
      throw new Error(`TypeScript does not open ${configFile}`);
    }
    return use(project);
  } finally {
    api.close();
  }
}
