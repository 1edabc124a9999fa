import manifest from "../../package.json" with { type: "json" };
import { apiPage } from "../documents/api-page.ts";
import { packageEntries } from "./package-entries.ts";
import { readPublicApi } from "./read-public-api.ts";
import { withProject } from "./with-project.ts";

/** The text of docs/api.md for the sources in `root`. */
export function describePublicApi(root: string): string {
  return withProject(root, "tsconfig.build.json", (project) =>
    apiPage(readPublicApi(root, project, packageEntries(manifest))),
  );
}
