import { join } from "node:path";

import { API, type Project } from "typescript/unstable/sync";

/**
 * Opens a TypeScript project for the duration of `use`. Objects of the project must
 * not be used afterwards.
 *
 * @param root The folder of the project.
 * @param configFile The name of its configuration file.
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
      throw new Error(`TypeScript could not open ${configFile}`);
    }
    return use(project);
  } finally {
    api.close();
  }
}
